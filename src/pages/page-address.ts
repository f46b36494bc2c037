import type { Query, Settings } from '../contract/context.ts'
import type { Resource } from '../contract/resource.ts'
import { pagePathOf, type Site } from '../contract/site.ts'
import type { MockRequest } from '../engine/http-message.ts'
import { isHomePath, type RouterOptions } from '../engine/site-router.ts'

export type PageOptions = RouterOptions & { readonly settings: Settings }

/** A record that a URL names by its ID, or by its slug, which is percent-encoded. */
export interface NamedRecord {
  readonly resource: Resource
  readonly id?: number
  readonly slug: string
}

/** The content of a URL outside the API (22.5). */
export interface PageAddress {
  readonly form: 'page' | 'calendar' | 'feed'
  readonly site: Site
  /** The records that the URL names. It shows the first, or the events that have all of them. */
  readonly named: readonly NamedRecord[]
  /** The view of events: `list`, `past`, `month`, `day`, or a view that the mock does not have. */
  readonly view: string
  readonly date: string | undefined
  readonly page: number
  /** Parameters of the list of events. */
  readonly filters: Query
  readonly eventIds: readonly number[] | undefined
  /** The parameters of the query that the page can have. */
  readonly accepted: readonly string[]
}

/** The ends of paths to several events, and to an event. Events Calendar Pro has pages for the dates of a series. */
const listEnd =
  '(?:(?<view>list|month|today|photo|week|map|summary)/)?(?:day/)?(?:(?<date>\\d{4}-\\d\\d(?:-\\d\\d)?)/)?(?<featured>featured/)?(?:page/(?<page>\\d{1,6})/)?(?:(?<form>ical|feed)(?:/rss2)?/?)?'
const eventEnd = '(?:(?<view>all|\\d{4}-\\d\\d-\\d\\d)/)?(?:(?<form>ical)/)?'

interface PathTarget {
  readonly named: readonly NamedRecord[]
  /** The words of the end of the path, by the names of their groups. */
  readonly end: Readonly<Record<string, string | undefined>>
}

/** Returns the address of a URL, such as `/de/event/{slug}/`, `/de/events/month/2030-02/` or `/de/?post_type=…&ical=1`. */
export function findAddress(
  { path, query }: Pick<MockRequest, 'path' | 'query'>,
  config: PageOptions,
): PageAddress | undefined {
  const params = new URLSearchParams(query)
  for (const site of config.sites) {
    const isHome = isHomePath(path, site.home)
    const below = path.startsWith(`${site.home}/`) ? path.slice(site.home.length + 1) : ''
    const target = isHome ? { named: [], end: {} } : matchPath(below, site, config)
    const address = target && readQuery(target, params, { ...config, site })
    const isList = address?.form === 'page' && address.named.length === 0
    if (address && !(isHome && isList && !params.has('post_type'))) return address
  }
  return undefined
}

/** Returns what a path below the home of a site names. With the preset, the path of a category has the slugs of its parents (24.4). */
function matchPath(
  path: string,
  site: Site,
  { resources, settings }: PageOptions,
): PathTarget | undefined {
  if (/^feed\/?$/.test(path)) return { named: [], end: { form: 'feed' } }
  for (const resource of resources) {
    const { archivePath, pagePath, rejectsPagePastEnd: isPost } = resource
    const list = archivePath && new RegExp(`^${archivePath}/${listEnd}$`).exec(path)?.groups
    if (list) return { named: [], end: list }
    const isTree = Object.values(resource.fields).some(({ link }) => link === resource.name)
    const parents = isTree && settings.preset.followsService ? '(?:[^/]+/)*?' : ''
    const named = pagePath && pagePathOf(pagePath, site, settings.preset)
    const start = `${resource.name === 'tag' ? '(?:events/)?' : ''}${named}/${parents}`
    const pattern = `^${start}(?<slug>[^/]+)/${archivePath ? eventEnd : isPost ? '' : listEnd}$`
    const end = new RegExp(pattern).exec(path.replace(/\/?$/, '/'))?.groups
    if (end) return { named: [{ resource, slug: end.slug ?? '' }], end }
  }
  return undefined
}

/** Other names of views. */
const viewNames = { today: 'day', default: 'list', upcoming: 'list', 'single-event': 'list' }

/** The names in a query that no preset changes. */
const queryNames = [
  ...['ical', 'outlook-ical', 'feed', 'post_type', 'p', 'name', 'event_ids', 'event_ids[]'],
  ...['eventDisplay', 'tribe_event_display', 'eventDate', 'tribe-bar-date', 'tribe-bar-search'],
  ...['s', 'paged', 'page', 'featured', 'password'],
]

/** Reads the query, whose parameters override the path, as in the service. Returns undefined for a type of posts that the mock does not have, and for a feed of comments. */
function readQuery(
  { named, end }: PathTarget,
  params: URLSearchParams,
  { site, resources, settings }: PageOptions & { readonly site: Site },
): PageAddress | undefined {
  const { postTypes, taxonomies } = settings.preset
  const variables = { ...postTypes, category: taxonomies.category, tag: 'tag' }
  const read = (...names: readonly string[]): string | undefined =>
    names.map((name) => params.get(name)).find((value) => value) ?? undefined
  const type = read('post_type')
  const typed = type && resources.find(({ name }) => postTypes[name] === type)
  if (type && !typed) return undefined
  const byQuery = resources.flatMap((resource): NamedRecord[] => {
    const isTyped = resource === typed
    const slug = read(Object(variables)[resource.name], ...(isTyped ? ['name'] : []))
    if (slug) return [{ resource, slug }]
    const hasId = isTyped && (params.has('p') || !resource.archivePath)
    return hasId ? [{ resource, slug: '', id: Number(params.get('p')) }] : []
  })
  const all = [...named, ...byQuery]
  const isFeed = end.form === 'feed' || ['feed', 'rss2'].includes(read('feed') ?? '')
  if (isFeed && all[0]?.resource.rejectsPagePastEnd) return undefined // of its comments
  const isCalendar = end.form === 'ical' || params.has('ical') || params.has('outlook-ical')
  const byDate = end.date && (end.date.length > 7 ? 'day' : 'month')
  const view = read('tribe_event_display', 'eventDisplay') ?? end.view ?? byDate ?? 'list'
  const isFeatured = end.featured || ['1', 'true'].includes(read('featured') ?? '')
  const ids = [...params.getAll('event_ids'), ...params.getAll('event_ids[]')].join()
  return {
    form: isFeed ? 'feed' : isCalendar ? 'calendar' : 'page',
    site,
    named: all,
    view: Object(viewNames)[view] ?? view,
    date: read('eventDate', 'tribe-bar-date') ?? end.date,
    page: Math.max(1, Number(read('paged', 'page') ?? end.page) || 1),
    filters: { search: read('tribe-bar-search', 's'), featured: isFeatured ? 'true' : undefined },
    eventIds: isCalendar && ids ? [...new Set(ids.split(',').map(Number))] : undefined,
    accepted: [...queryNames, ...Object.values(variables)],
  }
}
