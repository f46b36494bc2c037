import type { Config } from '../options/config.ts'
import { omitUndefined } from '../options/option-types.ts'
import type { Options } from '../options/options.ts'
import { findConfigFile, pickMockOptions, requireConfig } from './config-file.ts'
import { importData, requireData } from './data-file.ts'
import { readEnvironment } from './environment.ts'
import { importScenarios, requireScenarios } from './scenario-files.ts'

/** Returns the options of a call, completed with environment variables and the config file. Loads the files of scenarios. */
export function completeOptions<T extends Options>(options: T): T & Options {
  const config = pickMockOptions(requireConfig(process.env.CALMOCK_CONFIG ?? findConfigFile()))
  const all = { ...config, ...readEnvironment(process.env), ...omitUndefined(options) }
  const { scenario, data } = all
  return {
    ...all,
    ...(scenario !== undefined && { scenario: requireScenarios(scenario) }),
    ...(data !== undefined && { data: requireData(data) }),
  }
}

/** Returns the options of a mock among the flags of a command. Loads the files that they name. */
export async function importOptions(flags: Pick<Config, 'scenario' | 'data'>): Promise<Options> {
  const { scenario, data } = flags
  return {
    ...pickMockOptions(flags),
    ...(scenario !== undefined && { scenario: await importScenarios(scenario) }),
    ...(data !== undefined && { data: await importData(data) }),
  }
}
