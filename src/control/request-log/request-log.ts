import { countBytes } from '../../contract/count-bytes.ts'
import {
  bodyText,
  type MockRequest,
  type MockResponse,
  readErrorMessage,
} from '../../engine/http-message.ts'
import { decodeUtf8 } from '../../engine/read-body.ts'
import type { SiteMatch } from '../../engine/site-router.ts'
import { formatCurl } from './curl.ts'
import type { LoggedRequest, TruncatedPart } from './logged-request.ts'
import { Redactor } from './redact.ts'

/** The maximum of characters of a URL in the log, and of the names and values of all headers of a message. */
const MAX_URL = 2000
const MAX_HEADERS = 4000

/** A credential at the end of a truncated body is found in this many further characters. */
const MAX_CREDENTIAL = 1000

/** The world of a log. */
interface RequestLogOptions {
  readonly world: string
  /** The maximum of requests. 0 turns the log off. */
  readonly max: number
  /** The maximum of characters of each body. */
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

/** The latest requests to a world, without credentials. Each is JSON, so that it takes the memory of one text. */
export class RequestLog {
  readonly #options: RequestLogOptions
  #max: number
  /** The oldest first. */
  #entries: { readonly id: number; readonly json: string }[] = []
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
    return this.#entries.filter(({ id }) => id > afterId).map(({ json }) => parseEntry(json))
  }

  /** Adds a request. */
  add(request: MockRequest, response: MockResponse, arrival: Arrival): void {
    if (this.#max === 0) return
    const id = ++this.#lastId
    const json = JSON.stringify({ id, ...this.#describe(request, response, arrival) })
    this.#entries.push({ id, json })
    while (this.#entries.length > this.#max) this.removeOldest()
    this.#options.onChange(countBytes(json), this)
    for (const listener of this.#listeners) listener('add')
  }

  removeOldest(): void {
    const oldest = this.#entries.shift()
    if (oldest) this.#options.onChange(-countBytes(oldest.json), this)
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
  ): Omit<LoggedRequest, 'id' | 'curl'> & { readonly hasBody: boolean } {
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
      responseBody: bodyText(answered.body).slice(0, this.#options.maxBody + MAX_CREDENTIAL),
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

  /** Returns the parts without credentials, as long as the log stores them. The request comes first: a response can repeat its credentials. */
  #cutParts(
    redactor: Redactor,
    sent: Pick<LoggedRequest, 'url' | 'requestHeaders' | 'responseHeaders'> & {
      readonly requestBody: string | undefined
      readonly responseBody: string
    },
  ): Pick<LoggedRequest, TruncatedPart | 'truncated'> {
    const { maxBody } = this.#options
    const truncated: TruncatedPart[] = []
    const cut = (part: TruncatedPart, text: string, max: number): string => {
      if (text.length > max) truncated.push(part)
      return text.length > max ? text.slice(0, max) : text
    }
    const cutHeaders = (part: TruncatedPart, headers: Readonly<Record<string, string>>) => {
      let size = 0
      const entries = Object.entries(headers)
      const kept = entries.filter(([name, value]) => {
        const next = size + name.length + value.length
        if (next <= MAX_HEADERS) size = next
        return next <= MAX_HEADERS
      })
      if (kept.length < entries.length) truncated.push(part)
      return Object.fromEntries(kept)
    }
    const url = cut('url', sent.url, MAX_URL)
    const requestHeaders = cutHeaders('requestHeaders', sent.requestHeaders)
    const body = sent.requestBody?.slice(0, maxBody + MAX_CREDENTIAL)
    const requestBody = body && cut('requestBody', redactor.redactBody(body), maxBody)
    const headers = redactor.redactResponseHeaders(sent.responseHeaders)
    const responseHeaders = cutHeaders('responseHeaders', headers)
    const responseBody = cut('responseBody', redactor.redactResponse(sent.responseBody), maxBody)
    return {
      ...{ url, requestHeaders, responseHeaders },
      ...(requestBody && { requestBody }),
      ...(responseBody && { responseBody }),
      ...(truncated.length > 0 && { truncated }),
    }
  }
}

function parseEntry(json: string): LoggedRequest {
  const { hasBody, ...entry } = JSON.parse(json)
  const lacksBody = hasBody && entry.requestBody === undefined
  return Object.freeze({ ...entry, curl: formatCurl({ ...entry, lacksBody }) })
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
