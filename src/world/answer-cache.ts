import { countBytes } from '../contract/parse-json.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import type { SiteRoute } from '../engine/site-router.ts'
import type { Memory } from './memory.ts'
import type { WorldState } from './world-state.ts'

/** A response with its notes, and the route of its request. */
export interface Answer extends Pick<SiteRoute, 'match'> {
  readonly response: MockResponse
}

interface Entry {
  readonly answer: Answer
  /** The state of the world, which is another object after each change. */
  readonly version: object
  /** The headers that the answer was made from: their names, and the values that they had. */
  readonly headers: ReadonlyMap<string, string | undefined>
  readonly bytes: number
}

/** The share of `maxMemory` that answers may take. */
const MEMORY_SHARE = 1 / 32

/** The maximum of keys that were seen once, and of the characters of a key: 2 MB that nothing counts. */
const [MAX_SEEN, MAX_KEY] = [1000, 2000]

/** Headers that choose records, a time or a fault, so that an answer is for one request. */
const SINGLE_USE = ['x-calmock-scenario', 'x-calmock-now', 'x-calmock-fault', 'x-calmock-delay']

/**
 * Whole answers to requests that read a site. On a prototype, they made lists three times and items twice as fast.
 * An answer is valid while its world has the same version, and the headers that were read for it have the same
 * values. Of a request that is seen once, only its key is kept, so that new queries take little memory.
 */
export class AnswerCache {
  readonly #memory: Memory
  readonly #maxBytes: number
  /** The oldest first. */
  readonly #entries = new Map<string, Entry>()
  readonly #seen = new Set<string>()
  #bytes = 0

  /** `maxBytes` is the maximum for all answers together. */
  constructor(memory: Memory, maxBytes: number) {
    this.#memory = memory
    this.#maxBytes = Math.min(maxBytes, MEMORY_SHARE * memory.max)
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0
  }

  /** Returns the answer to a request: the kept answer if it is valid, else what `handle` returns. */
  async answer(
    request: MockRequest,
    world: WorldState,
    handle: (request: MockRequest) => Promise<Answer>,
  ): Promise<Answer> {
    const version = isRepeatable(request) ? readVersion(world) : undefined
    if (!version) return handle(request)
    const { origin, path, query, isForeign, isExposed, hasUncheckedHost, header } = request
    const sender = [isForeign, isExposed, hasUncheckedHost, header('origin')].join(' ')
    const key = `${world.name} ${sender} ${origin}${path}?${query}`
    if (key.length > MAX_KEY) return handle(request)
    const known = this.#entries.get(key)
    if (known && known.version === version && hasSameHeaders(known, request)) return known.answer
    if (!known && !this.#seen.has(key)) {
      if (this.#seen.size >= MAX_SEEN) this.#seen.clear()
      this.#seen.add(key)
      return handle(request)
    }
    const headers = new Map<string, string | undefined>()
    const recordHeader = (name: string): string | undefined => {
      const value = header(name)
      headers.set(name, value)
      return value
    }
    const answer = await handle({ ...request, header: recordHeader })
    const { response, match } = answer
    // a write may have come while the request waited for a language
    if (match && response.status === 200 && !response.delivery && readVersion(world) === version)
      this.#keep(key, { answer, version, headers })
    return answer
  }

  removeOldest(): void {
    const [key] = this.#entries.keys()
    if (key !== undefined) this.#remove(key)
  }

  #keep(key: string, entry: Omit<Entry, 'bytes'>): void {
    const bytes = countEntry(key, entry)
    this.#remove(key)
    if (bytes > this.#maxBytes) return
    while (this.#bytes + bytes > this.#maxBytes) this.removeOldest()
    this.#entries.set(key, { ...entry, bytes })
    this.#count(bytes)
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#count(-entry.bytes)
  }

  #count(bytes: number): void {
    this.#bytes += bytes
    this.#memory.countEntries(bytes, this)
  }
}

/** Returns the version of a world, or undefined while its clock runs, or faults or delays are set. */
const readVersion = ({ clock, planner, records }: WorldState): object | undefined =>
  clock.frozen && planner.isIdle ? records.versionAt(clock.now().getTime()) : undefined

const isRepeatable = ({ method, body, actsAs, header }: MockRequest): boolean =>
  method === 'GET' &&
  !body?.length &&
  actsAs === undefined &&
  SINGLE_USE.every((name) => header(name) === undefined)

function hasSameHeaders({ headers }: Entry, { header }: MockRequest): boolean {
  for (const [name, value] of headers) if (header(name) !== value) return false
  return true
}

function countEntry(key: string, { answer, headers }: Omit<Entry, 'bytes'>): number {
  const { body, headers: sent, notes = [] } = answer.response
  const texts = [
    key,
    ...[...headers, ...Object.entries(sent)].flat(),
    ...notes.map((note) => note.message),
  ]
  const isText = typeof body === 'string'
  return countBytes(texts.join('') + (isText ? body : '')) + (isText ? 0 : body.length)
}
