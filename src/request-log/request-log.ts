import { countBytes, decodeUtf8 } from '../contract/parse-json.ts'
import {
  bodyText,
  type MockRequest,
  type MockResponse,
  readErrorMessage,
} from '../engine/http-message.ts'
import type { SiteMatch } from '../engine/site-router.ts'
import { formatCurl } from './curl.ts'
import type { LoggedRequest, TruncatedPart } from './logged-request.ts'
import { Redactor } from './redact.ts'

/** The maximum of bytes of a URL in the log, and of the names and values of all headers of a message. */
const MAX_URL = 2000
const MAX_HEADERS = 4000

/** A credential at the end of a truncated body is found in this many further characters. */
const MAX_CREDENTIAL = 1000

/** The world of a log. */
interface RequestLogOptions {
  readonly world: string
  /** The maximum of requests. 0 turns the log off. */
  readonly max: number
  /** The maximum of bytes of each body. */
  readonly maxBody: number
  /** Returns the time of the system clock, in ms since 1970 UTC. */
  systemNow(): number
  /** Called with the difference after each change of the bytes of the log. */
  onChange(bytes: number, log: RequestLog): void
}

/** The time and the route of a request. */
interface Arrival {
  /** In ms since 1970 UTC. */
  readonly startedAt: number
  /** Undefined outside the sites. */
  readonly match: Pick<SiteMatch, 'site' | 'path'> | undefined
}

/** A stored request: JSON, so that it takes the memory of one text, and the body of its response if that is bytes. */
interface Entry {
  readonly id: number
  readonly json: string
  readonly body: Uint8Array | undefined
}

/** The latest requests to a world, without credentials. */
export class RequestLog {
  readonly #options: RequestLogOptions
  #max: number
  /** The oldest first. */
  #entries: Entry[] = []
  #lastId = 0
  readonly #listeners = new Set<(change: 'add' | 'clear') => void>()

  constructor(options: RequestLogOptions) {
    this.#options = options
    this.#max = options.max
  }

  /** The maximum of requests. Beyond it, the oldest request is removed. */
  get max(): number {
    return this.#max
  }

  set max(max: number) {
    this.#max = max
    while (this.#entries.length > max) this.removeOldest()
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0
  }

  /** The number of the latest request, also of a removed one. 0 before the first request. */
  get lastId(): number {
    return this.#lastId
  }

  /** Returns the requests after the one with a number, the oldest first. */
  list(afterId = 0): readonly LoggedRequest[] {
    return this.#entries.filter(({ id }) => id > afterId).map(parseEntry)
  }

  /** Adds a request. */
  add(request: MockRequest, response: MockResponse, arrival: Arrival): void {
    if (this.#max === 0) return
    const id = ++this.#lastId
    const { body, ...described } = this.#describe(request, response, arrival)
    const entry = { id, json: JSON.stringify({ id, ...described }), body }
    this.#entries.push(entry)
    while (this.#entries.length > this.#max) this.removeOldest()
    this.#options.onChange(countEntry(entry), this)
    for (const listener of this.#listeners) listener('add')
  }

  removeOldest(): void {
    const oldest = this.#entries.shift()
    if (oldest) this.#options.onChange(-countEntry(oldest), this)
  }

  /** Removes all requests. */
  clear(): void {
    while (this.#entries.length > 0) this.removeOldest()
    for (const listener of this.#listeners) listener('clear')
  }

  /** Calls a function after each change. Returns the function that ends this. */
  subscribe(listener: (change: 'add' | 'clear') => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #describe(
    request: MockRequest,
    response: MockResponse,
    { startedAt, match }: Arrival,
  ): Omit<LoggedRequest, 'id' | 'curl'> & Pick<Entry, 'body'> & { readonly hasBody: boolean } {
    const { world, systemNow } = this.#options
    const { method, origin, path, body } = request
    const { fault, notes = [], delivery: { delay, isDropped } = {} } = response
    const redactor = new Redactor()
    const query = redactor.redactForm(request.query)
    const answered = isDropped ? { status: 0, headers: {}, body: '' } : response
    const parts = this.#cutParts(redactor, {
      url: origin + path + (query && `?${query}`),
      requestHeaders: redactor.redactHeaders(Object.fromEntries(request.listHeaders?.() ?? [])),
      requestBody: body && readText(body),
      responseHeaders: answered.headers,
      responseBody: answered.body,
    })
    const reason = readErrorMessage(response)
    const language = answered.headers['Content-Language']
    return {
      ...{ time: new Date(startedAt).toISOString(), world, method },
      ...(match && { site: match.site.language }),
      ...(match?.path && { path: match.path.slice(0, MAX_URL) }),
      ...(language && { language }),
      query: readQuery(query.slice(0, MAX_URL)),
      ...{ status: answered.status, ms: systemNow() - startedAt + (delay ?? 0) },
      ...(fault && { fault }),
      ...(delay && { delay }),
      notes: notes.map((note) => ({ ...note, message: redactor.redactResponse(note.message) })),
      ...(reason && { reason: redactor.redactResponse(reason) }),
      hasBody: body !== undefined && body.length > 0,
      ...parts,
    }
  }

  /** Returns the bytes that are stored of a body. They stay bytes until somebody reads the log: the text of a list takes twice the time of the list. */
  #keepBytes(body: string | Uint8Array): Uint8Array | undefined {
    const { maxBody } = this.#options
    if (typeof body === 'string') return undefined
    return body.length > maxBody ? body.slice(0, maxBody) : body
  }

  /** Returns the parts without credentials, as long as the log stores them. The request comes first: a response can repeat its credentials. */
  #cutParts(
    redactor: Redactor,
    sent: Pick<LoggedRequest, 'url' | 'requestHeaders' | 'responseHeaders'> & {
      readonly requestBody: string | undefined
      readonly responseBody: string | Uint8Array
    },
  ): Pick<LoggedRequest, TruncatedPart | 'truncated'> & Pick<Entry, 'body'> {
    const { maxBody } = this.#options
    const truncated: TruncatedPart[] = []
    const cut = (part: TruncatedPart, text: string, max: number): string => {
      const kept = cutText(text, max)
      if (kept.length < text.length) truncated.push(part)
      return kept
    }
    const cutHeaders = (part: TruncatedPart, headers: Readonly<Record<string, string>>) => {
      const kept = keepHeaders(headers)
      if (Object.keys(kept).length < Object.keys(headers).length) truncated.push(part)
      return kept
    }
    const url = cut('url', sent.url, MAX_URL)
    const requestHeaders = cutHeaders('requestHeaders', sent.requestHeaders)
    const body = sent.requestBody?.slice(0, maxBody + MAX_CREDENTIAL)
    const requestBody = body && cut('requestBody', redactor.redactBody(body), maxBody)
    const redactedHeaders = redactor.redactResponseHeaders(sent.responseHeaders)
    const responseHeaders = cutHeaders('responseHeaders', redactedHeaders)
    const bytes = this.#keepBytes(sent.responseBody)
    const text = bytes ? '' : redactor.redactResponse(bodyText(sent.responseBody))
    const responseBody = cut('responseBody', text, maxBody)
    if (bytes && bytes.length < sent.responseBody.length) truncated.push('responseBody')
    return {
      ...{ url, requestHeaders, responseHeaders, body: bytes },
      ...(requestBody && { requestBody }),
      ...(responseBody && { responseBody }),
      ...(truncated.length > 0 && { truncated }),
    }
  }
}

/** Counts the bytes that an entry stores. */
const countEntry = ({ json, body }: Entry): number => countBytes(json) + (body?.length ?? 0)

function parseEntry({ json, body }: Entry): LoggedRequest {
  const { hasBody, truncated, ...others } = JSON.parse(json)
  const text = body ? new TextDecoder().decode(body, { stream: true }) : others.responseBody // without half a character
  const responseBody = text && new Redactor().redactResponseBody(text)
  const entry = {
    ...others,
    ...(responseBody && { responseBody }),
    ...(truncated && { truncated }),
  }
  const lacksBody = hasBody && entry.requestBody === undefined
  return Object.freeze({ ...entry, curl: formatCurl({ ...entry, lacksBody }) })
}

/** Returns the headers that fit into the maximum, in their order. */
function keepHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  let size = 0
  const kept = Object.entries(headers).filter(([name, value]) => {
    const next = size + name.length + value.length
    if (next <= MAX_HEADERS) size = next
    return next <= MAX_HEADERS
  })
  return Object.fromEntries(kept)
}

/** Returns the characters of a text that fit into a number of bytes. */
function cutText(text: string, maxBytes: number): string {
  if (3 * text.length <= maxBytes) return text
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes))
  return text.slice(0, read)
}

/** Returns a body as text, or undefined if it is not a text. */
function readText(body: Uint8Array): string | undefined {
  try {
    return decodeUtf8(body)
  } catch {
    return undefined
  }
}

/** Returns the values of a query by name, and a list for a name with several values. */
function readQuery(query: string): LoggedRequest['query'] {
  const values = new Map<string, string | string[]>()
  for (const [name, value] of new URLSearchParams(query)) {
    const previous = values.get(name)
    values.set(name, previous === undefined ? value : [previous, value].flat())
  }
  return Object.fromEntries(values)
}
