import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { toVariable } from '../../src/config/load-options.ts'
import { replacements } from '../../src/options/option-types.ts'
import { useFolder } from '../folder.ts'
import { errorOf } from './program.ts'

const at = useFolder()

test.each(Object.entries(replacements))(
  'the flag, variable and config key of %s end with 2 and %j',
  async (name, advice) => {
    const variable = toVariable(name)
    const flag = `--${variable.slice('CALMOCK_'.length).toLowerCase().replaceAll('_', '-')}`
    for (const argv of [['serve', flag, 'x'], ['export', 'folder', flag], [`${flag}=x`]])
      expect(await errorOf(argv)).toBe(`${flag} was removed; ${advice}`)
    expect(await errorOf([], { [variable]: '1' })).toBe(`${variable} was removed; ${advice}`)
    const config = at('calmock.config.json')
    await writeFile(config, JSON.stringify({ [name]: true }))
    const line = `${config}: option "${name}" was removed; ${advice}`
    expect(await errorOf(['--config', config])).toBe(line)
  },
)
