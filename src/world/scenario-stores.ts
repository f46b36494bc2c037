import type { Scenario } from '../../fixtures/scenario.ts'
import { OptionError } from '../contract/option-error.ts'
import { joinScenarioNames } from '../options/options.ts'
import type { Store } from '../store/repository.ts'

/** Records, and the names of the scenarios they are of, joined with `+`. */
export type ScenarioStore = readonly [scenario: string, store: Store]

/** The records of a world in other scenarios than its own, which the header asked for. */
export interface ScenarioStores {
  /** Throws where all that may be kept are written to. */
  in(asked: readonly Scenario[]): Store
  /** The one longest unused first. */
  readonly all: readonly ScenarioStore[]
  clear(): void
}

/** How many there may be; beyond, those that nobody wrote to go. */
export const MAX_SCENARIO_STORES = 16

export function createScenarioStores(
  create: (asked: readonly Scenario[]) => Store,
): ScenarioStores {
  const copies = new Map<string, Store>()
  return {
    in(asked) {
      const key = joinScenarioNames(asked)
      const copy = copies.get(key) ?? create(asked)
      copies.delete(key)
      const unwritten = [...copies].find(([, other]) => !other.isWritten)
      if (copies.size >= MAX_SCENARIO_STORES && !unwritten) {
        const known = [...copies.keys()].join(', ')
        throw new OptionError(
          `${MAX_SCENARIO_STORES} scenarios of this world are written to: ${known}`,
        )
      }
      if (copies.size >= MAX_SCENARIO_STORES && unwritten) copies.delete(unwritten[0])
      copies.set(key, copy)
      return copy
    },
    get all() {
      return [...copies]
    },
    clear: () => copies.clear(),
  }
}
