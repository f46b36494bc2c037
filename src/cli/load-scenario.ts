import type { Scenario } from '../../fixtures/scenario.ts'
import { UsageError } from './io.ts'
import { loadModule } from './load-module.ts'

/** Loads the files in a `--scenario` flag such as `city+./sold-out.ts`. Parts that are names stay names. */
export async function loadScenario(flag: string): Promise<readonly (string | Scenario)[]> {
  const parts = flag.split('+').map((part) => part.trim())
  const loaded = await Promise.all(
    parts.map((part) => (isFile(part) ? readScenarios(part) : [part])),
  )
  return loaded.flat()
}

const isFile = (part: string): boolean => /[\\/]|\.[cm]?[jt]s$/.test(part)

async function readScenarios(file: string): Promise<readonly Scenario[]> {
  const found = (await loadModule('scenario', file)).filter(isScenario)
  if (found.length > 0) return [...new Set(found)] // a default export can repeat a named one
  throw new UsageError(
    `${file} does not export a scenario; create one with defineScenario({ name, about, change })`,
  )
}

const isScenario = (value: unknown): value is Scenario =>
  typeof value === 'object' && value !== null && 'name' in value && 'about' in value
