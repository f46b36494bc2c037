import { scenarios } from '../../fixtures/scenarios/index.ts'
import { languageName } from './languages.ts'

/** Dates alone, since addresses of Storybook hold no colons. */
const clocks = ['today', 'real', '2030-12-31', '2032-02-29']

/** Menus of Storybook's toolbar, as `globalTypes`: what is chosen in them holds for every story. */
export const createToolbar = (sites: readonly string[]) => ({
  language: menu('Language', 'globe', sites, languageName),
  scenario: menu(
    'Scenario',
    'database',
    scenarios.map(({ name }) => name),
  ),
  now: menu('Clock', 'time', clocks),
})

/** What was chosen, from Storybook's globals: nothing, unless something was. */
export function readToolbar({ language, scenario, now }: Readonly<Record<string, unknown>>) {
  return {
    ...(isText(language) && { language }),
    ...(isText(scenario) && { scenario, empty: false }),
    ...(isText(now) && { now }),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function menu(
  title: string,
  icon: string,
  values: readonly string[],
  titleOf = (value: string) => value,
) {
  const items = values.map((value) => ({ value, title: titleOf(value) }))
  const reset = { type: 'reset', title: 'As the story says' }
  return { description: `${title} of calmock`, toolbar: { title, icon, items: [reset, ...items] } }
}
