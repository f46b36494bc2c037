import { scenarios } from '../../../fixtures/scenarios/index.ts'
import { defaultSites, type LanguageCode, languageName, languages } from '../../contract/site.ts'
import { faultNames, namedFaults } from '../../faults/fault-kind.ts'

/** Menu items for the clock: dates without a time, since Storybook's URLs cannot contain colons. */
const clocks = ['today', 'real', '2030-12-31', '2032-02-29']

/** The conditions of the menu for the network: a title, and the options of a mock. */
const networks = new Map<string, ReturnType<typeof createNetwork>>([
  ['online', createNetwork('Online')],
  ['slow', createNetwork('Slow (1–3 seconds)', [], '1000-3000')],
  ['unstable', createNetwork('10% of connections drop', ['* drop 10%'])],
  ['errors', createNetwork('10% of requests fail (500)', ['* 500 10%'])],
  ['unavailable', createNetwork('Service unavailable (503)', ['* 503'])],
  ['limited', createNetwork('Too many requests (429)', ['* 429'])],
  ...faultNames.flatMap((name) => {
    const { title } = namedFaults[name]
    return title ? [[name, createNetwork(title, [`* ${name}`])] as const] : []
  }),
])

function createNetwork(title: string, fault: readonly string[] = [], delay: number | string = 0) {
  return { title, options: { fault, delay } }
}

/** Creates the menus of Storybook's toolbar, for `globalTypes`. A selected value applies to every story. */
export const createToolbar = (sites: readonly string[]) => ({
  language: createMenu('Language', 'globe', sites, languageName),
  scenario: createMenu(
    'Scenario',
    'database',
    scenarios.map(({ name }) => name),
  ),
  now: createMenu('Clock', 'time', clocks),
  network: createMenu(
    'Network',
    'lightning',
    [...networks.keys()],
    (name) => networks.get(name)?.title ?? name,
  ),
})

/** Returns the options that are selected in the toolbar, from Storybook's globals. */
export function readToolbar({
  language,
  scenario,
  now,
  network,
}: Readonly<Record<string, unknown>>) {
  return {
    ...(isText(language) && { language: language as LanguageCode }), // the mock rejects other codes
    ...(isText(scenario) && { scenario, empty: false }),
    ...(isText(now) && { now }),
    ...networks.get(String(network))?.options, // the same lists each time, as for an unchanged story
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

/** The sites in all languages, default sites first. */
export const everySite: readonly LanguageCode[] = [...new Set([...defaultSites, ...languages])]
