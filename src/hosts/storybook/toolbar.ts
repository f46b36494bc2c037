import { scenarios } from '../../../fixtures/scenarios/index.ts'
import { defaultSites, type LanguageCode, languageName, languages } from '../../contract/site.ts'

/** Menu items for the clock: dates without a time, since Storybook's URLs cannot contain colons. */
const clocks = ['today', 'real', '2030-12-31', '2032-02-29']

/** The conditions of the menu for the network, as options of a mock. */
const networks = {
  online: { title: 'Online', options: { fault: [], delay: 0 } },
  slow: { title: 'Slow (1–3 seconds)', options: { fault: [], delay: '1000-3000' } },
  offline: { title: 'Offline', options: { fault: ['* offline'], delay: 0 } },
  unstable: { title: '10% of connections drop', options: { fault: ['* drop 10%'], delay: 0 } },
  errors: { title: '10% of requests fail (500)', options: { fault: ['* 500 10%'], delay: 0 } },
  unavailable: { title: 'Service unavailable (503)', options: { fault: ['* 503'], delay: 0 } },
  limited: { title: 'Too many requests (429)', options: { fault: ['* 429'], delay: 0 } },
  maintenance: { title: 'Maintenance page', options: { fault: ['* maintenance'], delay: 0 } },
  timeout: { title: 'No response', options: { fault: ['* timeout'], delay: 0 } },
  malformed: { title: 'Malformed JSON', options: { fault: ['* malformed'], delay: 0 } },
} as const

/** Creates the menus of Storybook's toolbar, for `globalTypes`. A selected value applies to every story. */
export const createToolbar = (sites: readonly string[]) => ({
  language: createMenu('Language', 'globe', sites, languageName),
  scenario: createMenu(
    'Scenario',
    'database',
    scenarios.map(({ name }) => name),
  ),
  now: createMenu('Clock', 'time', clocks),
  network: createMenu('Network', 'lightning', Object.keys(networks), networkTitle),
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
    ...(isNetwork(network) && networks[network].options), // the same lists each time, as for an unchanged story
  }
}

const isNetwork = (value: unknown): value is keyof typeof networks =>
  isText(value) && Object.hasOwn(networks, value)

const networkTitle = (name: string): string => (isNetwork(name) ? networks[name].title : name)

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
