import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { readErrorMessage } from '../engine/read-error-message.ts'
import type { LoggedRequest } from './logged-request.ts'
import {
  type RecordedBodies,
  type RecordedRequest,
  type SitePath,
  toLoggedRequest,
} from './to-logged-request.ts'

/** A request with its response. */
export interface LogInput {
  readonly request: MockRequest
  readonly response: MockResponse
  /** The time when the request arrived, in ms since 1970 UTC. */
  readonly startedAt: number
}

/** The world of a log. */
export interface RequestLogOptions {
  readonly world: string
  /** The maximum of requests. 0 turns the log off. */
  readonly max: number
  /** Returns the time of the system clock, in ms since 1970 UTC. */
  systemNow(): number
  /** Returns the site of a path and a query, or undefined outside the sites. */
  findSite(path: string, query: string): SitePath | undefined
}

/** A change of a log: a request was added, or all were removed. */
export type LogChange = 'add' | 'clear'

/** The maximum of characters of all bodies in a log. */
const MAX_BODY_CHARACTERS = 256_000

/**
 * The latest requests to a world. Bodies are removed earlier than their requests. A request is described when
 * the log is read, so that adding one takes little time.
 */
export class RequestLog {
  readonly #options: RequestLogOptions
  #max: number
  /** The requests, the oldest first. */
  #recorded: RecordedRequest[] = []
  /** The bodies of the latest requests, the oldest first. */
  readonly #bodies = new Map<RecordedRequest, RecordedBodies>()
  #bodyCharacters = 0
  #described = new WeakMap<RecordedRequest, LoggedRequest>()
  #lastId = 0
  readonly #listeners = new Set<(change: LogChange) => void>()

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
    this.#removeExcess()
  }

  /** The number of the latest request, also of a removed one. 0 before the first request. */
  get lastId(): number {
    return this.#lastId
  }

  /** Returns the requests after the one with a number, the oldest first. */
  list(afterId = 0): readonly LoggedRequest[] {
    return this.#recorded.filter(({ id }) => id > afterId).map((recorded) => this.#find(recorded))
  }

  add(input: LogInput): void {
    if (this.#max === 0) return
    const { request, response } = input
    const recorded = this.#record(input)
    const isDropped = response.delivery?.isDropped === true
    const bodies = { request: request.body, response: isDropped ? '' : response.body }
    const characters = countCharacters(bodies)
    this.#recorded.push(recorded)
    if (characters <= MAX_BODY_CHARACTERS) {
      this.#bodies.set(recorded, bodies)
      this.#bodyCharacters += characters
    }
    this.#removeExcess()
    this.#notify('add')
  }

  /** Removes all requests. */
  clear(): void {
    this.#recorded = []
    this.#bodies.clear()
    this.#bodyCharacters = 0
    this.#notify('clear')
  }

  /** Calls a function after each change. Returns the function that ends this. */
  subscribe(listener: (change: LogChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #notify(change: LogChange): void {
    for (const listener of this.#listeners) listener(change)
  }

  /** Returns what the log stores of a request. It refers to no socket and no object of the transport. */
  #record({ request, response, startedAt }: LogInput): RecordedRequest {
    const { world, systemNow } = this.#options
    const { method, origin, path, query, body } = request
    const { status, headers, fault, notes = [] } = response
    const { delay, isDropped } = response.delivery ?? {}
    return {
      ...{ id: ++this.#lastId, startedAt, world, method, origin, path, query, fault, notes },
      listHeaders: request.listHeaders,
      hasBody: body !== undefined && body.length > 0,
      ...(isDropped ? { status: 0, responseHeaders: {} } : { status, responseHeaders: headers }),
      reason: readErrorMessage(response),
      ms: systemNow() - startedAt,
      delay,
    }
  }

  #find(recorded: RecordedRequest): LoggedRequest {
    const described = this.#described.get(recorded) ?? this.#describe(recorded)
    this.#described.set(recorded, described)
    return described
  }

  #describe(recorded: RecordedRequest): LoggedRequest {
    const site = this.#options.findSite(recorded.path, recorded.query)
    return toLoggedRequest(recorded, site, this.#bodies.get(recorded))
  }

  #removeExcess(): void {
    while (this.#recorded.length > this.#max) this.#removeBodies(this.#recorded.shift())
    for (const recorded of this.#bodies.keys()) {
      if (this.#bodyCharacters <= MAX_BODY_CHARACTERS) return
      this.#removeBodies(recorded)
    }
  }

  #removeBodies(recorded: RecordedRequest | undefined): void {
    const bodies = recorded && this.#bodies.get(recorded)
    if (!bodies) return
    this.#bodies.delete(recorded)
    this.#described.delete(recorded)
    this.#bodyCharacters -= countCharacters(bodies)
  }
}

const countCharacters = ({ request, response }: RecordedBodies): number =>
  (request?.length ?? 0) + response.length
