import { escapeMarkup } from '../contract/escape-markup.ts'
import { picture, picturesPath, poster, readPicturePath } from '../contract/params/image.ts'
import { Problem } from '../contract/problem.ts'
import { resources } from '../contract/resources/index.ts'
import type { Site } from '../contract/site.ts'
import type { Call, Reply } from '../engine/http-message.ts'
import { jsonReply, plainReply } from '../engine/plain-response.ts'
import { problemBody } from '../engine/to-response.ts'
import type { Store } from '../store/repository.ts'

/** What is answered outside the sites: the list of them at `/`, and the pictures. */
export interface Front {
  readonly sites: readonly Site[]
  readonly namespace: string
  readonly repository: Store
}

/** The answer to any call that belongs to no site. */
export async function front(call: Call, { sites, namespace, repository }: Front): Promise<Reply> {
  const isRead = call.method === 'GET' || call.method === 'HEAD'
  if (isRead && call.path === '/') return siteList(call, sites, namespace)
  if (isRead && call.path.startsWith(`${picturesPath}/`)) {
    const found = readPicturePath(call.path.slice(picturesPath.length))
    if (found) await repository.load([repository.languageOf(found.id) ?? []].flat())
    const row = found && repository.get(picture.name, found.id)
    if (found && row && row.slug === '') return svg(poster(row.title, row.hue, found), call)
  }
  return noRoute(call, sites, namespace)
}

function siteList(call: Call, sites: readonly Site[], namespace: string): Reply {
  const list = sites.map(({ language, root }) => ({
    language,
    url: `${call.origin}${root}/${namespace}`,
  }))
  if (!call.header('accept')?.includes('text/html'))
    return jsonReply(call, 200, { name: 'calmock', sites: list })
  const collections = [...resources.map(({ collection }) => collection), 'doc']
  const items = list.map(({ language, url }) => {
    const links = collections.map(
      (name) => `<a href="${escapeMarkup(`${url}/${name}`)}">${name}</a>`,
    )
    return `<li><a href="${escapeMarkup(url)}">${escapeMarkup(language)}</a>: ${links.join(' ')}</li>`
  })
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>calmock</title><style>body{font:1rem/1.8 system-ui;margin:3rem}</style><h1>calmock</h1><ul>${items.join('')}</ul></html>`
  return plainReply(call, { type: 'text/html', body })
}

const svg = (body: string, call: Call): Reply =>
  plainReply(call, {
    type: 'image/svg+xml',
    headers: { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'" },
    body,
  })

function noRoute(call: Call, sites: readonly Site[], namespace: string): Reply {
  const [site] = sites
  if (!site) throw new Error('a mock has a site')
  const slots = {
    method: call.method,
    path: call.path.slice(0, 200),
    index: `${call.origin}${site.root}/${namespace}`,
  }
  const problem = new Problem('rest_no_route', { slots })
  return jsonReply(call, problem.status, problemBody(problem, site.words))
}
