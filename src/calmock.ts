import type { Scenario } from '../fixtures/scenario.ts'
import { scenarios } from '../fixtures/scenarios/index.ts'
import { type Clock, createClock, type Now } from './clock.ts'
import type { Settings } from './contract/context.ts'
import { picture } from './contract/picture.ts'
import { resources } from './contract/resources/index.ts'
import {
  defaultRoot,
  defaultSites,
  type LanguageCode,
  languages,
  type Site,
  siteOf,
} from './contract/site.ts'
import { front } from './front.ts'
import { seedOf } from './seed.ts'
import { answering } from './service/answer.ts'
import type { Call, Reply } from './service/call.ts'
import { createStore } from './store/repository.ts'

/** What a mock can be told; the same words as the flags of `calmock serve`. */
export interface Options {
  /** Chooses among worlds: the same seed, size and clock give the same bytes. Default 1. */
  readonly seed?: number
  /** How many events, each in all languages; venues and organizers follow. Default 60. */
  readonly events?: number
  /** No records at all. */
  readonly empty?: boolean
  /**
   * The clock: `today` (noon UTC of the machine's day, standing still), `real` (ticking), or an instant
   * in ISO 8601. Default `2030-01-07T12:00:00Z`. Dates of records are offsets from it.
   */
  readonly now?: Now
  /**
   * The starting world: the name of a scenario, several joined with `+`, or scenarios of your own.
   * Default `city`.
   */
  readonly scenario?: string | Scenario | readonly (string | Scenario)[]
  /** Language sites there are. Default hi, de, zh-hans. */
  readonly sites?: readonly string[]
  /** Where a site's REST root is. Default `/:site`. */
  readonly root?: string
  /** Default `cal/events/v1`. */
  readonly namespace?: string
  /** Most records of a page. Default 50. */
  readonly maxPerPage?: number
  /** How far from a point `geoloc_lat` and `geoloc_lng` find venues, in km. Default 25. */
  readonly geolocRadius?: number
}

/** The mock without an edge: calls in, replies out. */
export interface Service {
  readonly sites: readonly Site[]
  readonly settings: Settings
  readonly seed: number
  /** How many events the world was made with. */
  readonly events: number
  readonly clock: Clock
  /** The `@mswjs/data` database. */
  // biome-ignore lint/suspicious/noExplicitAny: its type follows from models known at run time only
  readonly db: any
  /** Every call has an answer: those outside the sites 404. */
  respond(call: Call): Promise<Reply>
  /** The template of a path of ours, `/events/{id}`; see `handlers.ts`. */
  endpointAt: ReturnType<typeof answering>['endpointAt']
  /** Back to the records of the start, around the clock's present day. */
  reset(): void
}

/** What the test doors show, so that a test reads the same every day. */
export const DEFAULT_NOW = '2030-01-07T12:00:00Z'

/** A mock with a state of its own. Throws for an option that cannot be, saying what can. */
export function createService(options: Options = {}): Service {
  const clock = createClock(options.now ?? DEFAULT_NOW, Date.now)
  const { seed, events: asked, settings } = checked(options)
  const scenario = scenariosOf(options.scenario ?? 'city')
  const sites = sitesOf(options)
  const newSeed = () => seedOf({ seed, events: asked, scenario, anchor: clock.now() })
  const { events } = newSeed()
  const store = createStore([...resources.map(modelOf), picture], newSeed)
  const { answer, endpointAt } = answering({
    sites,
    resources,
    repository: store,
    settings,
    now: clock.now,
  })
  const outside = { sites, namespace: settings.namespace, repository: store }
  return {
    sites,
    settings,
    seed,
    events,
    clock,
    get db() {
      return store.db
    },
    endpointAt,
    respond: async (call) => (await answer(call)) ?? front(call, outside),
    reset() {
      clock.reset()
      store.reset()
    },
  }
}

const modelOf = ({ name, fields, columns }: (typeof resources)[number]) => ({
  name,
  columns: [...Object.keys(fields).filter((field) => field !== 'slug'), ...columns],
})

/** The scenarios an option names, in its order. Throws for a name there is none of. */
function scenariosOf(option: NonNullable<Options['scenario']>): readonly Scenario[] {
  const parts = typeof option === 'string' ? option.split('+') : [option].flat()
  return parts.map((part) => {
    if (typeof part !== 'string') return part
    const found = scenarios.find(({ name }) => name === part.trim())
    if (found) return found
    const known = scenarios.map(({ name }) => name).join(', ')
    throw new Error(`[calmock] unknown scenario "${part}"; known: ${known}`)
  })
}

function checked(options: Options) {
  const events = options.empty ? 0 : (options.events ?? 60)
  const settings: Settings = {
    maxPerPage: options.maxPerPage ?? 50,
    geolocRadius: options.geolocRadius ?? 25,
    namespace: (options.namespace ?? 'cal/events/v1').replace(/^\/+|\/+$/g, ''),
  }
  wholeNumber('seed', options.seed ?? 1, 0, 4294967295)
  wholeNumber('events', events, 0, 10_000_000)
  wholeNumber('max-per-page', settings.maxPerPage, 1, 1_000_000)
  if (!/^[\w.~-]+(\/[\w.~-]+)*$/.test(settings.namespace)) {
    throw new Error(
      `[calmock] namespace "${settings.namespace}" is no path; accepted: segments such as cal/events/v1`,
    )
  }
  return { seed: options.seed ?? 1, events, settings }
}

function wholeNumber(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return
  throw new Error(`[calmock] ${name} "${value}" is not a whole number from ${least} to ${most}`)
}

function sitesOf({ sites = defaultSites, root = defaultRoot }: Options): readonly Site[] {
  if (!/^(\/[\w.~-]+)*\/:site(\/[\w.~-]+)*\/?$/.test(root)) {
    throw new Error(
      `[calmock] root "${root}" does not say where the site stands; accepted: paths such as /:site or /:site/wp-json`,
    )
  }
  if (sites.length === 0) throw new Error(`[calmock] no sites; known: ${languages.join(', ')}`)
  return [...new Set(sites)].map((code) => {
    const known = languages.find((language) => language === code)
    if (!known) throw new Error(`[calmock] unknown site "${code}"; known: ${languages.join(', ')}`)
    return siteOf(known satisfies LanguageCode, root)
  })
}
