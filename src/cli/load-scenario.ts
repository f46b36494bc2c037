import type { Scenario } from '../../fixtures/scenario.ts'
import { UsageError } from './io.ts'
import { loadModule } from './load-module.ts'

/**
 * The scenarios a flag names: `city+rtl`, `./sold-out.ts+today`. A part with a slash or an ending is
 * a file that exports scenarios; TypeScript is read by tsx. Names are looked up later.
 */
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
  if (found.length > 0) return [...new Set(found)]
  throw new UsageError(
    `${file} exports no scenario; make one with defineScenario({ name, about, change })`,
  )
}

const isScenario = (value: unknown): value is Scenario =>
  typeof value === 'object' && value !== null && 'name' in value && 'about' in value
