import { escapeMarkup } from '../contract/escape-markup.ts'
import { drawPoster, imageModel, imagesPath, parseImagePath } from '../contract/params/image.ts'
import { Problem } from '../contract/problem.ts'
import { resources } from '../contract/resources/index.ts'
import type { Site } from '../contract/site.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { createJsonResponse, createResponse } from '../engine/plain-response.ts'
import { presentProblem } from '../engine/to-response.ts'
import type { Store } from '../store/repository.ts'

/** The parts of a world that respond to requests outside the sites. */
export interface RootRouteOptions {
  readonly sites: readonly Site[]
  readonly namespace: string
  readonly repository: Store
}

/** Handles a request outside the sites: the list of sites at `/`, generated images, and 404 for any other path. */
export async function handleRootRoutes(
  request: MockRequest,
  { sites, namespace, repository }: RootRouteOptions,
): Promise<MockResponse> {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && request.path === '/') return presentSites(request, sites, namespace)
  const image = isRead ? await findImage(request, repository) : undefined
  return image ?? createNotFound(request, sites, namespace)
}

/** Returns the image of a path, or undefined. */
async function findImage(
  request: MockRequest,
  repository: Store,
): Promise<MockResponse | undefined> {
  if (!request.path.startsWith(`${imagesPath}/`)) return undefined
  const image = parseImagePath(request.path.slice(imagesPath.length))
  if (!image) return undefined
  const language = repository.languageOf(image.id)
  await repository.load(language === undefined ? [] : [language])
  const row = repository.get(imageModel.name, image.id)
  const isGenerated = row?.slug === '' // others are at the URL in their slug
  if (!row || !isGenerated) return undefined
  return createResponse(request, {
    type: 'image/svg+xml',
    headers: { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'" },
    body: drawPoster(row.title, row.hue, image),
  })
}

/** Presents the sites as JSON, or as a page of links for a browser. */
function presentSites(
  request: MockRequest,
  sites: readonly Site[],
  namespace: string,
): MockResponse {
  const list = sites.map(({ language, root }) => ({
    language,
    url: `${request.origin}${root}/${namespace}`,
  }))
  if (!request.header('accept')?.includes('text/html'))
    return createJsonResponse(request, 200, { name: 'calmock', sites: list })
  const collections = [...resources.map(({ collection }) => collection), 'doc']
  const items = list.map(({ language, url }) => {
    const links = collections.map(
      (name) => `<a href="${escapeMarkup(`${url}/${name}`)}">${name}</a>`,
    )
    return `<li><a href="${escapeMarkup(url)}">${escapeMarkup(language)}</a>: ${links.join(' ')}</li>`
  })
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>calmock</title><style>body{font:1rem/1.8 system-ui;margin:3rem}</style><h1>calmock</h1><ul>${items.join('')}</ul></html>`
  return createResponse(request, { type: 'text/html', body })
}

/** Creates a 404 in the language of the first site. */
function createNotFound(
  request: MockRequest,
  sites: readonly Site[],
  namespace: string,
): MockResponse {
  const [site] = sites
  if (!site) throw new Error('a mock has at least one site')
  const index = `${request.origin}${site.root}/${namespace}`
  const values = { method: request.method, path: request.path.slice(0, 200), index }
  const problem = new Problem('rest_no_route', { values })
  return createJsonResponse(request, problem.status, presentProblem(problem, site.messages))
}
