import { escapeMarkup } from '../contract/escape-markup.ts'
import { createLink } from '../contract/html-page.ts'
import {
  imageModel,
  imagesPath,
  parseImagePath,
  posters,
  readPoster,
} from '../contract/params/image.ts'
import { resources } from '../contract/resources/index.ts'
import type { Site } from '../contract/site.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { createHtmlResponse, createJsonResponse, createResponse } from '../engine/plain-response.ts'
import { isHomePath } from '../engine/rest-route.ts'
import type { Store } from '../store/repository.ts'
import { type OutsideOptions, rejectUnknownPath } from './unknown-path.ts'

/** The parts of a world that respond to requests outside the sites. */
export interface RootRouteOptions extends OutsideOptions {
  readonly repository: Store
}

/** Handles a request outside the sites: the list of sites at `/`, the homes of sites, generated images, and 404 for anything else. */
export function handleRootRoutes(request: MockRequest, options: RootRouteOptions): MockResponse {
  const { sites, namespace, repository } = options
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead) return rejectUnknownPath(request, options)
  const site = sites.find(({ home }) => isHomePath(request.path, home))
  if (site) return presentSites(request, { sites: [site], namespace, root: site.root })
  const route = new URLSearchParams(request.query).get('rest_route') // which only the home of a site has
  if (request.path === '/')
    return route === null
      ? presentSites(request, { sites, namespace })
      : rejectUnknownPath({ ...request, path: route }, options)
  return findImage(request, repository) ?? rejectUnknownPath(request, options)
}

/** Returns the image of a path, or undefined. */
function findImage(request: MockRequest, repository: Store): MockResponse | undefined {
  if (!request.path.startsWith(`${imagesPath}/`)) return undefined
  const image = parseImagePath(request.path.slice(imagesPath.length))
  if (!image) return undefined
  const row = repository.get(imageModel.name, image.id)
  const isGenerated = row?.slug === '' // others are at the URL in their slug
  if (!row || !isGenerated) return undefined
  return createResponse(request, {
    type: 'image/svg+xml',
    headers: { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'" },
    body: posters.value.drawPoster(readPoster(row), image),
  })
}

/** The sites that a list presents. */
export interface SiteList {
  readonly sites: readonly Site[]
  readonly namespace: string
  /** The REST root that the home of a site announces. */
  readonly root?: string
}

/** Presents sites as JSON, or as a page of links for a browser. */
function presentSites(request: MockRequest, { sites, namespace, root }: SiteList): MockResponse {
  const { origin } = request
  const list = listSites(request, { sites, namespace })
  const announced = root && `${origin}${root}/`
  const headers = { ...(announced && { Link: `<${announced}>; rel="https://api.w.org/"` }) }
  if (!request.header('accept')?.includes('text/html'))
    return createJsonResponse(request, 200, { name: 'calmock', sites: list }, headers)
  const head = announced
    ? `<link rel="https://api.w.org/" href="${escapeMarkup(announced)}">\n`
    : ''
  return createHtmlResponse(request, 200, { ...createSitesPage(list), head }, headers)
}

/** Lists the URLs of sites. */
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
