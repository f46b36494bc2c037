import type { PresentContext, Repository, Settings } from '../contract/context.ts'
import { escapeMarkup } from '../contract/html-page.ts'
import { Problem } from '../contract/problem.ts'
import { presentRecordPage } from '../contract/record-page.ts'
import type { Resource, Row } from '../contract/resource.ts'
import { languages, type Site, textDirection } from '../contract/site.ts'
import { readPathSlug } from './actions.ts'
import type { MockRequest, MockResponse } from './http-message.ts'
import { createHtmlResponse } from './plain-response.ts'
import { isHomePath, type RouterOptions } from './site-router.ts'
import { presentProblem } from './to-response.ts'

type PageOptions = RouterOptions & { readonly settings: Settings }

/** The record whose page a URL shows. */
interface PageTarget {
  readonly site: Site
  readonly resource: Resource
  /** The ID; undefined if the URL contains the slug. */
  readonly id?: number
  /** The slug, percent-encoded. */
  readonly slug: string
}

/** Returns the HTML page at the `url` of a record, or undefined if the request is not for such a page. */
export function handlePublicPage(
  request: MockRequest,
  config: PageOptions,
  { repository, now }: { readonly repository: Repository; readonly now: Date },
): MockResponse | undefined {
  const target = findTarget(request, config)
  if (!target || !['GET', 'HEAD'].includes(request.method)) return undefined
  const { site } = target
  const { settings } = config
  const { origin } = request
  const base = `${origin}${site.root}/${settings.namespace}`
  const context = { site, settings, repository, now, origin, base, ...pageContext(site) }
  try {
    return createRecordPage(request, target, { ...context, row: findRow(target, repository) })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return createProblemPage(request, error, site)
  }
}

const pageContext = ({ language }: Site) => ({
  language,
  isLanguageRequested: false,
  inlinesImages: false,
})

/** Returns the target of a URL: `/de/event/{slug}/`, or `/de/?post_type=…&p={id}` for unpublished posts. */
function findTarget(
  { path, query }: Pick<MockRequest, 'path' | 'query'>,
  { sites, resources, settings }: PageOptions,
): PageTarget | undefined {
  const { postTypes } = settings.preset
  for (const site of sites) {
    if (isHomePath(path, site.home)) {
      const params = new URLSearchParams(query)
      const type = params.get('post_type')
      const resource = resources.find(({ name }) => postTypes[name] === type)
      if (resource && type !== null)
        return { site, resource, id: Number(params.get('p')), slug: '' }
    }
    for (const resource of resources) {
      if (resource.pagePath === undefined) continue
      const start = `${site.home}/${resource.pagePath}/`
      const rest = path.startsWith(start) ? path.slice(start.length).replace(/\/$/, '') : ''
      const isTree = Object.values(resource.fields).some(({ link }) => link === resource.name)
      const slug = isTree && settings.preset.nestsPages ? rest.replace(/^.*\//, '') : rest
      if (slug !== '' && !slug.includes('/')) return { site, resource, slug }
    }
  }
  return undefined
}

/** Returns the record of a page. The site's own languages come first; records of other languages have pages too. */
function findRow(
  { site, resource, id, slug }: PageTarget,
  repository: Repository,
): Row | undefined {
  if (id !== undefined) return repository.get(resource.name, id)
  const stored = readPathSlug(slug)
  for (const code of [site.language, ...site.accepts, ...languages]) {
    const row = repository.bySlug(resource.name, stored, code)
    if (row) return row
  }
  return undefined
}

/** Throws `Problem` if visitors may not see the record. */
function createRecordPage(
  request: MockRequest,
  { site, resource, id, slug }: PageTarget,
  { row, ...context }: PresentContext & { readonly row: Row | undefined },
): MockResponse {
  const page = row && presentRecordPage(row, resource.present(row, context, 'item'))
  if (!row || !page) {
    const values = { kind: resource.name, given: id ?? `"${slug.slice(0, 80)}"` }
    throw new Problem('not-found', { values })
  }
  const query = Object.fromEntries(new URLSearchParams(request.query))
  resource.authorizeRead?.(row, query, context)
  const root = `${request.origin}${site.root}/`
  const record = `${context.base}/${resource.collection}/${row.id}`
  const head = `<link rel="alternate" type="application/json" href="${escapeMarkup(record)}">
<link rel="https://api.w.org/" href="${escapeMarkup(root)}">
${page.head}`
  const { language } = row
  const content = { ...page, head, language, direction: textDirection(language) }
  return createHtmlResponse(request, 200, content, { Link: `<${root}>; rel="https://api.w.org/"` })
}

function createProblemPage(request: MockRequest, problem: Problem, site: Site): MockResponse {
  const { status } = problem
  const { language, messages } = site
  const message = escapeMarkup(String(presentProblem(problem, messages).message))
  const main = `<h1>${status}</h1>\n<p>${message}</p>`
  const page = { language, direction: textDirection(language), title: message, main }
  return createHtmlResponse(request, status, page)
}
