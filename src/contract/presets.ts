import { defaultNamespace, defaultRoot } from './site.ts'

/** The names and habits of a service. */
export interface Preset {
  /** The default of the option `namespace`. */
  readonly namespace: string
  /** The defaults of the option `root`: for several sites, and for exactly one. */
  readonly root: string
  readonly singleRoot: string
  /** The default of the option `perPage`. */
  readonly perPage: number
  /** The prefixes of the headers `-Total` and `-TotalPages` of lists. */
  readonly totalHeaders: readonly string[]
  /** The names of taxonomies in responses. */
  readonly taxonomies: Readonly<Record<'category' | 'tag', string>>
  /** The types of posts in the URLs of unpublished ones, by resource. */
  readonly postTypes: Readonly<Record<string, string>>
  /** True if an update clears the fields of `clearedByUpdate`, and ignores one date alone (18.4b). */
  readonly clearsFields: boolean
  /** True if a written month 0, day 0 and days past the end of a month roll over, and clock times that a zone skips. */
  readonly rollsOverDates: boolean
  /** True if responses contain typographic HTML entities in titles and names. */
  readonly texturizesTitles: boolean
  readonly errors: readonly PresetError[]
}

/** The error of a service in place of a neutral one. */
interface PresetError {
  /** The neutral code. */
  readonly code: string
  /** The actions that have it. Default: all. */
  readonly on?: readonly string[]
  /** The part of the path that names the record. Default: both. */
  readonly of?: 'id' | 'slug'
  /** The code of the service: `rest_invalid_param` with status 400 for the ID or slug of the path, or another with 403. */
  readonly becomes: string
}

/** Unknown records are invalid parameters, except for events by ID, and reads of the trash are forbidden. */
const strictErrors: readonly PresetError[] = [
  ...['venue', 'organizer', 'category', 'tag'].map((name) => ({
    code: `rest-${name}-not-found`,
    becomes: 'rest_invalid_param',
  })),
  {
    code: 'rest-event-not-found',
    on: ['read', 'remove'],
    of: 'slug',
    becomes: 'rest_invalid_param',
  },
  { code: 'event-is-in-trash', on: ['read'], becomes: 'event-no-longer-available' },
  { code: 'venue-is-in-trash', on: ['read'], becomes: 'venue-not-accessible' },
  { code: 'organizer-is-in-trash', on: ['read'], becomes: 'organizer-not-accessible' },
]

export const neutralPreset: Preset = {
  namespace: defaultNamespace,
  root: defaultRoot,
  singleRoot: defaultRoot,
  perPage: 9,
  totalHeaders: ['X-Cal', 'X-WP'],
  taxonomies: { category: 'cal_events_cat', tag: 'post_tag' },
  postTypes: { event: 'cal_event', venue: 'cal_venue', organizer: 'cal_organizer' },
  clearsFields: false,
  rollsOverDates: false,
  texturizesTitles: false,
  errors: [],
}

/** Presets by the value of the option `preset`. */
export const presets = {
  'the-events-calendar': {
    namespace: 'tribe/events/v1',
    root: '/:site/wp-json',
    singleRoot: '/wp-json',
    perPage: 10,
    totalHeaders: ['X-TEC', 'X-WP'],
    taxonomies: { category: 'tribe_events_cat', tag: 'post_tag' },
    postTypes: { event: 'tribe_events', venue: 'tribe_venue', organizer: 'tribe_organizer' },
    clearsFields: true,
    rollsOverDates: true,
    texturizesTitles: true,
    errors: strictErrors,
  },
} as const satisfies Readonly<Record<string, Preset>>

/** Returns the names of the headers with the totals of a list. */
export const listTotalHeaders = ({ totalHeaders }: Preset): readonly string[] =>
  totalHeaders.flatMap((prefix) => [`${prefix}-Total`, `${prefix}-TotalPages`])

export type PresetName = keyof typeof presets
