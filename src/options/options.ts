import type { Scenario } from '../../fixtures/scenario.ts'
import { scenarios } from '../../fixtures/scenarios/index.ts'
import { MAX_BODY, type Settings } from '../contract/context.ts'
import type { Messages } from '../contract/format-message.ts'
import { OptionError } from '../contract/option-error.ts'
import {
  defaultNamespace,
  defaultRoot,
  defaultSites,
  type LanguageCode,
  type Site,
} from '../contract/site.ts'
import { parseAccounts, parseToken } from './auth.ts'
import { type BaseUrl, createSites, parseBaseUrl, parseNamespace } from './base-url.ts'
import type { Now } from './clock.ts'

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
  /**
   * Where the service stands for its callers: an address such as `https://api.example.com/v2`, or a path
   * such as `/api`. Everything of the mock is below it, and requests elsewhere are not answered. Default:
   * the root of any origin.
   */
  readonly baseUrl?: string
  /** Most worlds there are at a time; the one longest unused goes. Default 1000. */
  readonly maxWorlds?: number
  /** Minutes after which a world that nobody used goes. Default 60. */
  readonly worldIdle?: number
  /** The largest body that is read, in bytes; a larger one is answered with 413. Default 1 MiB. */
  readonly maxBody?: number
  /**
   * Users, as `user:password` or `user:password:role`, without blanks, who sign in with HTTP Basic: an `administrator`
   * (default) may write, a `subscriber` may not. Default: none, and everybody may write.
   */
  readonly auth?: string | readonly string[]
  /** What control routes are to be asked with, as `Authorization: Bearer`. Default: nothing. */
  readonly token?: string
  /** How far from a point `geoloc_lat` and `geoloc_lng` find venues, in km. Default 25. */
  readonly geolocRadius?: number
}

/** What an option is when it is not given. The clock of `calmock serve` alone is another: `today`. */
export const defaults = {
  seed: 1,
  events: 60,
  now: '2030-01-07T12:00:00Z',
  scenario: 'city',
  sites: defaultSites,
  root: defaultRoot,
  namespace: defaultNamespace,
  maxPerPage: 50,
  geolocRadius: 25,
  baseUrl: '',
  maxWorlds: 1000,
  worldIdle: 60,
  maxBody: MAX_BODY,
  auth: [],
} as const satisfies Options

/** The least and the most of each whole number among the options. */
export const limits = {
  seed: [0, 4_294_967_295],
  events: [0, 10_000_000],
  maxPerPage: [1, 1_000_000],
  geolocRadius: [0, 20_100],
  maxWorlds: [1, 1_000_000],
  worldIdle: [1, 525_600],
  maxBody: [1, 1_000_000_000],
} as const

/** Options, complete and checked. */
export interface ResolvedOptions {
  readonly seed: number
  readonly events: number
  readonly now: Now
  readonly scenario: readonly Scenario[]
  /** All there are by name: those of the option, then the built-in ones. */
  readonly scenarios: readonly Scenario[]
  readonly sites: readonly Site[]
  readonly settings: Settings
  readonly base: BaseUrl
  readonly token: string | undefined
  readonly maxWorlds: number
  /** In ms. */
  readonly worldIdle: number
}

/** Completes options; sites speak the words they are given. Throws for one that cannot be, saying what can. */
export function resolveOptions(
  options: Options,
  messagesFor: (code: LanguageCode) => Messages,
): ResolvedOptions {
  const given = { ...defaults, ...options }
  const { seed, events, now, maxPerPage, geolocRadius } = given
  for (const [name, [least, most]] of Object.entries(limits)) {
    const value = given[name as keyof typeof limits] // the names of the table
    if (Number.isInteger(value) && value >= least && value <= most) continue
    throw new OptionError(`${name} "${value}" is not a whole number from ${least} to ${most}`)
  }
  const scenario = resolveScenarios(given.scenario, scenarios)
  return {
    seed,
    events: given.empty ? 0 : events,
    now,
    scenario,
    scenarios: [...new Set([...scenario, ...scenarios])],
    sites: createSites(given.sites, given.root, messagesFor),
    settings: {
      ...{ maxPerPage, geolocRadius, namespace: parseNamespace(given.namespace) },
      ...{ maxBody: given.maxBody, accounts: parseAccounts(given.auth) },
    },
    token: parseToken(given.token),
    base: parseBaseUrl(given.baseUrl),
    maxWorlds: given.maxWorlds,
    worldIdle: given.worldIdle * 60_000,
  }
}

const MAX_PARTS = 20

/** The scenarios an option names, in its order. Throws for one that nobody knows. */
export function resolveScenarios(
  option: NonNullable<Options['scenario']>,
  known: readonly Scenario[],
): readonly Scenario[] {
  const parts = typeof option === 'string' ? option.split('+') : [option].flat()
  if (parts.length > MAX_PARTS)
    throw new OptionError(`${parts.length} scenarios are joined; accepted: at most ${MAX_PARTS}`)
  return parts.map((part) => {
    if (typeof part !== 'string') return part
    const found = known.find(({ name }) => name === part.trim())
    if (found) return found
    const names = known.map(({ name }) => name).join(', ')
    throw new OptionError(`unknown scenario "${part}"; known: ${names}`)
  })
}

/** The names of scenarios as the option takes them. */
export const joinScenarioNames = (given: readonly Scenario[]): string =>
  given.map(({ name }) => name).join('+')
