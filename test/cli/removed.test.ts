import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toVariable } from '../../src/config/environment.ts'
import { replacements } from '../../src/options/removed.ts'
import { ended, start } from './program.ts'

const toFlag = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

describe.each(Object.entries(replacements))('the removed option %s', (name, advice) => {
  test.each([['serve'], ['export', 'folder']])(
    'ends calmock %s with exit code 2',
    async (...command) => {
      const { code, stdout, stderr } = await ended(start([...command, toFlag(name), 'x']))
      expect([code, stdout, stderr]).toEqual([
        2,
        '',
        `calmock: ${toFlag(name)} was removed; ${advice}\n`,
      ])
    },
  )

  test('is rejected with a value after =', async () => {
    const { code, stderr } = await ended(start([`${toFlag(name)}=x`]))
    expect([code, stderr]).toEqual([2, `calmock: ${toFlag(name)} was removed; ${advice}\n`])
  })

  test('is rejected as an environment variable and in a config file', async () => {
    const variable = toVariable(name)
    const fromEnvironment = await ended(start([], { [variable]: '1' }))
    expect(fromEnvironment).toMatchObject({
      code: 2,
      stderr: `calmock: ${variable} was removed; ${advice}\n`,
    })
    const folder = await mkdtemp(join(tmpdir(), 'calmock-removed-'))
    const config = join(folder, 'calmock.config.json')
    await writeFile(config, JSON.stringify({ [name]: true }))
    const fromConfig = await ended(start(['--config', config]))
    await rm(folder, { recursive: true })
    expect(fromConfig).toMatchObject({
      code: 2,
      stderr: `calmock: ${config}: option "${name}" was removed; ${advice}\n`,
    })
  })
})
