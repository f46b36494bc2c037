import { type CityName, cityNames } from '../../fixtures/facts/cities.ts'
import { isOrigin, MAX_BODY_BYTES } from '../contract/context.ts'
import { neutralPreset, type PresetName, presets } from '../contract/presets.ts'
import {
  defaultNamespace,
  defaultRoot,
  defaultSites,
  defaultTimezone,
  defaultWorld,
  type LanguageCode,
  languages,
} from '../contract/site.ts'
import { isTimeZone } from '../dates/time-zone.ts'
import type { DelayOption } from '../faults/delay-range.ts'
import type { Now } from './clock.ts'
import {
  boolean,
  type CompleteValues,
  isDate,
  isObject,
  isText,
  type OptionEntry,
  type OptionTable,
  type OptionType,
  type OptionValues,
  oneOf,
  text,
  textList,
  texts,
  textsLike,
  wholeNumber,
} from './option-types.ts'
import type { ScenarioOption } from './resolve-scenarios.ts'

/**
 * Records of the user by collection: `events`, `venues`, `organizers`, `categories`, `tags`. Each is the body
 * of a POST request, and may have a `language`. The default is the language of the first site.
 */
export type UserData = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

const instant: OptionType<Now> = {
  accepts: 'a string or a Date',
  includes: (value) => isText(value) || isDate(value),
}

const timeZone: OptionType<string> = {
  accepts: 'a time zone such as Europe/Berlin, UTC+2 or Etc/UTC',
  includes: (value) => isText(value) && isTimeZone(value),
}

const scenario: OptionType<ScenarioOption> = {
  accepts: 'a name, a scenario of defineScenario, or a list of them',
  includes: (value) => [value].flat().every((part) => isText(part) || isObject(part)),
}

const userData: OptionType<UserData> = {
  accepts: 'an object with lists of records, such as {"events": [...]}',
  includes: isObject,
}

const delay: OptionType<DelayOption> = {
  accepts: 'milliseconds such as 500, a range such as "200-800", or {"min": 200, "max": 800}',
  includes: (value) => typeof value === 'number' || isText(value) || isObject(value),
}

const origins: OptionType<string | readonly string[]> = {
  ...textsLike(/./, 'origins such as https://app.example, without a path, or *'),
  includes: (value) => [value].flat().every((part) => part === '*' || isOrigin(part)),
}

const presetNames = Object.keys(presets) as PresetName[] // the keys of the table

/**
 * The options of a mock. Types, checks, defaults, flags, environment variables, the config file and the tables of
 * the documents are derived from this table.
 */
export const mockOptions = {
  /** Seed of the generator. The same seed, size and clock generate the same bytes. Default: 1. */
  seed: {
    type: wholeNumber(0, 4_294_967_295),
    default: defaultWorld.seed,
    scope: 'records',
    flag: { group: 'Records', argument: '<n>' },
    help: 'generate other records: the same seed always generates the same ones',
  },
  /** Number of events in each language. The number of venues and organizers depends on it. Default: 60. */
  events: {
    type: wholeNumber(0, 10_000_000),
    default: defaultWorld.events,
    scope: 'records',
    flag: { group: 'Records', argument: '<n>' },
    help: 'generate this many events, most of them in all languages',
  },
  /** Cities of the listed events, venues and organizers. Landmarks of other cities are not listed. Default: all seven. */
  cities: {
    type: textList<CityName>(),
    scope: 'records',
    flag: { group: 'Records', argument: '<list>' },
    help: `list events, venues and organizers of these cities only, comma-separated: ${cityNames.join(', ')}`,
  },
  /** Generates no records at all. Default: false. */
  empty: { type: boolean, flag: { group: 'Records' }, help: 'create no records' },
  /**
   * Time of the clock: `today` (noon UTC of the current day, frozen), `real` (the system time, running),
   * or an instant in ISO 8601 (frozen; UTC without an offset). Records are dated relative to it.
   * Default: `2030-01-07T12:00:00Z`.
   */
  now: {
    type: instant,
    default: defaultWorld.now,
    flag: { group: 'Records', argument: '<today|real|instant>', default: 'today' },
    help: 'set the clock: today (noon UTC, frozen), real (advances), or an instant such as 2030-01-07T12:00:00Z',
  },
  /** Initial scenario: the name of a built-in one, several joined with `+`, or custom scenarios. Default: `city`. */
  scenario: {
    type: scenario,
    default: defaultWorld.scenario,
    flag: { group: 'Records', argument: '<names>' },
    help: 'start with these scenarios: names or files, joined with +',
  },
  /** Your own records, added to the records of the scenario. See `UserData`. */
  data: {
    type: userData,
    flag: { group: 'Records', argument: '<file.json>' },
    help: 'add your own records, as bodies of POST requests; serve reloads a changed file',
  },
  /** Draws the images of events without their title, for an app that writes it next to them. Default: false. */
  plainPosters: {
    type: boolean,
    flag: { group: 'Records' },
    help: 'draw the images of events without their title',
  },
  /** Languages of the sites. Default: `en`, `hi`, `de`, `zh-hans`. */
  sites: {
    type: textList<LanguageCode>(),
    default: defaultSites,
    flag: { group: 'Sites and links', argument: '<list>' },
    help: `create these language sites, comma-separated: ${languages.join(', ')}`,
  },
  /**
   * Path of the REST root of a site; `:site` is replaced with its language. A mock with exactly one site may
   * omit it: `/wp-json`. Default: `/:site`.
   */
  root: {
    type: text,
    flag: { group: 'Sites and links', argument: '<pattern>' },
    help: `set the path of a site's REST root, such as /:site/wp-json; with one site also /wp-json (default: "${defaultRoot}")`,
  },
  /** Path of the namespace below the REST root. Default: `cal/events/v1`. */
  namespace: {
    type: text,
    flag: { group: 'Sites and links', argument: '<path>' },
    help: `set the path below a site's REST root (default: "${defaultNamespace}")`,
  },
  /**
   * Names and habits of a service in place of the neutral ones: `the-events-calendar` changes the defaults of
   * `namespace`, `root` and `perPage`, headers, taxonomies, dates, texts, errors and updates. Default: the neutral names.
   */
  preset: {
    type: oneOf(presetNames),
    flag: { group: 'Sites and links', argument: '<name>' },
    help: 'use the names and habits of a service: paths, headers, taxonomies, dates, texts, errors, updates',
  },
  /**
   * Time zone of the sites: of events that are created without one, of publication dates, of words such as
   * `today`, and of the days in lists. Lists compare the clock time of each event with the requested days. For
   * `UTC` alone they compare instants in UTC. Default: `Etc/UTC`.
   */
  timezone: {
    type: timeZone,
    default: defaultTimezone,
    flag: { group: 'Sites and links', argument: '<zone>' },
    help: 'set the time zone of the sites, such as Europe/Berlin; lists compare the clock times of events (also with Etc/UTC), and only with UTC they compare instants',
  },
  /** Number of records on a page of a list where a request does not say. Default: 9, or 10 with the preset. */
  perPage: {
    type: wholeNumber(1, 1_000_000),
    flag: { group: 'Requests', argument: '<n>' },
    help: `return this many records per page where a request does not say (default: ${neutralPreset.perPage}; ${presets['the-events-calendar'].perPage} with the preset)`,
  },
  /** Maximum number of records on a page of a list. Default: 50. */
  maxPerPage: {
    type: wholeNumber(1, 1_000_000),
    default: 50,
    flag: { group: 'Requests', argument: '<n>' },
    help: 'return at most this many records per page',
  },
  /** Radius of the search around `geoloc_lat` and `geoloc_lng`, in km. Default: 25. */
  geolocRadius: {
    type: wholeNumber(0, 20_100),
    default: 25,
    flag: { group: 'Requests', argument: '<km>' },
    help: 'find venues within this many km of a point',
  },
  /** Makes `geoloc`, `geoloc_lat` and `geoloc_lng` filter events, as with an extension of the service. Default: true, with the preset false. */
  geolocation: {
    type: boolean,
    flag: { group: 'Requests' },
    help: 'filter events by place also with the preset, as with an extension of the service',
  },
  /** Makes `ticketed` filter events, as with an extension of the service. Default: true, with the preset false. */
  tickets: {
    type: boolean,
    flag: { group: 'Requests' },
    help: 'filter events by tickets also with the preset, as with an extension of the service',
  },
  /**
   * Address of the mock: a URL such as `https://api.example.com/v2`, or a path such as `/api`. All paths
   * of the mock are below it, and other requests are not handled. Default: the root of any origin.
   */
  baseUrl: {
    type: text,
    flag: { group: 'Sites and links', argument: '<url>', commands: ['export'] },
    help: 'set the base URL of the API, such as https://api.example.com/v2; other requests pass through (default: any origin)',
  },
  /**
   * URL of the mock in links, such as `https://example.com/mock`, for a server behind a reverse proxy that
   * does not pass the host on. Default: the URL of the request.
   */
  publicUrl: {
    type: text,
    flag: { group: 'Sites and links', argument: '<url>', commands: ['serve'] },
    help: 'start all links with this URL, such as https://example.com/mock, behind a reverse proxy',
  },
  /**
   * Makes links follow the headers `Forwarded` and `X-Forwarded-Proto`, `-Host`, `-Port` and `-Prefix` of a
   * reverse proxy. A request with one of them counts as one from another machine. Default: false.
   */
  trustProxy: {
    type: boolean,
    flag: { group: 'Sites and links', commands: ['serve'] },
    help: 'start all links with the URL in the Forwarded or X-Forwarded-* headers of a reverse proxy',
  },
  /** Maximum number of worlds. Beyond it, the least recently used world is evicted. Default: 1000. */
  maxWorlds: {
    type: wholeNumber(1, 1_000_000),
    default: 1000,
    flag: { group: 'Limits', argument: '<n>', commands: ['serve'] },
    help: 'limit the number of worlds; evict the least recently used one',
  },
  /** Minutes without a request after which a world is evicted. Default: 60. */
  worldIdle: {
    type: wholeNumber(1, 525_600),
    default: 60,
    flag: { group: 'Limits', argument: '<minutes>', commands: ['serve'] },
    help: 'evict a world after this many idle minutes',
  },
  /**
   * Maximum size of the written records and the log entries of all worlds, in MB. Beyond it, the oldest
   * log entries are removed, and then writes are rejected with 507. Default: 512, and 64 for each world of
   * `calmock/worker`.
   */
  maxMemory: {
    type: wholeNumber(1, 1_000_000),
    default: 512,
    flag: { group: 'Limits', argument: '<MB>', commands: ['serve'] },
    help: 'limit written records and log entries of all worlds; remove the oldest entries, then reject writes with 507',
  },
  /** Maximum size of a request body, in bytes. A larger body is rejected with 413. Default: 1 MiB. */
  maxBody: {
    type: wholeNumber(1, 1_000_000_000),
    default: MAX_BODY_BYTES,
    flag: { group: 'Limits', argument: '<bytes>', commands: ['serve'] },
    help: 'reject request bodies of more than this many bytes with 413',
  },
  /** Maximum number of requests in the log of a world. 0 turns the log off. Default: 200. */
  maxRequests: {
    type: wholeNumber(0, 10_000),
    default: 200,
    scope: 'world',
    flag: { group: 'Log', argument: '<n>', commands: ['serve'] },
    help: 'log at most this many requests per world; 0 turns the log off',
  },
  /** Maximum size of each body in the log, in bytes; the rest is cut off. Default: 16000. */
  maxLoggedBody: {
    type: wholeNumber(0, 100_000_000),
    default: 16_000,
    flag: { group: 'Log', argument: '<bytes>', commands: ['serve'] },
    help: 'cut each body in the log after this many bytes',
  },
  /**
   * Users for HTTP Basic, each as `user:password` or `user:password:role`. The roles `administrator`
   * (default), `editor` and `author` may write, `contributor` may write its own drafts, `subscriber` may
   * read. Blanks in passwords are ignored. Default: no users, and all clients may write.
   */
  auth: {
    type: texts,
    flag: { group: 'Access', argument: '<user:password[:role]>' },
    help: 'add a user with the role administrator (default), editor, author, contributor or subscriber (repeatable)',
  },
  /**
   * Origins whose pages may write and use credentials over HTTP, such as `https://app.example`; named ones may use
   * control routes too. `*` means all origins. Default: this machine, private addresses, and the hosts of the mock.
   */
  allowOrigin: {
    type: origins,
    flag: { group: 'Access', argument: '<origins>', commands: ['serve'] },
    help: "let pages of these origins write and use credentials, such as https://app.example, comma-separated, besides localhost, private addresses and the mock's own hosts; * means all (repeatable)",
  },
  /** Token that requests to control routes must send as `Authorization: Bearer <token>`. Default: only requests from this machine are accepted. */
  token: {
    type: text,
    flag: { group: 'Access', argument: '<token>', commands: ['serve'] },
    help: 'require this bearer token for the control routes',
  },
  /**
   * Delay of responses: a number of ms, or a range such as `200-800`, from which each response gets a random delay.
   * Default: 0.
   */
  delay: {
    type: delay,
    default: 0,
    scope: 'world',
    flag: { group: 'Requests', short: 'd', argument: '<ms|min-max>' },
    help: 'delay each response by this many ms, or by a random number of ms in a range',
  },
  /** Rules of faults, such as `GET /events 503 10%`. See docs/faults.md. Default: no faults. */
  fault: {
    type: texts,
    scope: 'world',
    flag: { group: 'Requests', argument: '<rule>' },
    help: "fail some requests: 'GET /events 503 10%', '* drop 1%', 'POST * 429' (repeatable)",
  },
  /** Rejects requests with 400 that the service accepts although they are wrong, such as unknown parameters. Default: false. */
  strict: {
    type: boolean,
    flag: { group: 'Requests', commands: ['serve'] },
    help: 'reject wrong requests with 400, such as unknown parameters, although the service accepts them',
  },
  /** Counts what tests send to a mock of `calmock/vitest`, `/jest` or `/playwright`, for the reporter `calmock/coverage`. Default: false. */
  coverage: { type: boolean },
} satisfies OptionTable

/** The options of a mock. The flags of `calmock serve` have the same names. */
export interface Options extends OptionValues<typeof mockOptions> {}

/** The names of the options with a scope. */
export type NamesInScope<Scope extends string> = {
  [Name in keyof typeof mockOptions]: (typeof mockOptions)[Name] extends { scope: Scope }
    ? Name
    : never
}[keyof typeof mockOptions]

/** The options that the generated records depend on. An option without a value is absent. */
export interface RecordOptions
  extends Pick<CompleteValues<typeof mockOptions>, NamesInScope<'records'>> {}

/** Returns the options in the scope `records`, in the order of the table, so that two worlds can be compared as JSON. Does not check the values. */
export const pickRecordOptions = (
  options: Readonly<Partial<Record<NamesInScope<'records'>, unknown>>>,
): RecordOptions =>
  Object.fromEntries(
    Object.entries<OptionEntry>(mockOptions).flatMap(([name, { scope }]) => {
      const value = options[name as NamesInScope<'records'>] // compared with the scope below
      return scope !== 'records' || value === undefined ? [] : [[name, value]]
    }),
  ) as RecordOptions // the names of the scope
