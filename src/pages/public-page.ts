import type { Context, Query, Settings } from '../contract/context.ts'
import { announceApi } from '../contract/html-page.ts'
import { createNote } from '../contract/note.ts'
import { createParamReader, quote, readParams } from '../contract/params/param.ts'
import { createDateRules, parseDateParam } from '../contract/params/values.ts'
import { isPublic } from '../contract/post-status.ts'
import { pagePathOf } from '../contract/presets.ts'
import { Problem } from '../contract/problem.ts'
import type { Resource, Row } from '../contract/resource.ts'
import { languages, type Site, textDirection } from '../contract/site.ts'
import { addMonths, formatDateTime, parseDateTime, startOfDay } from '../dates/date-time.ts'
import { DAY } from '../dates/durations.ts'
import { toWall } from '../dates/time-zone.ts'
import { createRow, readPathSlug } from '../engine/actions.ts'
import type { RequestNotes } from '../engine/explain/request-notes.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { createHtmlResponse, createResponse } from '../engine/plain-response.ts'
import { isHomePath, type RouterOptions } from '../engine/site-router.ts'
import { presentProblem } from '../engine/to-response.ts'
import { escapeMarkup } from '../poster/escape-markup.ts'
import { presentEventsPage, presentRecordPage, type RecordPage } from './record-page.ts'

/** Returns the page of a record or of events, or their calendar or feed. Undefined if the request is for none of them (22.5). */
export async function handlePublicPage(
  request: MockRequest,
  config: PageOptions,
  {
    repository,
    now,
    notes,
  }: Pick<Context, 'repository' | 'now'> & { readonly notes: RequestNotes },
): Promise<MockResponse | undefined> {
  const address = findAddress(request, config)
  if (!address || !['GET', 'HEAD'].includes(request.method)) return undefined
  const { form, site, named, view, date, accepted } = address
  const { settings } = config
  const { origin } = request
  const context: Context = {
    site,
    settings,
    repository,
    now,
    origin,
    language: site.language,
    base: `${origin}${site.root}/${settings.namespace}`,
    isLanguageRequested: false,
    inlinesImages: false,
    create: (linked, values) => createRow(linked, values, context),
  }
  if (form !== 'page') notes.ignored(request, accepted)
  const wall = parseDateParam(date, createDateRules(context))?.wall
  if (date && wall === undefined)
    notes.add(createNote('no-effect', `${quote(date)} is not a date; the view begins now`))
  try {
    if (!['list', 'past', 'day', 'month'].includes(view))
      throw new Problem('not-found', { key: 'otherView', values: { given: quote(view) } })
    const found = named.map((record) => readRecord(request, record, context))
    const [first] = found
    const shown = { ...context, language: first?.row.language ?? site.language }
    if (first && form === 'page')
      return createRecordPage(request, first.row, { ...shown, ...first })
    const list = (count: number) =>
      listEvents(address, found, { ...config, context: shown, count, wall })
    if (form !== 'page') return await createFile(request, form, { ...shown, list })
    return createPage(request, presentEventsPage(list(10), site.messages.docTitle), shown)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return createProblemPage(request, error, context)
  }
}

type FoundRecord = Pick<NamedRecord, 'resource'> & { readonly row: Row }

/** Returns a record that a URL names. The site's own languages come first; records of other languages have pages too. Throws `Problem` if visitors may not see it. */
function readRecord(
  { query }: Pick<MockRequest, 'query'>,
  { resource, id, slug }: NamedRecord,
  context: Context,
): FoundRecord {
  const { repository, site } = context
  let row = id === undefined ? undefined : repository.get(resource.name, id)
  const codes = id === undefined ? [site.language, ...site.accepts, ...languages] : []
  for (const code of codes) row ??= repository.bySlug(resource.name, readPathSlug(slug), code)
  if (!row || !isPublic(row)) {
    const values = { kind: resource.name, given: id ?? `"${slug.slice(0, 80)}"` }
    throw new Problem('not-found', { values })
  }
  resource.authorizeRead?.(row, Object.fromEntries(new URLSearchParams(query)), context)
  return { resource, row }
}

function createRecordPage(
  request: MockRequest,
  row: Row,
  { resource, ...context }: Context & { readonly resource: Resource },
): MockResponse {
  const page = presentRecordPage(row, resource.present(row, context, 'item'))
  const record = escapeMarkup(`${context.base}/${resource.collection}/${row.id}`)
  const head = `<link rel="alternate" type="application/json" href="${record}">\n${page.head}`
  return createPage(request, { ...page, head }, context)
}

interface ListOptions extends PageOptions {
  readonly context: Context
  readonly count: number
  /** The date of the view, in ms of the site's clock. Default: now. */
  readonly wall: number | undefined
}

/** Returns the events of a view as a visitor's request for the list does, the event itself, or the events of `event_ids`. */
function listEvents(
  { view, page, filters, eventIds, form }: PageAddress,
  found: readonly FoundRecord[],
  { resources, context, count, wall }: ListOptions,
): readonly Query[] {
  const { repository } = context
  const list = resources.find(({ archivePath }) => archivePath)
  if (!list) return []
  const event = found.find(({ resource }) => resource === list)
  if (event) return [list.present(event.row, context, 'item')]
  const present = (rows: readonly Row[]) => rows.map((row) => list.present(row, context, 'list'))
  if (eventIds) {
    const chosen = eventIds.flatMap((id) => repository.get(list.name, id) ?? []).filter(isPublic)
    if (chosen.length > 0) return present(chosen)
    throw new Problem('not-found', { values: { kind: list.name, given: quote(eventIds.join()) } })
  }
  const links = found.map(({ resource: { collection, name }, row }) => [
    collection in list.filters ? collection : name,
    String(row.id),
  ])
  const values = { ...filters, ...Object.fromEntries(links) }
  const reader = createParamReader(context, true)
  readParams(list.filters, (name) => values[name], reader)
  const { start_date, end_date, ...query } = reader.values
  const bounds = createBounds(view, wall, context)
  const read = (paging: Query) =>
    repository.list(list, { ...query, ...bounds, ...paging }, context).rows
  if (view !== 'past') return present(read({ page, per_page: count }))
  // the latest first, except on a page, which shows them in their order (22.5b)
  const all = read({ page: 1, per_page: Number.MAX_SAFE_INTEGER })
  const past = all.toReversed().slice((page - 1) * count, page * count)
  return present(form === 'page' ? past.reverse() : past)
}

/** Returns the bounds of a view on the site's clock, as the store compares them. */
function createBounds(view: string, wall: number | undefined, { now, site }: Context): Query {
  const time = formatDateTime(wall ?? toWall(now.getTime(), site.zone))
  if (view === 'list') return { ends_after: time }
  if (view === 'past') return { ends_before: time }
  const first = startOfDay(view === 'day' ? time : `${time.slice(0, 8)}01`)
  const start = parseDateTime(first)
  const next = view === 'day' ? start + DAY : addMonths(start, 1)
  return { ends_after: first, starts_before: formatDateTime(next) }
}

/** Creates the calendar or the feed of events. Its library is loaded on demand: few requests need it. */
async function createFile(
  request: MockRequest,
  form: 'calendar' | 'feed',
  { list, site, language, now, settings }: Context & { list(count: number): readonly Query[] },
): Promise<MockResponse> {
  const { maxEvents, renderCalendar, renderFeed } = await import('./feeds.ts')
  const records = list(maxEvents[form])
  const url = request.origin + request.path.replace(/feed\/?$/, '')
  const place = { name: site.messages.docTitle, language, url, now }
  const file =
    form === 'feed'
      ? { type: 'application/rss+xml', body: renderFeed(records, place) }
      : { type: 'text/calendar', body: renderCalendar(records, place) }
  const headers = {
    ...(form === 'calendar' && { 'Content-Disposition': 'attachment; filename="calendar.ics"' }),
    'Content-Language': language,
    ...announceApi(request.origin, site, settings.namespace).headers,
  }
  return createResponse(request, { ...file, headers })
}

function createPage(
  request: MockRequest,
  page: RecordPage,
  { site, language, settings }: Context,
  status = 200,
): MockResponse {
  const { head, headers } = announceApi(request.origin, site, settings.namespace)
  const direction = textDirection(language)
  const content = { ...page, head: head + page.head, language, direction }
  return createHtmlResponse(request, status, content, headers)
}

function createProblemPage(request: MockRequest, problem: Problem, context: Context): MockResponse {
  const { status } = problem
  const message = escapeMarkup(String(presentProblem(problem, context.site.messages).message))
  const main = `<h1>${status}</h1>\n<p>${message}</p>`
  return createPage(request, { title: message, head: '', main }, context, status)
}

type PageOptions = RouterOptions & { readonly settings: Settings }

/** A record that a URL names by its ID, or by its slug, which is percent-encoded. */
interface NamedRecord {
  readonly resource: Resource
  readonly id?: number
  readonly slug: string
}

/** The content of a URL outside the API (22.5). */
interface PageAddress {
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
function findAddress(
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
