import { countBytes } from '../contract/parse-json.ts'
import { type MockRequest, type MockResponse, readErrorMessage } from '../engine/http-message.ts'
import type { SiteMatch } from '../engine/site-router.ts'
import { formatCurl } from './curl.ts'
import type { LoggedRequest, TruncatedPart } from './logged-request.ts'
import { Redactor } from './redact.ts'

/** The maximum of bytes of a URL in the log, and of the names and values of all headers of a message. */
const MAX_URL = 2000
const MAX_HEADERS = 4000

/** A credential at the end of a truncated body is found in this many further characters. */
const MAX_CREDENTIAL = 1000

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

interface Arrival {
  /** In ms since 1970 UTC. */
  readonly startedAt: number
  /** Undefined outside the sites. */
  readonly match: Pick<SiteMatch, 'site' | 'path'> | undefined
}

/**
 * A stored request, as it came: it is described, without credentials, when a client reads the log. Describing it at
 * once took 12 % of an item and 38 % of a create. It holds no socket, and of bodies what the log can show.
 */
interface Entry extends Arrival {
  readonly id: number
  readonly request: Pick<MockRequest, 'method' | 'origin' | 'path' | 'query' | 'body'>
  readonly requestHeaders: readonly (readonly [string, string])[]
  readonly response: MockResponse
  /** True if the entry has the beginning of the response's body alone. */
  readonly isCut: boolean
  /** The message of an error response. */
  readonly reason: string | undefined
  /** The time until the response was ready, in ms. */
  readonly ms: number
  readonly bytes: number
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

  /** The number of the latest request, also of a removed request. 0 before the first request. */
  get lastId(): number {
    return this.#lastId
  }

  /** Returns the requests after the request with a number, the oldest first. */
  list(afterId = 0): readonly LoggedRequest[] {
    return this.#entries.filter(({ id }) => id > afterId).map((entry) => this.#describe(entry))
  }

  add(request: MockRequest, response: MockResponse, arrival: Arrival): void {
    if (this.#max === 0) return
    const entry = this.#createEntry(request, response, arrival)
    this.#entries.push(entry)
    while (this.#entries.length > this.#max) this.removeOldest()
    this.#options.onChange(entry.bytes, this)
    for (const listener of this.#listeners) listener('add')
  }

  removeOldest(): void {
    const oldest = this.#entries.shift()
    if (oldest) this.#options.onChange(-oldest.bytes, this)
  }

  clear(): void {
    while (this.#entries.length > 0) this.removeOldest()
    for (const listener of this.#listeners) listener('clear')
  }

  /** Calls a function after each change. Returns the function that ends this. */
  subscribe(listener: (change: 'add' | 'clear') => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #createEntry(request: MockRequest, response: MockResponse, arrival: Arrival): Entry {
    const { maxBody, systemNow } = this.#options
    const { method, origin, path, query } = request
    const isDropped = response.delivery?.isDropped
    const answered = isDropped ? { ...response, status: 0, headers: {}, body: '' } : response
    const body = cutBytes(request.body, maxBody + MAX_CREDENTIAL)
    const answer = cutBytes(answered.body, maxBody + MAX_CREDENTIAL)
    const isCut = answer !== answered.body
    const { startedAt, match } = arrival
    const entry = {
      startedAt,
      match,
      id: ++this.#lastId,
      request: { method, origin, path, query, body },
      requestHeaders: [...(request.listHeaders?.() ?? [])],
      response: isCut ? { ...answered, body: answer } : answered,
      isCut,
      reason: readErrorMessage(response),
      ms: systemNow() - startedAt + (response.delivery?.delay ?? 0),
      bytes: 0,
    }
    entry.bytes = countEntry(entry)
    return entry
  }

  #describe(entry: Entry): LoggedRequest {
    const { request, response, match, reason, startedAt, ms } = entry
    const { fault, rule, notes = [], delivery: { delay } = {} } = response
    const redactor = new Redactor()
    const query = redactor.redactForm(request.query)
    const parts = this.#describeParts(entry, redactor, query)
    const language = response.headers['Content-Language']
    const described = {
      id: entry.id,
      time: new Date(startedAt).toISOString(),
      world: this.#options.world,
      method: request.method,
      ...(match && { site: match.site.language }),
      ...(match?.path && { path: match.path.replace(/(?<=.)\/$/, '').slice(0, MAX_URL) }),
      ...(language && { language }),
      query: readQuery(query.slice(0, MAX_URL)),
      status: response.status,
      ms,
      ...(fault && { fault }),
      ...(rule && { rule }),
      ...(delay && { delay }),
      notes: notes.map((note) => ({ ...note, message: redactor.redactResponse(note.message) })),
      ...(reason && { reason: redactor.redactResponse(reason) }),
      ...parts,
    }
    const lacksBody = Boolean(request.body?.length) && parts.requestBody === undefined
    return Object.freeze({ ...described, curl: formatCurl({ ...described, lacksBody }) })
  }

  /** Returns the parts without credentials, as long as the log shows them. The request comes first: a response can repeat its credentials. */
  #describeParts(
    { request, requestHeaders, response, isCut }: Entry,
    redactor: Redactor,
    query: string,
  ): Pick<LoggedRequest, TruncatedPart | 'truncated'> {
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
    const { origin, path, body } = request
    const url = cut('url', origin + path + (query && `?${query}`), MAX_URL)
    const sentHeaders = redactor.redactHeaders(Object.fromEntries(requestHeaders))
    const keptHeaders = cutHeaders('requestHeaders', sentHeaders)
    const text = body && readText(body)?.slice(0, maxBody + MAX_CREDENTIAL)
    const requestBody = text && cut('requestBody', redactor.redactBody(text), maxBody)
    const answeredHeaders = redactor.redactResponseHeaders(response.headers)
    const responseHeaders = cutHeaders('responseHeaders', answeredHeaders)
    const answered = redactor.redactResponse(readStart(response.body))
    const responseBody = cut('responseBody', redactor.redactResponseBody(answered), maxBody)
    if (isCut && !truncated.includes('responseBody')) truncated.push('responseBody')
    return {
      url,
      requestHeaders: keptHeaders,
      responseHeaders,
      ...(requestBody && { requestBody }),
      ...(responseBody && { responseBody }),
      ...(truncated.length > 0 && { truncated }),
    }
  }
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

/** Returns a body of at most `max` bytes. A longer body is copied, so that the rest of it needs no memory. */
function cutBytes<Body extends string | Uint8Array | undefined>(
  body: Body,
  max: number,
): Body | Uint8Array {
  if (body === undefined || body.length <= max) return body
  return typeof body === 'string'
    ? new TextEncoder().encode(body.slice(0, max))
    : body.slice(0, max)
}

function countEntry({
  request: { method, origin, path, query, body },
  requestHeaders,
  response,
  reason = '',
}: Omit<Entry, 'bytes'>): number {
  const headers = [...requestHeaders, ...Object.entries(response.headers)].flat()
  const messages = (response.notes ?? []).map(({ message }) => message)
  const answer = typeof response.body === 'string' ? [response.body] : []
  const texts = [method, origin, path, query, reason, ...headers, ...messages, ...answer]
  const bodies = (body?.length ?? 0) + (answer.length > 0 ? 0 : response.body.length)
  return countBytes(texts.join('')) + bodies
}

/** Returns the beginning of a body as text, without half a character. */
const readStart = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body, { stream: true })

/** Returns the beginning of a body as text, or undefined if it is not a text. */
function readText(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: true })
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
