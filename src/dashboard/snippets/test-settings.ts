import { defaultNamespace, defaultRoot, defaultSites } from '../../contract/site.ts'
import type { SnippetInput } from './snippet-input.ts'

/** The settings of a mock in a test, which differ from the defaults. */
export interface TestSettings {
  /** The options of the mock. */
  readonly options: Readonly<Record<string, unknown>>
  /** The time to set the clock to, if the world's clock was moved after its records were generated. */
  readonly now?: string
}

const PRESET_NAMESPACE = 'tribe/events/v1'

/** The initial time of mocks in tests and stories. */
const DEFAULT_NOW = '2030-01-07T12:00:00Z'

/** Returns the settings that make a new mock repeat the response of an entry. */
export function createTestSettings(input: SnippetInput): TestSettings {
  const { sites, root, namespace, seed, events, scenario, anchor, now } = input.setup
  const hasPreset = namespace === PRESET_NAMESPACE
  const presetRoot = sites.length === 1 ? '/wp-json' : '/:site/wp-json'
  const { fault, delay } = createNetwork(input)
  return {
    options: {
      ...(hasPreset && { preset: 'the-events-calendar' }),
      ...(sites.join() !== defaultSites.join() && { sites }),
      ...(root !== (hasPreset ? presetRoot : defaultRoot) && { root }),
      ...(!hasPreset && namespace !== defaultNamespace && { namespace }),
      ...(seed !== 1 && { seed }),
      ...(events !== 60 && { events }),
      ...(scenario !== 'city' && { scenario }),
      ...(anchor !== DEFAULT_NOW && { now: anchor }),
      ...(fault && { fault }),
      ...(delay !== undefined && { delay }),
    },
    ...(now !== anchor && { now }),
  }
}

/** Returns the fault and the delay of an entry, as options that apply them to each such request. */
function createNetwork({ entry }: SnippetInput) {
  const { fault, delay } = entry
  return {
    ...(fault !== undefined && { fault: createFaultRule(entry) }),
    ...(delay && { delay }),
  }
}

/** Returns the rule of the fault of an entry, for this request: `GET /events?page=3 503`. */
function createFaultRule({
  method,
  url,
  path,
  fault,
}: Pick<SnippetInput['entry'], 'method' | 'url' | 'path' | 'fault'>): string {
  const query = [...new URL(url).searchParams].filter(([, value]) => value !== '[redacted]')
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : ''
  const route = path === undefined ? '*' : encodeURI(decodeURI(path)) + search
  return `${method} ${route} ${fault}`
}
