import { escapeMarkup } from '../contract/escape-markup.ts'
import { drawPoster, imageModel, imagesPath, parseImagePath } from '../contract/params/image.ts'
import { Problem } from '../contract/problem.ts'
import { resources } from '../contract/resources/index.ts'
import type { Site } from '../contract/site.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { createJsonResponse, createResponse } from '../engine/plain-response.ts'
import { presentProblem } from '../engine/to-response.ts'
import type { Store } from '../store/repository.ts'

/** What is answered outside the sites: the list of them at `/`, and the pictures. */
export interface RootRouteOptions {
  readonly sites: readonly Site[]
  readonly namespace: string
  readonly repository: Store
}

/** The answer to any call that belongs to no site. */
export async function handleRootRoutes(
  call: MockRequest,
  { sites, namespace, repository }: RootRouteOptions,
): Promise<MockResponse> {
  const isRead = call.method === 'GET' || call.method === 'HEAD'
  if (isRead && call.path === '/') return listSites(call, sites, namespace)
  if (isRead && call.path.startsWith(`${imagesPath}/`)) {
    const found = parseImagePath(call.path.slice(imagesPath.length))
    if (found) await repository.load([repository.languageOf(found.id) ?? []].flat())
    const row = found && repository.get(imageModel.name, found.id)
    if (found && row && row.slug === '')
      return createImageResponse(drawPoster(row.title, row.hue, found), call)
  }
  return createNotFound(call, sites, namespace)
}

function listSites(call: MockRequest, sites: readonly Site[], namespace: string): MockResponse {
  const list = sites.map(({ language, root }) => ({
    language,
    url: `${call.origin}${root}/${namespace}`,
  }))
  if (!call.header('accept')?.includes('text/html'))
    return createJsonResponse(call, 200, { name: 'calmock', sites: list })
  const collections = [...resources.map(({ collection }) => collection), 'doc']
  const items = list.map(({ language, url }) => {
    const links = collections.map(
      (name) => `<a href="${escapeMarkup(`${url}/${name}`)}">${name}</a>`,
    )
    return `<li><a href="${escapeMarkup(url)}">${escapeMarkup(language)}</a>: ${links.join(' ')}</li>`
  })
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>calmock</title><style>body{font:1rem/1.8 system-ui;margin:3rem}</style><h1>calmock</h1><ul>${items.join('')}</ul></html>`
  return createResponse(call, { type: 'text/html', body })
}

const createImageResponse = (body: string, call: MockRequest): MockResponse =>
  createResponse(call, {
    type: 'image/svg+xml',
    headers: { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'" },
    body,
  })

function createNotFound(
  call: MockRequest,
  sites: readonly Site[],
  namespace: string,
): MockResponse {
  const [site] = sites
  if (!site) throw new Error('a mock has a site')
  const slots = {
    method: call.method,
    path: call.path.slice(0, 200),
    index: `${call.origin}${site.root}/${namespace}`,
  }
  const problem = new Problem('rest_no_route', { values: slots })
  return createJsonResponse(call, problem.status, presentProblem(problem, site.messages))
}
