import { defaultNamespace, defaultRoot, languageHeader, type Site } from './site.ts'

/** The names and habits of a service. */
export interface Preset {
  /** The default of the option `namespace`. */
  readonly namespace: string
  /** The defaults of the option `root`: for several sites, and for exactly one site. */
  readonly root: string
  readonly singleRoot: string
  /** The default of the option `perPage`. */
  readonly perPage: number
  /** The prefixes of the headers `-Total` and `-TotalPages` of lists. */
  readonly totalHeaders: readonly string[]
  /** The names of taxonomies in responses. */
  readonly taxonomies: Readonly<Record<'category' | 'tag', string>>
  /** The types of posts in the URLs of unpublished posts, by resource. */
  readonly postTypes: Readonly<Record<string, string>>
  /** True if the mock follows the real service where the neutral mock is kinder (24.2 to 24.5). */
  readonly followsService: boolean
  /** The response headers that pages of other origins may read, and the request headers that they may send. */
  readonly exposedHeaders: readonly string[]
  readonly allowedHeaders: readonly string[]
  /** Namespaces of the service that the mock does not have. */
  readonly otherNamespaces: readonly string[]
  readonly errors: readonly PresetError[]
}

/** The error of a service in place of a neutral error. */
interface PresetError {
  /** The neutral code. */
  readonly code: string
  /** The status of the response, if it is not 400 for `rest_invalid_param` and 403 for others. */
  readonly status?: 400 | 500
  /** The actions that have it. Default: all. */
  readonly on?: readonly string[]
  /** The part of the path that names the record, or an ID of another kind. Default: all. */
  readonly of?: 'id' | 'slug' | 'other-kind'
  /** The code of the service: `rest_invalid_param` for the ID or slug of the path, or another. */
  readonly becomes: string
}

/** Unknown records are invalid parameters, except for events by ID, and reads of what is not public are forbidden. */
const strictErrors: readonly PresetError[] = [
  ...['venue', 'organizer', 'category', 'tag'].map((name) => ({
    code: `rest-${name}-not-found`,
    becomes: 'rest_invalid_param',
  })),
  {
    code: 'rest-event-not-found',
    of: 'other-kind',
    becomes: 'rest-invalid-event-id',
    status: 400,
  },
  {
    code: 'rest-event-not-found',
    on: ['read', 'remove'],
    of: 'slug',
    becomes: 'rest_invalid_param',
  },
  ...['event-not-accessible', 'venue-not-accessible', 'organizer-not-accessible'].map((code) => ({
    code,
    becomes: code,
  })),
  { code: 'duplicate_term_slug', becomes: 'duplicate_term_slug', status: 500 },
  { code: 'event-is-in-trash', on: ['read'], becomes: 'event-no-longer-available' },
  { code: 'venue-is-in-trash', on: ['read'], becomes: 'venue-not-accessible' },
  { code: 'organizer-is-in-trash', on: ['read'], becomes: 'organizer-not-accessible' },
]

/** The headers that pages of other origins may read in every response of the mock. */
export const defaultExposedHeaders = ['Link', 'Location', 'Content-Language', 'Allow']

const serviceAllowedHeaders = [
  ...['Authorization', 'X-WP-Nonce', 'Content-Disposition', 'Content-MD5', 'Content-Type'],
]

/** The headers that pages of other origins may send, besides the headers of the mock itself. */
export const defaultAllowedHeaders = [...serviceAllowedHeaders, 'X-HTTP-Method-Override']

export const neutralPreset: Preset = {
  namespace: defaultNamespace,
  root: defaultRoot,
  singleRoot: defaultRoot,
  perPage: 9,
  totalHeaders: ['X-Cal', 'X-WP'],
  taxonomies: { category: 'cal_events_cat', tag: 'post_tag' },
  postTypes: { event: 'cal_event', venue: 'cal_venue', organizer: 'cal_organizer' },
  followsService: false,
  exposedHeaders: [
    ...['X-Cal-Total', 'X-Cal-TotalPages', 'X-WP-Total', 'X-WP-TotalPages'],
    ...defaultExposedHeaders,
  ],
  allowedHeaders: defaultAllowedHeaders,
  otherNamespaces: [],
  errors: [],
}

/** Presets by the value of the option `preset`. */
export const presets = {
  'the-events-calendar': {
    namespace: 'tribe/events/v1',
    root: '/:site/wp-json',
    singleRoot: '/wp-json',
    perPage: 10,
    totalHeaders: ['X-TEC'],
    taxonomies: { category: 'tribe_events_cat', tag: 'post_tag' },
    postTypes: { event: 'tribe_events', venue: 'tribe_venue', organizer: 'tribe_organizer' },
    followsService: true,
    exposedHeaders: ['X-WP-Total', 'X-WP-TotalPages', 'Link'],
    allowedHeaders: serviceAllowedHeaders,
    otherNamespaces: ['tec/v1', 'tribe/tickets/v1', 'tribe/views/v2', 'wp/v2'],
    errors: strictErrors,
  },
} as const satisfies Readonly<Record<string, Preset>>

/** Returns the path of the public pages of a kind, below the home of a site: with the preset in its language (24.4). */
export const pagePathOf = (path: string, { language }: Site, preset: Preset): string =>
  (preset.followsService && languageHeader(language).pagePaths?.[path]) || path

export const listTotalHeaders = ({ totalHeaders }: Preset): readonly string[] =>
  totalHeaders.flatMap((prefix) => [`${prefix}-Total`, `${prefix}-TotalPages`])

export type PresetName = keyof typeof presets
