import type { Scenario } from '../../fixtures/scenario.ts'
import { scenarios } from '../../fixtures/scenarios/index.ts'
import { MAX_BODY_BYTES, type Settings } from '../contract/context.ts'
import { MINUTE } from '../contract/dates/durations.ts'
import { invalidOption, OptionError } from '../contract/option-error.ts'
import type { PresetName } from '../contract/presets.ts'
import {
  defaultNamespace,
  defaultRoot,
  defaultSites,
  type LanguageCode,
  type ReadMessages,
  type Site,
} from '../contract/site.ts'
import { isRole, roles, type User } from '../contract/user.ts'
import type { DelayOption } from '../faults/delay-range.ts'
import { type BaseUrl, createSites, parseBase, parseNamespace } from './base-url.ts'
import type { Now } from './clock.ts'
import { checkLimits } from './limits.ts'
import { checkOptionTypes, type OptionTypeName, omitUndefined } from './option-types.ts'
import { findPreset, resolvePaths } from './preset.ts'
import { resolveScenarios, type ScenarioOption } from './resolve-scenarios.ts'
import { parseAllSettings, type WorldSettings } from './world-settings.ts'

export type { ScenarioNames, ScenarioOption } from './resolve-scenarios.ts'

/**
 * Records of the user by collection: `events`, `venues`, `organizers`, `categories`, `tags`. Each is the body
 * of a POST request, and may have a `language`. The default is the language of the first site.
 */
export type UserData = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/** The options of a mock. The flags of `calmock serve` have the same names. */
export interface Options {
  /** Seed of the generator. The same seed, size and clock generate the same bytes. Default: 1. */
  readonly seed?: number
  /** Number of events in each language. The number of venues and organizers depends on it. Default: 60. */
  readonly events?: number
  /** Generates no records at all. Default: false. */
  readonly empty?: boolean
  /**
   * Time of the clock: `today` (noon UTC of the current day, frozen), `real` (the system time, running),
   * or an instant in ISO 8601 (frozen; UTC without an offset). Records are dated relative to it.
   * Default: `2030-01-07T12:00:00Z`.
   */
  readonly now?: Now
  /** Initial scenario: the name of a built-in one, several joined with `+`, or custom scenarios. Default: `city`. */
  readonly scenario?: ScenarioOption
  /** Your own records, added to the records of the scenario. See `UserData`. */
  readonly data?: UserData
  /** Languages of the sites. Default: `hi`, `de`, `zh-hans`. */
  readonly sites?: readonly LanguageCode[]
  /**
   * Path of the REST root of a site; `:site` is replaced with its language. A mock with exactly one site may
   * omit it: `/wp-json`. Default: `/:site`.
   */
  readonly root?: string
  /** Path of the namespace below the REST root. Default: `cal/events/v1`. */
  readonly namespace?: string
  /**
   * Names and habits of a service in place of the neutral ones: `the-events-calendar` changes the defaults of
   * `namespace` and `root`, headers, taxonomies, dates and titles. Default: the neutral names.
   */
  readonly preset?: PresetName
  /** Maximum number of records on a page of a list. Default: 50. */
  readonly maxPerPage?: number
  /**
   * Address of the mock: a URL such as `https://api.example.com/v2`, or a path such as `/api`. All paths
   * of the mock are below it, and other requests are not handled. Default: the root of any origin.
   */
  readonly baseUrl?: string
  /**
   * URL of the mock in links, such as `https://example.com/mock`, for a server behind a reverse proxy that
   * does not pass the host on. Default: the URL of the request.
   */
  readonly publicUrl?: string
  /**
   * Makes links follow the headers `Forwarded` and `X-Forwarded-Proto`, `-Host`, `-Port` and `-Prefix` of a
   * reverse proxy. A request with one of them counts as one from another machine. Default: false.
   */
  readonly trustProxy?: boolean
  /** Maximum number of worlds. Beyond it, the least recently used world is evicted. Default: 1000. */
  readonly maxWorlds?: number
  /** Minutes without a request after which a world is evicted. Default: 60. */
  readonly worldIdle?: number
  /**
   * Maximum size of the written records and the log entries of all worlds, in MB. Beyond it, the oldest
   * log entries are removed, and then writes are rejected with 507. Default: 512, and 64 for each world of
   * `calmock/worker`.
   */
  readonly maxMemory?: number
  /** Maximum size of a request body, in bytes. A larger body is rejected with 413. Default: 1 MiB. */
  readonly maxBody?: number
  /** Maximum number of requests in the log of a world. 0 turns the log off. Default: 200. */
  readonly maxRequests?: number
  /** Maximum number of characters of each body in the log; the rest is cut off. Default: 16000. */
  readonly maxLoggedBody?: number
  /**
   * Users for HTTP Basic, each as `user:password` or `user:password:role`. The roles `administrator`
   * (default), `editor` and `author` may write, `contributor` may write its own drafts, `subscriber` may
   * read. Blanks in passwords are ignored. Default: no users, and all clients may write.
   */
  readonly auth?: string | readonly string[]
  /** Token that requests to control routes must send as `Authorization: Bearer <token>`. Default: only requests from this machine are accepted. */
  readonly token?: string
  /**
   * Delay of responses: a number of ms, or a range such as `200-800`, from which each response gets a random delay.
   * Default: 0.
   */
  readonly delay?: DelayOption
  /** Rules of faults, such as `GET /events 503 10%`. See docs/faults.md. Default: no faults. */
  readonly fault?: string | readonly string[]
  /** Radius of the search around `geoloc_lat` and `geoloc_lng`, in km. Default: 25. */
  readonly geolocRadius?: number
  /** Rejects requests with 400 that the service accepts although they are wrong, such as unknown parameters. Default: false. */
  readonly strict?: boolean
}

/** The defaults of the options. The default of `now` is `today` for `serve`, `export`, Vite and pages. */
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
  trustProxy: false,
  maxWorlds: 1000,
  worldIdle: 60,
  maxMemory: 512,
  maxBody: MAX_BODY_BYTES,
  maxRequests: 200,
  maxLoggedBody: 16_000,
  auth: [],
  strict: false,
  delay: 0,
  fault: [],
} as const satisfies Options

/** The type of each option of a mock. */
export const mockOptionTypes = {
  seed: 'number',
  events: 'number',
  empty: 'boolean',
  now: 'instant',
  scenario: 'scenario',
  data: 'data',
  sites: 'textList',
  root: 'text',
  namespace: 'text',
  preset: 'text',
  maxPerPage: 'number',
  baseUrl: 'text',
  publicUrl: 'text',
  trustProxy: 'boolean',
  maxWorlds: 'number',
  worldIdle: 'number',
  maxMemory: 'number',
  maxBody: 'number',
  maxRequests: 'number',
  maxLoggedBody: 'number',
  auth: 'texts',
  token: 'text',
  delay: 'delay',
  fault: 'texts',
  geolocRadius: 'number',
  strict: 'boolean',
} as const satisfies Readonly<Record<keyof Options, OptionTypeName>>

/** Parsed and validated options, with defaults. */
export interface ResolvedOptions {
  readonly seed: number
  readonly events: number
  readonly now: Now
  readonly scenario: readonly Scenario[]
  readonly data: UserData | undefined
  /** The scenarios that can be selected by name: the custom ones, then the built-in ones. */
  readonly scenarios: readonly Scenario[]
  readonly sites: readonly Site[]
  readonly readMessages: ReadMessages
  readonly settings: Settings
  readonly base: BaseUrl
  readonly token: string | undefined
  readonly maxWorlds: number
  /** In ms. */
  readonly worldIdle: number
  /** In MB. */
  readonly maxMemory: number
  /** In characters. */
  readonly maxLoggedBody: number
  /** The initial settings of each world. */
  readonly worldSettings: WorldSettings
}

/** Validates the options and adds defaults. Throws `OptionError` for an invalid one. */
export function resolveOptions(options: Options, readMessages: ReadMessages): ResolvedOptions {
  checkOptionTypes(options, mockOptionTypes)
  const sent = omitUndefined(options)
  const all = { ...defaults, ...sent, ...resolvePaths(sent) }
  checkLimits(all)
  const { seed, events, now, maxPerPage, geolocRadius, maxBody, maxWorlds } = all
  const scenario = resolveScenarios(all.scenario, scenarios)
  return {
    seed,
    events: all.empty ? 0 : events,
    now,
    scenario,
    data: all.data,
    scenarios: [...new Set([...scenario, ...scenarios])],
    sites: createSites(all.sites, all.root, readMessages),
    readMessages,
    settings: {
      maxPerPage,
      geolocRadius,
      namespace: parseNamespace(all.namespace),
      preset: findPreset(sent.preset),
      maxBody,
      users: parseUsers(all.auth),
      isStrict: all.strict,
    },
    token: parseToken(all.token),
    base: parseBase(all),
    maxWorlds,
    worldIdle: all.worldIdle * MINUTE,
    maxMemory: all.maxMemory,
    maxLoggedBody: all.maxLoggedBody,
    worldSettings: parseAllSettings({
      faults: all.fault,
      delay: all.delay,
      maxRequests: all.maxRequests,
    }),
  }
}

/** Parses users, each as `user:password` or `user:password:role`. Throws `OptionError` for an invalid one. */
function parseUsers(auth: string | readonly string[]): readonly User[] {
  const users = [auth].flat().map(parseUser)
  const logins = users.map(({ login }) => login)
  const duplicate = logins.find((login, index) => logins.indexOf(login) !== index)
  if (duplicate === undefined) return users
  throw invalidOption('auth of user', duplicate, 'each user once')
}

function parseUser(text: string, index: number): User {
  const [login = '', secret = '', role = 'administrator', ...others] = text.trim().split(':')
  const isComplete = login !== '' && secret.trim() !== '' && others.length === 0
  if (isComplete && isRole(role)) return { id: index + 1, login, secret, role }
  throw invalidOption('auth of user', login, [
    'user:password',
    `user:password:role with one of the roles ${Object.keys(roles).join(', ')}`,
  ])
}

/** Parses the token of the control routes. Throws `OptionError` if a header cannot contain it. */
function parseToken(token: string | undefined): string | undefined {
  if (token === undefined || /^[\w.~+/-]+=*$/.test(token)) return token
  throw new OptionError('invalid token; accepted: letters, digits and -._~+/')
}
