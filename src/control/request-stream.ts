import type { LoggedRequest } from '../request-log/logged-request.ts'
import type { RequestLog } from '../request-log/request-log.ts'
import type { RequestFilter } from './request-filter.ts'

/** The time without an event after which a comment is sent, so that both sides notice a broken connection. */
const HEARTBEAT_MS = 15_000

/** The time after which a browser connects again. */
const RETRY_MS = 2000

/** The requests that a stream sends. */
export interface StreamOptions {
  readonly filter: RequestFilter
  /** The number of the last request that the client knows. */
  readonly afterId: number
  /** The open streams of the mock. */
  readonly streams: Set<object>
}

/** Creates the body of an event stream: an event for each request, and one when the log is emptied. */
export const createRequestStream = (
  log: RequestLog,
  options: StreamOptions,
): AsyncIterable<string> => ({ [Symbol.asyncIterator]: () => new RequestStream(log, options) })

/** Reads the log when it changes, so that a slow client skips removed requests instead of filling the memory. */
class RequestStream implements AsyncIterator<string> {
  readonly #log: RequestLog
  readonly #filter: RequestFilter
  /** Removes the stream from the open ones and from the listeners of the log. */
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

  /** Resolves to true after a change, and to false after a time without one. */
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
