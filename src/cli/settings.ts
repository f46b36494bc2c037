import { type Command, InvalidArgumentError, type Option } from 'commander'
import { findConfigFile, importConfig } from '../config/config-file.ts'
import { listUnknownVariables, toVariable } from '../config/environment.ts'
import { formatInvalidValue } from '../contract/option-error.ts'
import { configTypes } from '../options/config.ts'
import { mockOptionTypes } from '../options/options.ts'
import { describeRemoved, replacements } from '../options/removed.ts'
import { type Io, UsageError } from './io.ts'

/** Returns the file of `--config` or `CALMOCK_CONFIG`, else the config file in the working directory, if there is one. */
export const resolveConfigFile = (command: Command): string | undefined =>
  command.getOptionValue('config') ?? findConfigFile()

/** Sets the options that the command line does not set: from environment variables, else from the config file. */
export async function readSettings(command: Command, { env, stderr }: Io): Promise<void> {
  readVariables(command, env)
  const flags = command.options.map((option) => option.attributeName())
  for (const warning of listUnknownVariables(env, [...flags, ...Object.keys(configTypes)]))
    stderr.write(`calmock: warning: ${warning}\n`)
  await applyConfig(command)
}

/** Sets options from the config file, which may have changed since the last call. */
export async function applyConfig(command: Command): Promise<void> {
  const file = resolveConfigFile(command)
  const config: Readonly<Record<string, unknown>> = { ...(await importConfig(file)) }
  const values = command.options
    .filter(
      (option) =>
        !['cli', 'env'].includes(command.getOptionValueSource(option.attributeName()) ?? ''),
    )
    .map((option) => {
      const key = option.attributeName()
      const value = parseConfigValue(option, config[key], `${key} in ${file}`)
      return { key, value: value ?? option.defaultValue }
    })
  for (const { key, value } of values) command.setOptionValueWithSource(key, value, 'config')
}

/** Checks a value for a flag of the server alone with the parser of the flag. The mock checks its own options. */
function parseConfigValue(option: Option, value: unknown, name: string): unknown {
  if (value === undefined || Object.hasOwn(mockOptionTypes, option.attributeName())) return value
  return [value]
    .flat()
    .reduce<unknown>(
      (previous, part) => parseText(option, String(part), { name, previous }),
      undefined,
    )
}

/** Sets the options that the command line does not set from environment variables. Ignores empty variables. */
function readVariables(command: Command, env: Io['env']): void {
  for (const name of Object.keys(replacements)) {
    const variable = toVariable(name)
    if (env[variable]) throw new UsageError(describeRemoved(name, variable))
  }
  for (const option of command.options) {
    const key = option.attributeName()
    const name = [toVariable(key), ...(key === 'port' ? ['PORT'] : [])].find((name) => env[name])
    if (!name || command.getOptionValueSource(key) === 'cli') continue
    const text = env[name] ?? ''
    const value = isTextsOption(key)
      ? text.split(',')
      : parseText(option, text, { name, previous: undefined })
    command.setOptionValueWithSource(key, value, 'env')
  }
}

/** Returns whether an option may be repeated. Commas separate its values in an environment variable. */
const isTextsOption = (key: string): boolean =>
  Object.entries(mockOptionTypes).some(([name, type]) => name === key && type === 'texts')

function parseText(
  { parseArg }: Option,
  text: string,
  { name, previous }: { readonly name: string; readonly previous: unknown },
): unknown {
  try {
    return parseArg ? parseArg(text, previous) : text
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    const accepted = error.message.replace(/^Allowed choices are (.*)\.$/, '$1')
    throw new UsageError(formatInvalidValue(name, text, accepted))
  }
}
