import { invalidOption } from '../contract/option-error.ts'
import type { MockResponse } from '../engine/http-message.ts'
import { createErrorResponse, createResponse } from '../engine/plain-response.ts'
import { compilePath } from '../faults/path-pattern.ts'
import type { LoggedRequest } from '../request-log/logged-request.ts'
import type { RequestLog } from '../request-log/request-log.ts'
import { type ControlRequest, respondWithJson, respondWithoutContent } from './operation.ts'

/** The maximum of event streams of a mock. Each holds a connection. */
const MAX_STREAMS = 50

/** Returns the latest requests, the newest first, or a stream of them. */
export function listRequests(control: ControlRequest): MockResponse {
  const { request, world } = control
  const { log } = world
  const query = new URLSearchParams(request.query)
  const [method, path, status] = ['method', 'path', 'status'].map((name) => query.get(name) ?? '')
  const filter = createRequestFilter({ method, path, status })
  const limit = readCount(query, 'limit') ?? Number.POSITIVE_INFINITY
  const afterId = readCount(query, 'after')
  if (request.header('accept')?.includes('text/event-stream'))
    return streamRequests(control, filter, afterId)
  const requests = log.list(afterId).filter(filter).reverse().slice(0, limit)
  return respondWithJson(control, { max: log.max, requests })
}

function streamRequests(
  { request, world: { log }, streams }: ControlRequest,
  filter: ReturnType<typeof createRequestFilter>,
  after: number | undefined,
): MockResponse {
  if (streams.size >= MAX_STREAMS) {
    const message = `This mock has ${MAX_STREAMS} event streams, which is the maximum; close one, or poll without Accept: text/event-stream.`
    return createErrorResponse(request, 503, 'too_many_streams', message)
  }
  const lastEventId = /^\d+$/.exec(request.header('last-event-id') ?? '')?.[0] // a browser sends it again
  const known = lastEventId === undefined ? (after ?? log.lastId) : Number(lastEventId)
  const afterId = known > log.lastId ? 0 : known // the numbers begin again when a world does
  return {
    ...createResponse(request, {
      type: 'text/event-stream',
      headers: { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
      body: '',
    }),
    delivery: { parts: () => createRequestStream(log, { filter, afterId, streams }) },
  }
}

/** Returns a whole number of the query. Throws `OptionError` for another value. */
function readCount(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  if (text === null || text === '') return undefined
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw invalidOption(name, text, 'a whole number')
}

/** Changes the maximum of requests in the log of the world. */
export function setMaxRequests(control: ControlRequest<{ max: number }>): MockResponse {
  const { body, world } = control
  world.maxRequests = body.max
  return respondWithJson(control, { max: world.maxRequests })
}

export function clearRequests(control: ControlRequest): MockResponse {
  control.world.clearRequests()
  return respondWithoutContent(control)
}

type RequestFilter = (request: LoggedRequest) => boolean

/** The texts of a filter. Each lists values that are separated by commas. */
interface RequestFilterText {
  /** Methods in any letter case. */
  readonly method?: string | undefined
  /** Paths as in the rules of faults: `*` matches any characters, and `{id}` one segment. */
  readonly path?: string | undefined
  /** Statuses such as `404`, or classes of them such as `4xx`. */
  readonly status?: string | undefined
}

/** The maximum length of the paths of a filter. It bounds the time for comparing them with long paths. */
const MAX_PATH_CHARACTERS = 500

/** Creates a filter. Throws `OptionError` for an invalid status and for long paths. */
function createRequestFilter({ method, path, status }: RequestFilterText): RequestFilter {
  const methods = split(method?.toUpperCase())
  if (path !== undefined && path.length > MAX_PATH_CHARACTERS)
    throw invalidOption('path', path, `at most ${MAX_PATH_CHARACTERS} characters`)
  const paths = split(path).map(compilePath)
  const statuses = split(status?.toLowerCase())
  const wrong = statuses.find((text) => !/^(?:0|[1-5](?:xx|\d\d))$/.test(text))
  if (wrong !== undefined)
    throw invalidOption('status', wrong, 'a status such as 404, or 4xx, or 0 for no response')
  return (request) =>
    (methods.length === 0 || methods.includes(request.method)) &&
    (paths.length === 0 || paths.some((matches) => matches(findPath(request)))) &&
    (statuses.length === 0 || statuses.some((text) => matchesStatus(request.status, text)))
}

const split = (text = ''): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Returns the path below the namespace of the site, or the path in the URL of a request outside the sites. */
const findPath = ({ path, url }: LoggedRequest): string =>
  path ?? (url.split('?')[0] ?? '').replace(/^\w+:\/\/[^/]*/, '')

const matchesStatus = (status: number, text: string): boolean =>
  text.endsWith('xx') ? Math.floor(status / 100) === Number(text[0]) : status === Number(text)

/** The time without an event after which a comment is sent, so that both sides notice a broken connection. */
const HEARTBEAT_MS = 15_000

/** The time after which a browser connects again. */
const RETRY_MS = 2000

interface StreamOptions {
  readonly filter: RequestFilter
  /** The number of the last request that the client knows. */
  readonly afterId: number
  readonly streams: ControlRequest['streams']
}

/** Creates the body of an event stream: an event for each request, and an event when the log is emptied. */
const createRequestStream = (log: RequestLog, options: StreamOptions): AsyncIterable<string> => ({
  [Symbol.asyncIterator]: () => new RequestStream(log, options),
})

/** Reads the log when it changes, so that a slow client skips removed requests instead of filling the memory. */
class RequestStream implements AsyncIterator<string> {
  readonly #log: RequestLog
  readonly #filter: RequestFilter
  /** Removes the stream from the open streams and from the listeners of the log. */
  readonly #close: () => void
  #lastId: number
  /** Events that are not requests. */
  #pending = `retry: ${RETRY_MS}\n\n`
  #isEnded = false
  /** Ends the wait for a change. */
  #wake: () => void = () => {}

  constructor(log: RequestLog, { filter, afterId, streams }: StreamOptions) {
    this.#log = log
    this.#filter = filter
    this.#lastId = afterId
    const unsubscribe = log.subscribe((change) => {
      if (change === 'clear') this.#pending = 'event: clear\ndata: {}\n\n'
      this.#wake()
    })
    streams.add(this)
    this.#close = () => {
      unsubscribe()
      streams.delete(this)
    }
  }

  async next(): Promise<IteratorResult<string, undefined>> {
    while (!this.#isEnded) {
      const value = this.#read()
      if (value !== '') return { done: false, value }
      if (!(await this.#waitForChange())) return { done: false, value: ': no request\n\n' }
    }
    return { done: true, value: undefined }
  }

  async return(): Promise<IteratorResult<string, undefined>> {
    this.#isEnded = true
    this.#close()
    this.#wake()
    return { done: true, value: undefined }
  }

  #read(): string {
    const requests = this.#log.list(this.#lastId)
    this.#lastId = requests.at(-1)?.id ?? this.#lastId
    const text = this.#pending + requests.filter(this.#filter).map(formatEvent).join('')
    this.#pending = ''
    return text
  }

  /** Resolves to true after a change, and to false after a time without a change. */
  #waitForChange(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer: { unref?(): void } | number = setTimeout(() => resolve(false), HEARTBEAT_MS)
      if (typeof timer === 'object') timer.unref?.() // a stream does not keep a Node process alive
      this.#wake = () => {
        clearTimeout(timer as Parameters<typeof clearTimeout>[0]) // its type depends on the host
        resolve(true)
      }
    })
  }
}

const formatEvent = (request: LoggedRequest): string =>
  `id: ${request.id}\nevent: request\ndata: ${JSON.stringify(request)}\n\n`
