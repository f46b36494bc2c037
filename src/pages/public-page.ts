import type { Context, Query, Repository, Settings } from '../contract/context.ts'
import { announceApi } from '../contract/html-page.ts'
import { createParamReader, readParams } from '../contract/params/param.ts'
import { isPublic } from '../contract/post-status.ts'
import { Problem } from '../contract/problem.ts'
import type { Resource, Row } from '../contract/resource.ts'
import { languages, type Site, textDirection } from '../contract/site.ts'
import { createRow, readPathSlug } from '../engine/actions.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { createHtmlResponse, createResponse } from '../engine/plain-response.ts'
import { isHomePath, type RouterOptions } from '../engine/site-router.ts'
import { presentProblem } from '../engine/to-response.ts'
import { escapeMarkup } from '../poster/escape-markup.ts'
import { presentEventsPage, presentRecordPage, type RecordPage } from './record-page.ts'

type PageOptions = RouterOptions & { readonly settings: Settings }

/** The form of a page that a request asks for. */
type Form = 'page' | 'calendar' | 'feed'

/** The record or the list whose page a URL shows. */
interface PageTarget {
  readonly form: Form
  readonly site: Site
  readonly resource: Resource
  /** The ID; undefined if the URL contains the slug. */
  readonly id?: number
  /** The slug, percent-encoded; empty for a list. */
  readonly slug: string
}

/** Returns the page of a record or of the coming events, or their calendar or feed. Undefined if the request is for none of them (22.5). */
export async function handlePublicPage(
  request: MockRequest,
  config: PageOptions,
  { repository, now }: { readonly repository: Repository; readonly now: Date },
): Promise<MockResponse | undefined> {
  const target = findTarget(request, config)
  if (!target || !['GET', 'HEAD'].includes(request.method)) return undefined
  const { form, site, resource, id, slug } = target
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
  try {
    const isList = id === undefined && slug === ''
    const row = isList ? undefined : readRecord(request, target, context)
    const shown = { ...context, language: row?.language ?? site.language }
    if (row && form === 'page') return createRecordPage(request, row, { ...shown, resource })
    const list = (count: number) => listComing(target, row, { ...config, context: shown, count })
    if (form !== 'page') return await createFile(request, form, { ...shown, list })
    return createPage(request, presentEventsPage(list(10), site.messages.docTitle), shown)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return createProblemPage(request, error, context)
  }
}

/** Returns the target of a URL: `/de/event/{slug}/`, `/de/?post_type=…&p={id}` for unpublished posts, or the events. */
function findTarget(
  { path, query }: Pick<MockRequest, 'path' | 'query'>,
  config: PageOptions,
): PageTarget | undefined {
  const params = new URLSearchParams(query)
  const page = path.replace(/\/feed\/?$/, '/')
  const feed = page === path ? undefined : findPage(page, params, { ...config, form: 'feed' })
  const form = params.has('ical') || params.has('outlook-ical') ? 'calendar' : 'page'
  return feed ?? findPage(path, params, { ...config, form })
}

function findPage(
  path: string,
  params: URLSearchParams,
  { sites, resources, settings, form }: PageOptions & { readonly form: Form },
): PageTarget | undefined {
  const { postTypes, followsService } = settings.preset
  const type = params.get('post_type')
  for (const site of sites) {
    const isHome = isHomePath(path, site.home)
    for (const resource of resources) {
      if (isHome && type !== null && postTypes[resource.name] === type)
        return { form, site, resource, id: Number(params.get('p')), slug: '' }
      const list = resource.archive && `${site.home}/${resource.archive.path}/`
      const isList = list === path || (list && path === `${list}list/`)
      if (isList || (list && isHome && type === null && form !== 'page'))
        return { form, site, resource, slug: '' }
      // a post has a feed of comments in the real service
      if (!resource.pagePath || (form === 'feed' && resource.rejectsPagePastEnd)) continue
      const start = `${site.home}/${resource.pagePath}/`
      const rest = path.startsWith(start) ? path.slice(start.length).replace(/\/$/, '') : ''
      const isTree = Object.values(resource.fields).some(({ link }) => link === resource.name)
      // the page of a category has the slugs of its parents in its path (24.4)
      const slug = isTree && followsService ? rest.replace(/^.*\//, '') : rest
      if (slug !== '' && !slug.includes('/')) return { form, site, resource, slug }
    }
  }
  return undefined
}

/** Returns the record of a page. The site's own languages come first; records of other languages have pages too. Throws `Problem` if visitors may not see it. */
function readRecord(
  { query }: MockRequest,
  { site, resource, id, slug }: PageTarget,
  context: Context,
): Row {
  const { repository } = context
  let row = id === undefined ? undefined : repository.get(resource.name, id)
  const codes = id === undefined ? [site.language, ...site.accepts, ...languages] : []
  for (const code of codes) row ??= repository.bySlug(resource.name, readPathSlug(slug), code)
  if (!row || !isPublic(row)) {
    const values = { kind: resource.name, given: id ?? `"${slug.slice(0, 80)}"` }
    throw new Problem('not-found', { values })
  }
  resource.authorizeRead?.(row, Object.fromEntries(new URLSearchParams(query)), context)
  return row
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

/** Returns the coming events of a list or of a record as a visitor's request for the list does, or the event itself. */
function listComing(
  { resource }: PageTarget,
  row: Row | undefined,
  {
    resources,
    context,
    count,
  }: PageOptions & { readonly context: Context; readonly count: number },
): readonly Query[] {
  const list = resources.find(({ archive }) => archive)
  if (!list) return []
  if (row && resource === list) return [list.present(row, context, 'item')]
  const link = resource.collection in list.filters ? resource.collection : resource.name
  const values: Query = {
    ...list.archive?.query,
    per_page: String(count),
    ...(row && { [link]: String(row.id) }),
  }
  const reader = createParamReader(context, true)
  readParams(list.filters, (name) => values[name], reader)
  const query = list.normalizeQuery?.(reader.values, context) ?? reader.values
  const { rows } = context.repository.list(list, query, context)
  return rows.map((listed) => list.present(listed, context, 'list'))
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
