import { existsSync } from 'node:fs'
import { messages } from '../../fixtures/languages/messages.ts'
import { OptionError } from '../contract/option-error.ts'
import type { ReadMessages } from '../contract/site.ts'
import { createClock } from '../options/clock.ts'
import type { Config } from '../options/config.ts'
import { checkOptions } from '../options/option-types.ts'
import { resolveOptions } from '../options/options.ts'
import { configOptions } from '../options/serve-options.ts'
import { pickMockOptions } from './environment.ts'
import { importModule, requireModule, unwrapDefault } from './load-module.ts'
import { removeScenarioFiles } from './scenario-files.ts'

const readMessages: ReadMessages = (language) => messages[language]

const configFiles = ['ts', 'mts', 'js', 'mjs', 'cjs', 'json'].map(
  (extension) => `calmock.config.${extension}`,
)

/** Returns the name of the config file in the working directory, if there is one. */
export const findConfigFile = (): string | undefined => configFiles.find((file) => existsSync(file))

/** Loads a config file, or returns an empty config without one. Throws `OptionError` for unknown keys and values of a wrong type. */
export async function importConfig(file: string | undefined): Promise<Config> {
  return file ? checkConfig(await importModule({ kind: 'config', file }), file) : {}
}

/** Loads a config file like `importConfig`, but synchronously. */
export const requireConfig = (file: string | undefined): Config =>
  file ? checkConfig(requireModule({ kind: 'config', file }), file) : {}

function checkConfig(module: unknown, file: string): Config {
  const config = unwrapDefault(module)
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    throw new OptionError(`${file} has no default export; export default defineConfig({ ... })`)
  try {
    checkOptions(config, configOptions)
    checkMockOptions(config)
  } catch (error) {
    throw error instanceof OptionError ? new OptionError(`${file}: ${error.reason}`) : error
  }
  return config
}

/** Checks the values as a mock does. A flag or a call may replace either `sites` or `root`, so each is also checked without the other. */
function checkMockOptions(config: Config): void {
  const { scenario = [], data: _, root, sites, ...others } = pickMockOptions(config)
  createClock(others.now ?? 'today', Date.now)
  const options = { ...others, scenario: removeScenarioFiles(scenario) }
  resolveOptions({ ...options, ...(sites && { sites }) }, readMessages)
  resolveOptions({ ...options, ...(root !== undefined && { root }), sites: ['en'] }, readMessages)
}
