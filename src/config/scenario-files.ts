import type { Scenario } from '../../fixtures/scenario.ts'
import { OptionError } from '../contract/option-error.ts'
import type { ScenarioOption } from '../options/options.ts'
import { importModule, listExports, requireModule, unwrapDefault } from './load-module.ts'

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

/** Returns the files in a scenario option. */
export const listScenarioFiles = (option: ScenarioOption): readonly string[] =>
  splitScenarios(option).filter(isFile)

/** Returns a scenario option without its files. */
export const removeScenarioFiles = (option: ScenarioOption): LoadedScenario =>
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
