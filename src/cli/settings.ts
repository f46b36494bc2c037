import type { Command } from 'commander'
import {
  findConfigFile,
  importConfig,
  listUnknownVariables,
  toVariable,
} from '../config/load-options.ts'
import { readText } from '../options/option-types.ts'
import { configOptions } from '../options/serve-options.ts'
import type { Io } from './io.ts'
import { Flag } from './option-flags.ts'

/** Returns the file of `--config` or `CALMOCK_CONFIG`, else the config file in the working directory, if it exists. */
export const resolveConfigFile = (command: Command): string | undefined =>
  command.getOptionValue('config') ?? findConfigFile()

/** Sets the options that the command line does not set: from environment variables, else from the config file. */
export async function readSettings(command: Command, { env, stderr }: Io): Promise<void> {
  readVariables(command, env)
  const ofRemote = ['remoteUser', 'remotePassword'] // read by compare and import
  const flags = [...command.options.map((option) => option.attributeName()), ...ofRemote]
  for (const warning of listUnknownVariables(env, [...flags, ...Object.keys(configOptions)]))
    stderr.write(`calmock: warning: ${warning}\n`)
  await applyConfig(command)
}

/** Sets options from the config file, which may have changed since the last call. */
export async function applyConfig(command: Command): Promise<void> {
  const file = resolveConfigFile(command)
  const config: Readonly<Record<string, unknown>> = { ...(await importConfig(file)) }
  for (const option of command.options) {
    const key = option.attributeName()
    if (['cli', 'env'].includes(command.getOptionValueSource(key) ?? '')) continue
    command.setOptionValueWithSource(key, config[key] ?? option.defaultValue, 'config')
  }
}

/** Sets the options that the command line does not set from environment variables. Ignores empty variables. */
function readVariables(command: Command, env: Io['env']): void {
  for (const flag of command.options.filter((option) => option instanceof Flag)) {
    const key = flag.attributeName()
    const name = [toVariable(key), ...(key === 'port' ? ['PORT'] : [])].find((name) => env[name])
    if (!name || command.getOptionValueSource(key) === 'cli') continue
    const value = readText(flag.type, env[name] ?? '', { name })
    command.setOptionValueWithSource(key, value, 'env')
  }
}
