import { pickRecordOptions, type RecordOptions } from '../../options/mock-options.ts'
import type { LoggedRequest } from '../../request-log/logged-request.ts'
import type { Api } from '../api.ts'
import type { SiteInfo } from '../app.ts'

/** An entry of the request log with the settings of its mock. */
export interface SnippetInput {
  readonly entry: Pick<
    LoggedRequest,
    | ('method' | 'url' | 'path' | 'site' | 'world' | 'status' | 'fault' | 'delay')
    | ('requestHeaders' | 'requestBody' | 'responseBody' | 'truncated')
  >
  readonly setup: Awaited<ReturnType<typeof loadSetup>>
}

/** The used part of a snapshot of a world. */
interface SnapshotPart extends RecordOptions {
  readonly scenario: string
  readonly anchor: string
  readonly now: string
  readonly records: object
}

/** The used part of the index of a site. */
interface IndexPart {
  readonly namespace: string
  readonly routes: Readonly<Record<string, { readonly endpoints: readonly Endpoint[] }>>
}

interface Endpoint {
  readonly args: { readonly per_page?: { readonly default: number } }
}

/** Loads the settings of the mock and of the chosen world, which a snippet needs to repeat a request. */
export async function loadSetup(
  api: Api,
  sites: readonly Pick<SiteInfo, 'language' | 'path'>[],
  { requestHeaders: sent }: Pick<LoggedRequest, 'requestHeaders'>,
) {
  const [{ path, language } = { path: '', language: '' }] = sites
  const [snapshot, { namespace, routes }, { faults }] = await Promise.all([
    api.control<SnapshotPart>('GET', 'world'),
    api.json<IndexPart>({ method: 'GET', path }),
    api.control<{ readonly faults: readonly string[] }>('GET', 'faults'),
  ])
  const root = path.slice(0, -namespace.length - 1).split('/')
  if (root.includes(language)) root[root.indexOf(language)] = ':site'
  return {
    /** The URL of the mock without a world: `http://127.0.0.1:4747`. */
    base: api.root,
    sites: sites.map(({ language }) => language),
    root: root.join('/') || '/',
    namespace,
    perPage: routes[`/${namespace}/events`]?.endpoints[0]?.args.per_page?.default,
    recordOptions: pickRecordOptions(snapshot),
    scenario: sent['x-calmock-scenario'] ?? snapshot.scenario,
    /** The instant that the dates of the records are relative to. */
    anchor: snapshot.anchor.replace('.000Z', 'Z'),
    /** The time of the world's clock when the request was sent. */
    now: (sent['x-calmock-now'] ?? snapshot.now).replace('.000Z', 'Z'),
    /** True if records of the world were written, which a new mock does not have. */
    isModified: Object.keys(snapshot.records).length > 0,
    /** True if the world has faults, which a repeated request could get. */
    hasFaults: faults.length > 0,
  }
}

/** The text in a snippet in place of a credential, which the log does not contain. */
export const CREDENTIAL = 'REPLACE_ME'

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
  /** A title for a snippet: `GET /events?page=3 (503)`. */
  readonly title: string
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
    title: describeRequest(entry),
    hasCredentials: texts.some((text) => text !== replaceCredentials(text)),
    isTruncated: entry.truncated?.some((part) => !part.startsWith('response')) ?? false,
  }
}

const replaceCredentials = (text: string): string =>
  text.replace(/\[redacted\]|%5bredacted%5d/gi, CREDENTIAL)

/** Returns the URL of a request below the URL of a mock. */
export const createUrl = (base: string, { path, world }: SentRequest): string =>
  `${base.replace(/\/$/, '')}${world ? `/~${world}` : ''}${path}`

function describeRequest(entry: SnippetInput['entry']): string {
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
