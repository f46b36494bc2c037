import { scenarios } from '../../fixtures/scenarios/index.ts'
import type { LanguageCode } from '../contract/site.ts'
import { languageName } from './languages.ts'

/** Menu items for the clock: dates without a time, since Storybook's URLs cannot contain colons. */
const clocks = ['today', 'real', '2030-12-31', '2032-02-29']

/** Creates the menus of Storybook's toolbar, for `globalTypes`. A selected value applies to every story. */
export const createToolbar = (sites: readonly string[]) => ({
  language: createMenu('Language', 'globe', sites, languageName),
  scenario: createMenu(
    'Scenario',
    'database',
    scenarios.map(({ name }) => name),
  ),
  now: createMenu('Clock', 'time', clocks),
})

/** Returns the options that are selected in the toolbar, from Storybook's globals. */
export function readToolbar({ language, scenario, now }: Readonly<Record<string, unknown>>) {
  return {
    ...(isText(language) && { language: language as LanguageCode }), // the mock rejects other codes
    ...(isText(scenario) && { scenario, empty: false }),
    ...(isText(now) && { now }),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The names of the icons are literal types, because Storybook accepts only its own icons. */
function createMenu<Icon extends string>(
  title: string,
  icon: Icon,
  values: readonly string[],
  getTitle = (value: string) => value,
) {
  const items = values.map((value) => ({ value, title: getTitle(value) }))
  const reset = { type: 'reset' as const, title: 'Story default' }
  return { description: `${title} of calmock`, toolbar: { title, icon, items: [reset, ...items] } }
}
