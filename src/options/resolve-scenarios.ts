import type { Scenario } from '../../fixtures/scenario.ts'
import type { ScenarioName } from '../../fixtures/scenarios/index.ts'
import { invalidOption } from '../contract/option-error.ts'

/** The name of a scenario, or names joined with `+`: `today+long-text`. Custom scenarios have other names. */
export type ScenarioNames = ScenarioName | (string & {})

/** One scenario, or several that are applied from left to right. */
export type ScenarioOption = ScenarioNames | Scenario | readonly (ScenarioNames | Scenario)[]

const MAX_SCENARIOS = 20

/** Returns the scenarios of the option, in its order. Throws `OptionError` for an unknown name, for a custom scenario whose `events` or `change` is not a function, and for more than 20 scenarios. */
export function resolveScenarios(
  option: ScenarioOption,
  available: readonly Scenario[],
): readonly Scenario[] {
  const parts = typeof option === 'string' ? option.split('+') : [option].flat()
  if (parts.length > MAX_SCENARIOS)
    throw invalidOption('number of scenarios', parts.length, `at most ${MAX_SCENARIOS}`)
  return parts.map((part) => {
    if (typeof part !== 'string') return requireFunctions(part)
    const scenario = available.find(({ name }) => name === part.trim())
    if (scenario) return scenario
    throw invalidOption(
      'scenario',
      part,
      available.map(({ name }) => name),
    )
  })
}

function requireFunctions(scenario: Scenario): Scenario {
  for (const member of ['events', 'change'] as const)
    if (!['function', 'undefined'].includes(typeof scenario[member]))
      throw invalidOption(
        `${member} of scenario`,
        scenario.name,
        'a function, such as events: () => 3',
      )
  return scenario
}

/** Joins the names of scenarios with `+`, as the option accepts them. */
export const joinScenarioNames = (scenarios: readonly Scenario[]): string =>
  scenarios.map(({ name }) => name).join('+')
