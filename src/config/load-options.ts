import { existsSync } from 'node:fs'
import { messages } from '../../fixtures/languages/messages.ts'
import type { Scenario } from '../../fixtures/scenario.ts'
import { findNearestName, OptionError } from '../contract/option-error.ts'
import type { ReadMessages } from '../contract/site.ts'
import { createClock } from '../options/clock.ts'
import { mockOptions } from '../options/mock-options.ts'
import { checkOptions, omitUndefined, readText } from '../options/option-types.ts'
import {
  type Options,
  resolveOptions,
  type ScenarioOption,
  type UserData,
} from '../options/options.ts'
import type { Config } from '../options/serve-options.ts'
import { configOptions, fileOptions } from '../options/serve-options.ts'
import { importModule, listExports, readJson, requireModule, unwrapDefault } from './load-module.ts'

/** Returns the options of a call, completed with environment variables and the config file. Loads the files of scenarios. */
export function completeOptions<T extends Options>(options: T): T & Options {
  const config = pickMockOptions(requireConfig(process.env.CALMOCK_CONFIG ?? findConfigFile()))
  const all = { ...config, ...readEnvironment(process.env), ...omitUndefined(options) }
  const { scenario, data } = all
  return {
    ...all,
    ...(scenario !== undefined && { scenario: requireScenarios(scenario) }),
    ...(data !== undefined && { data: readData(data) }),
  }
}

/** Returns the options of a mock among the flags of a command. Loads the files that they name. */
export async function importOptions(flags: Pick<Config, 'scenario' | 'data'>): Promise<Options> {
  const { scenario, data } = flags
  return {
    ...pickMockOptions(flags),
    ...(scenario !== undefined && { scenario: await importScenarios(scenario) }),
    ...(data !== undefined && { data: readData(data) }),
  }
}

/** Returns the user's records. A file of them is JSON and never runs. */
const readData = (data: UserData | string): UserData =>
  typeof data === 'string' ? (readJson({ kind: 'data', file: data }) as UserData) : data // checked by the mock

const readMessages: ReadMessages = (language) => messages[language]

const configFiles = ['ts', 'mts', 'js', 'mjs', 'cjs', 'json'].map(
  (extension) => `calmock.config.${extension}`,
)

/** Returns the name of the config file in the working directory, if it exists. */
export const findConfigFile = (): string | undefined => configFiles.find((file) => existsSync(file))

/** Loads a config file, or returns an empty config without a file. Throws `OptionError` for unknown keys and values of a wrong type. */
export async function importConfig(file: string | undefined): Promise<Config> {
  return file ? checkConfig(await importModule({ kind: 'config', file }), file) : {}
}

/** Loads a config file like `importConfig`, but synchronously. */
export const requireConfig = (file: string | undefined): Config =>
  file ? checkConfig(requireModule({ kind: 'config', file }), file) : {}

function checkConfig(module: unknown, file: string): Config {
  const config = unwrapDefault(module)
  const isNothing = !file.endsWith('.json') && Object.keys(Object(module)).length === 0
  if (isNothing || typeof config !== 'object' || config === null || Array.isArray(config))
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

export type Environment = Readonly<Record<string, string | undefined>>

/** Returns the environment variable of an option: `CALMOCK_MAX_PER_PAGE` of `maxPerPage`. */
export const toVariable = (option: string): string =>
  `CALMOCK_${option.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

/** Returns the options of a mock that environment variables set. Ignores empty variables. Throws `OptionError` for an invalid value. */
export const readEnvironment = (env: Environment): Options =>
  Object.fromEntries(
    Object.entries(fileOptions).flatMap(([option, { type }]) => {
      const name = toVariable(option)
      const text = env[name]
      return text ? [[option, readText(type, text, { name })]] : []
    }),
  )

/** Returns the options of a mock among the keys of a config file or the flags of a command. */
const pickMockOptions = (options: object): Options =>
  Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(mockOptions, name)))

/** Returns a warning for each variable `CALMOCK_*` that sets none of the options. */
export function listUnknownVariables(
  env: Environment,
  options: readonly string[],
): readonly string[] {
  const prefix = toVariable('')
  const known = options.map((option) => toVariable(option).slice(prefix.length))
  return Object.keys(env)
    .filter((name) => name.startsWith(prefix) && !known.includes(name.slice(prefix.length)))
    .map((name) => {
      const nearest = findNearestName(name.slice(prefix.length), known)
      const advice = nearest ? `; did you mean ${prefix}${nearest}?` : ''
      return `unknown environment variable ${name}${advice}`
    })
}

/** A scenario option whose files are loaded: names of built-in scenarios, and scenarios. */
type LoadedScenario = readonly (string | Scenario)[]

/** Loads the files in a scenario option such as `city+./sold-out.ts`. */
export async function importScenarios(option: ScenarioOption): Promise<LoadedScenario> {
  const load = async (part: string | Scenario): Promise<string | Scenario> =>
    isFile(part) ? findScenario(part, await importModule({ kind: 'scenario', file: part })) : part
  return Promise.all(splitScenarios(option).map(load))
}

/** Loads files like `importScenarios`, but synchronously. */
export const requireScenarios = (option: ScenarioOption): LoadedScenario =>
  splitScenarios(option).map((part) =>
    isFile(part) ? findScenario(part, requireModule({ kind: 'scenario', file: part })) : part,
  )

export const listScenarioFiles = (option: ScenarioOption): readonly string[] =>
  splitScenarios(option).filter(isFile)

const removeScenarioFiles = (option: ScenarioOption): LoadedScenario =>
  splitScenarios(option).filter((part) => !isFile(part))

const splitScenarios = (option: ScenarioOption): LoadedScenario =>
  [option]
    .flat()
    .flatMap<string | Scenario>((part) => (typeof part === 'string' ? part.split('+') : [part]))
    .map((part) => (typeof part === 'string' ? part.trim() : part))

const isFile = (part: string | Scenario): part is string =>
  typeof part === 'string' && /[\\/]|\.[cm]?[jt]s$/.test(part)

/** Returns the default export of a file, or its only scenario. */
function findScenario(file: string, module: unknown): Scenario {
  const exported = unwrapDefault(module)
  if (isScenario(exported)) return exported
  const [found, ...others] = listExports(module).filter(isScenario)
  if (!found)
    throw new OptionError(
      `${file} does not export a scenario; create one with defineScenario({ name, about, change })`,
    )
  if (others.length === 0) return found
  const names = [found, ...others].map(({ name }) => name).join(', ')
  throw new OptionError(
    `${file} exports several scenarios: ${names}; export one of them as default`,
  )
}

const isScenario = (value: unknown): value is Scenario =>
  typeof value === 'object' && value !== null && 'name' in value && 'about' in value
