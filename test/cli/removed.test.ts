import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { toVariable } from '../../src/config/environment.ts'
import { replacements } from '../../src/options/removed.ts'
import { errorOf } from './program.ts'

test.each(Object.entries(replacements))(
  'the flag, variable and config key of %s end with 2 and %j',
  async (name, advice) => {
    const variable = toVariable(name)
    const flag = `--${variable.slice('CALMOCK_'.length).toLowerCase().replaceAll('_', '-')}`
    for (const argv of [['serve', flag, 'x'], ['export', 'folder', flag], [`${flag}=x`]])
      expect(await errorOf(argv)).toBe(`${flag} was removed; ${advice}`)
    expect(await errorOf([], { [variable]: '1' })).toBe(`${variable} was removed; ${advice}`)
    const folder = await mkdtemp(join(tmpdir(), 'calmock-removed-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const config = join(folder, 'calmock.config.json')
    await writeFile(config, JSON.stringify({ [name]: true }))
    const line = `${config}: option "${name}" was removed; ${advice}`
    expect(await errorOf(['--config', config])).toBe(line)
  },
)
