import type { SnippetInput } from './load-setup.ts'

/** The text in a snippet in place of a credential, which the log does not contain. */
const CREDENTIAL = 'REPLACE_ME'

/** Headers that the client adds by itself, and headers that name the world. */
const omitted =
  /^(accept-encoding|cookie|cache-control|connection|content-length|dnt|expect|host|if-(modified-since|none-match)|keep-alive|origin|pragma|priority|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade.*|user-agent|via|x-calmock-(world|token|pictures|explain))$/

/** A request to send again, with the credentials replaced. */
export interface SentRequest {
  readonly method: string
  /** The path below the mock and its world, with the query. */
  readonly path: string
  /** The world, unless it is the default one. */
  readonly world?: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly hasCredentials: boolean
  /** True if the log has only the start of its URL, headers or body. */
  readonly isTruncated: boolean
}

/** Returns the request of an entry as a snippet sends it. */
export function readSentRequest({ entry, setup }: SnippetInput): SentRequest {
  const { pathname, search } = new URL(entry.url)
  const below = pathname.slice(new URL(setup.base).pathname.replace(/\/$/, '').length)
  const path = below.replace(/^\/~[^/]+/, '')
  const headers = Object.entries(entry.requestHeaders).filter(
    ([name, value]) => !omitted.test(name.toLowerCase()) && !/^\*(\/\*)?$/.test(value), // `*` accepts all
  )
  const { requestBody: body } = entry
  const texts = [search, body ?? '', ...headers.map(([, value]) => value)]
  return {
    method: entry.method,
    path: path + replaceCredentials(search),
    ...(entry.world !== 'default' && { world: entry.world }),
    headers: Object.fromEntries(headers.map(([name, value]) => [name, replaceCredentials(value)])),
    ...(body && { body: replaceCredentials(body) }),
    hasCredentials: texts.some((text) => text !== replaceCredentials(text)),
    isTruncated: entry.truncated?.some((part) => !part.startsWith('response')) ?? false,
  }
}

const replaceCredentials = (text: string): string =>
  text.replace(/\[redacted\]|%5bredacted%5d/gi, CREDENTIAL)

/** Returns the URL of a request below the URL of a mock. */
export const createUrl = (base: string, { path, world }: SentRequest): string =>
  `${base.replace(/\/$/, '')}${world ? `/~${world}` : ''}${path}`

/** Returns a title for a snippet: `GET /events?page=3 (503)`. */
export function describeRequest({ entry }: SnippetInput): string {
  const { method, path, url, status, fault } = entry
  const { pathname, search } = new URL(url)
  const query = search === '' ? '' : decode(replaceCredentials(search))
  const result = fault && fault !== String(status) ? fault : status
  return `${method} ${path ?? decode(pathname)}${query} (${result})`
}

function decode(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text // malformed escapes
  }
}

/** Returns comments of one line each, if a request has credentials or, for code, is truncated. */
export const formatNotes = (mark: '#' | '//', request: SentRequest): string =>
  (request.hasCredentials
    ? `${mark} Replace ${CREDENTIAL}: the log contains no credentials.\n`
    : '') +
  (request.isTruncated && mark === '//'
    ? '// The request is longer: the log has only its start.\n'
    : '')
