import type { Config } from '../options/config.ts'
import { omitUndefined } from '../options/option-types.ts'
import type { Options, UserData } from '../options/options.ts'
import { findConfigFile, requireConfig } from './config-file.ts'
import { pickMockOptions, readEnvironment } from './environment.ts'
import { readJson } from './load-module.ts'
import { importScenarios, requireScenarios } from './scenario-files.ts'

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
