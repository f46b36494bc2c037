import type { Settings } from '../contract/context.ts'
import { formatMessage, joinSentences, type Messages } from '../contract/format-message.ts'
import { announceApi, createLink } from '../contract/html-page.ts'
import {
  findImage,
  imagesPath,
  parseImagePath,
  posters,
  readPoster,
} from '../contract/params/image.ts'
import { presets } from '../contract/presets.ts'
import { resources } from '../contract/resources/index.ts'
import { defaultLanguage, languages, type ReadMessages, type Site } from '../contract/site.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { negotiateLanguage } from '../engine/negotiate-language.ts'
import { createHtmlResponse, createJsonResponse, createResponse } from '../engine/plain-response.ts'
import { isHomePath } from '../engine/site-router.ts'
import type { Store } from '../store/store.ts'

/** The parts of a world that respond to requests outside the sites. */
export interface RootRouteOptions extends OutsideOptions {
  readonly repository: Store
  readonly settings: Pick<Settings, 'plainPosters'>
}

/** Handles a request outside the sites: the list of sites at `/`, the homes of sites, generated images, and 404 for anything else. */
export function handleRootRoutes(request: MockRequest, options: RootRouteOptions): MockResponse {
  const { sites, namespace } = options
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead) return rejectUnknownPath(request, options)
  const site = sites.find(({ home }) => isHomePath(request.path, home))
  if (site) return presentSites(request, { sites: [site], namespace, home: site })
  const route = new URLSearchParams(request.query).get('rest_route') // which only the home of a site has
  if (request.path === '/')
    return route === null
      ? presentSites(request, { sites, namespace })
      : rejectUnknownPath({ ...request, path: route }, options)
  return serveImage(request, options) ?? rejectUnknownPath(request, options)
}

/** Returns the image of a path, or undefined. */
function serveImage(
  request: MockRequest,
  { repository, settings }: RootRouteOptions,
): MockResponse | undefined {
  if (!request.path.startsWith(`${imagesPath}/`)) return undefined
  const image = parseImagePath(request.path.slice(imagesPath.length))
  if (!image) return undefined
  const row = findImage(repository, image.id)
  const isGenerated = row?.slug === '' // others are at the URL in their slug
  if (!row || !isGenerated) return undefined
  return createResponse(request, {
    type: 'image/svg+xml',
    headers: { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'" },
    body: posters.value.drawPoster(readPoster(row, settings), image),
  })
}

export interface SiteList {
  readonly sites: readonly Site[]
  readonly namespace: string
  /** The site whose home presents it. */
  readonly home?: Site
}

/** Presents sites as JSON, or as a page of links for a browser. */
function presentSites(request: MockRequest, { sites, namespace, home }: SiteList): MockResponse {
  const list = listSites(request, { sites, namespace })
  const { head, headers } = home
    ? announceApi(request.origin, home, namespace)
    : { head: '', headers: {} }
  if (!request.header('accept')?.includes('text/html'))
    return createJsonResponse(request, 200, { name: 'calmock', sites: list }, headers)
  return createHtmlResponse(request, 200, { ...createSitesPage(list), head }, headers)
}

export const listSites = ({ origin }: MockRequest, { sites, namespace }: SiteList) =>
  sites.map(({ language, root }) => ({ language, url: `${origin}${root}/${namespace}` }))

function createSitesPage(list: readonly { readonly language: string; readonly url: string }[]) {
  const collections = [...resources.map(({ collection }) => collection), 'doc']
  const items = list.map(({ language, url }) => {
    const links = collections.map((name) => createLink(`${url}/${name}`, name))
    return `<li>${createLink(url, `Site ${language}`)}: ${links.join(', ')}</li>`
  })
  const main = `<h1>calmock</h1>
<p>A mock of an events API. Sites and their collections:</p>
<ul>
${items.join('\n')}
</ul>
<p><code>doc</code> is the OpenAPI document of a site. README.md of the package describes the mock; <code>calmock serve --help</code> lists the flags.</p>`
  return { language: 'en', title: 'calmock', main }
}

/** The parts of a mock that a response outside the sites depends on. */
interface OutsideOptions {
  readonly sites: readonly Site[]
  readonly namespace: string
  readonly readMessages: ReadMessages
}

const MAX_SHOWN_CHARACTERS = 200

/** Returns the 404 of a path outside the sites, in the language of `Accept-Language`. The message lists the sites, or names a doubled slash. */
function rejectUnknownPath(request: MockRequest, options: OutsideOptions): MockResponse {
  const { sites, readMessages } = options
  const accepted = request.header('accept-language') ?? ''
  const language = negotiateLanguage(accepted, [defaultLanguage, ...languages]) ?? defaultLanguage
  const messages = readMessages(language)
  const path = request.path.slice(0, MAX_SHOWN_CHARACTERS)
  const values = {
    method: request.method,
    path,
    url: suggestUrl({ ...request, path }, options),
    accepted: sites.map((site) => site.language),
  }
  const single = path.replace(/\/+/g, '/')
  const sentences =
    single === path
      ? [formatMessage(messages, 'noSite', values), ...suggestOptions(path, options, messages)]
      : [formatMessage(messages, 'doubledSlash', { path, url: request.origin + single })]
  const body = { code: 'rest_no_route', message: joinSentences(sentences), data: { status: 404 } }
  const headers = { 'Content-Language': language, Vary: 'Origin, Accept-Language' }
  return createJsonResponse(request, 404, body, headers)
}

/** Returns the URL that the client may have meant: the route in the path, on the site that the path begins with or the first site. */
function suggestUrl({ origin, path }: MockRequest, { sites, namespace }: OutsideOptions): string {
  const site =
    sites.find(({ home }) => home !== '' && `${path}/`.startsWith(`${home}/`)) ?? sites[0]
  return `${origin}${site?.root}/${namespace}${findRoute(path)}`
}

const itemPatterns = { id: /^\d+$/, slug: /^by-slug\/[^/]+$/ }

/** Returns the route at the end of a path: `/events`, `/events/7` or `/events/by-slug/jazz`. Empty without a route. */
function findRoute(path: string): string {
  const segments = path.replace(/\/$/, '').split('/')
  const names = resources.map(({ collection }) => collection)
  const index = segments.findLastIndex((segment) => names.includes(segment))
  const [name = '', ...rest] = index < 0 ? [] : segments.slice(index)
  const item = rest.join('/')
  const forms = resources.find(({ collection }) => collection === name)?.addressedBy ?? []
  const isRoute = item === '' ? name !== '' : forms.some((by) => itemPatterns[by].test(item))
  return isRoute ? `/${[name, ...rest].join('/')}` : ''
}

/** Returns the sentence about the option that adds the path: `preset` for a path of its service, or else `sites`. Empty if no option does. */
function suggestOptions(
  path: string,
  { sites, namespace }: OutsideOptions,
  messages: Messages,
): readonly string[] {
  const other = Object.values(presets)
    .flatMap(({ otherNamespaces }) => otherNamespaces)
    .find((name) => `${path}/`.includes(`/${name}/`))
  if (other !== undefined) return [formatMessage(messages, 'otherNamespace', { given: other })]
  const preset = Object.entries(presets).find(([, { namespace }]) => path.includes(`/${namespace}`))
  if (preset && preset[1].namespace !== namespace)
    return [formatMessage(messages, 'usePreset', { given: preset[0] })]
  const accepted = suggestSites(path, sites)
  return accepted ? [formatMessage(messages, 'addSite', { accepted })] : []
}

/** Returns the option `sites` with one more language: the language in the path, or else the default. Undefined if no such site can be added. */
function suggestSites(path: string, sites: readonly Site[]): string | undefined {
  const codes: readonly string[] = sites.map(({ language }) => language)
  const isFixed = sites.some(({ root, language }) => !root.split('/').includes(language))
  const others = languages.filter((code) => !codes.includes(code))
  const segments = path.split('/')
  const added =
    others.find((code) => segments.includes(code)) ??
    others.find((code) => code === defaultLanguage)
  return added === undefined || isFixed ? undefined : [...codes, added].join(',')
}
