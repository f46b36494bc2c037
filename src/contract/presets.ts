import { defaultNamespace, defaultRoot } from './site.ts'

/** The names and habits of a service. */
export interface Preset {
  /** The default of the option `namespace`. */
  readonly namespace: string
  /** The defaults of the option `root`: for several sites, and for exactly one. */
  readonly root: string
  readonly singleRoot: string
  /** The prefixes of the headers `-Total` and `-TotalPages` of lists. */
  readonly totalHeaders: readonly string[]
  /** The names of taxonomies in responses. */
  readonly taxonomies: Readonly<Record<'category' | 'tag', string>>
  /** The types of posts in the URLs of unpublished ones, by resource. */
  readonly postTypes: Readonly<Record<string, string>>
  /** True if a written month 0, day 0 and days past the end of a month roll over. */
  readonly rollsOverDates: boolean
  /** True if responses contain typographic HTML entities in titles and names. */
  readonly texturizesTitles: boolean
}

export const neutralPreset: Preset = {
  namespace: defaultNamespace,
  root: defaultRoot,
  singleRoot: defaultRoot,
  totalHeaders: ['X-Cal', 'X-WP'],
  taxonomies: { category: 'cal_events_cat', tag: 'post_tag' },
  postTypes: { event: 'cal_event', venue: 'cal_venue', organizer: 'cal_organizer' },
  rollsOverDates: false,
  texturizesTitles: false,
}

/** Presets by the value of the option `preset`. */
export const presets = {
  'the-events-calendar': {
    namespace: 'tribe/events/v1',
    root: '/:site/wp-json',
    singleRoot: '/wp-json',
    totalHeaders: ['X-TEC', 'X-WP'],
    taxonomies: { category: 'tribe_events_cat', tag: 'post_tag' },
    postTypes: { event: 'tribe_events', venue: 'tribe_venue', organizer: 'tribe_organizer' },
    rollsOverDates: true,
    texturizesTitles: true,
  },
} as const satisfies Readonly<Record<string, Preset>>

/** Returns the names of the headers with the totals of a list. */
export const listTotalHeaders = ({ totalHeaders }: Preset): readonly string[] =>
  totalHeaders.flatMap((prefix) => [`${prefix}-Total`, `${prefix}-TotalPages`])

export type PresetName = keyof typeof presets
