import { OptionError } from '../../contract/option-error.ts'
import type { MockState } from '../../create-mock.ts'
import { markForeign, rejectCrossSite } from '../../engine/access.ts'
import {
  bodyText,
  concatenate,
  type MockRequest,
  type MockResponse,
} from '../../engine/http-message.ts'
import { deliverWebResponse, readRequestHead } from '../../intercept/fetch/web-adapter.ts'
import type { Now } from '../../options/clock.ts'
import { DEFAULT_WORLD, moveToBase } from '../../world/address.ts'
import { type Journal, JournalError, persistMock } from '../../world/persist.ts'
import type { WorldState } from '../../world/world-state.ts'
import type { WorldDirectory, WorldStartText } from '../../world/worlds.ts'
import {
  createObjectDirectory,
  findDirectory,
  type ObjectStorage,
  type WorkerEnv,
} from './durable-objects.ts'
import type { SharedMock } from './shared-mock.ts'
import { WorldStorage } from './world-storage.ts'

/** The parts of an object that come from the runtime and from the isolate. */
interface ObjectContext {
  readonly storage: ObjectStorage
  readonly env: WorkerEnv
  readonly shared: SharedMock
}

interface LiveWorld extends OpenWorld {
  readonly name: string
  readonly stored: WorldStorage
  /** True if the world was evicted with changes: it returns 410. */
  readonly isEvicted: boolean
  /** The time of the last report of use, in ms since 1970 UTC. Undefined for a world that does not exist yet. */
  reportedAt: number | undefined
}

/**
 * One world in one object. The first request reads it from storage. A world besides `default` exists while
 * its alarm is set, and the alarm evicts it.
 */
export class WorldObject {
  readonly #context: ObjectContext
  #opening: Promise<LiveWorld> | undefined
  #live: LiveWorld | undefined

  constructor(context: ObjectContext) {
    this.#context = context
  }

  async fetch(request: Request): Promise<Response> {
    const { shared } = this.#context
    const name = shared.selectWorld(request)
    const body = await readLimitedBody(request, shared.options.maxBody)
    const head = readRequestHead(request)
    const hostNames = [new URL(head.origin).hostname]
    const mockRequest = { ...head, body, isExposed: true, hostNames }
    for (;;) {
      const live = await this.#find(name)
      const response = await this.#handle(mockRequest, live)
      // a write to a world that was removed meanwhile is not stored: the world that follows handles it
      const isUnstored = response.status === 507 && live.stored.journal.isClosed
      if (!isUnstored) return deliverFromWorker(response, request)
    }
  }

  /** Creates the world, also in place of an evicted world. Returns false if it exists. */
  async create(name: string, start: WorldStartText): Promise<boolean> {
    const stored = new WorldStorage(this.#context.storage)
    if (await this.#exists(stored)) return false
    this.#close()
    stored.begin(start)
    await this.#report(name, Date.now())
    return true
  }

  /** Removes the world and its storage. Returns false if there is no such world. */
  async remove(): Promise<boolean> {
    const stored = new WorldStorage(this.#context.storage)
    const isFound = stored.isEvicted || (await this.#exists(stored))
    await this.#clear(stored)
    return isFound
  }

  /** Removes the world. If it was modified, it returns 410 until it is created again. */
  async evict(): Promise<void> {
    const { storage } = this.#context
    const stored = new WorldStorage(storage)
    if (!stored.isModified && !stored.isEvicted) return this.#clear(stored)
    this.#close()
    stored.evict()
    await storage.deleteAlarm()
  }

  async #handle(request: MockRequest, live: LiveWorld): Promise<MockResponse> {
    const { name } = live
    const isEvictable = name !== DEFAULT_WORLD && !live.isEvicted
    const isNew = isEvictable && live.reportedAt === undefined
    const { base, allowOrigin: allowed } = this.#context.shared.options
    const marked = markForeign(moveToBase(request, base) ?? request, allowed)
    const rejected = isNew && rejectCrossSite(marked, { hasWorld: false, allowed })
    if (rejected) return rejected
    const response = await live.handle(request)
    if (isEvictable && live === this.#live) await this.#reportUse(live)
    return response
  }

  /** Returns the world, which is read from storage once, and again if it was removed meanwhile. */
  async #find(name: string): Promise<LiveWorld> {
    for (;;) {
      this.#opening ??= this.#open(name)
      const opening = this.#opening
      try {
        const live = await opening
        if (opening !== this.#opening) continue
        this.#live = live
        return live
      } catch (error) {
        if (opening !== this.#opening) continue
        this.#opening = undefined
        throw error
      }
    }
  }

  async #open(name: string): Promise<LiveWorld> {
    const { storage, env, shared } = this.#context
    const stored = new WorldStorage(storage)
    const { isEvicted } = stored
    const isReported = (): boolean =>
      name === DEFAULT_WORLD || isEvicted || this.#live?.reportedAt !== undefined
    const mock = shared.createMock(env.CALMOCK_TOKEN, {
      directory: addName(createObjectDirectory(env), name, isReported),
      evicted: isEvicted ? [name] : [],
    })
    const { now } = shared.options
    const world = await openWorld({ mock, name, stored, now, data: await shared.hashData() })
    const alarm = await storage.getAlarm()
    const reportedAt = alarm === null ? undefined : alarm - shared.lifetime
    return { handle: world.handle, name, stored, isEvicted, reportedAt }
  }

  async #exists(stored: WorldStorage): Promise<boolean> {
    return stored.isModified || (await this.#context.storage.getAlarm()) !== null
  }

  /** Reports that the world is in use, at most ten times in the idle time. */
  async #reportUse(live: LiveWorld): Promise<void> {
    const now = Date.now()
    const { reportInterval } = this.#context.shared
    if (live.reportedAt !== undefined && now < live.reportedAt + reportInterval) return
    live.reportedAt = now
    await this.#report(live.name, now)
  }

  /** Sets the alarm, and reports to the directory that the world is in use. */
  async #report(name: string, now: number): Promise<void> {
    const { storage, env, shared } = this.#context
    await storage.setAlarm(now + shared.lifetime)
    await findDirectory(env).useWorld(name)
  }

  /** Removes the world from memory. Requests that it still handles can no longer store changes. */
  #close(): void {
    this.#live?.stored.journal.close()
    this.#live = undefined
    this.#opening = undefined
  }

  /** Removes the world and everything that is stored of it. The empty tables stay: other requests may use them. */
  async #clear(stored: WorldStorage): Promise<void> {
    this.#close()
    stored.begin()
    await this.#context.storage.deleteAlarm()
  }
}

/** Returns a directory that also has the name of a new world, which is reported after its first request. */
const addName = (
  directory: WorldDirectory,
  name: string,
  isReported: () => boolean,
): WorldDirectory => ({
  ...directory,
  list: async () => [...new Set([...(await directory.list()), ...(isReported() ? [] : [name])])],
  count: async () => (await directory.count()) + (isReported() ? 0 : 1),
})

/** A stream of a known length, which exists in workerd only. A body that ends earlier breaks the connection. */
declare const FixedLengthStream: new (length: number) => TransformStream<Uint8Array, Uint8Array>

/**
 * Returns a response after its delay. A worker cannot end a connection: a dropped response has the status 502, and its body breaks
 * off before its first byte, and the runtime ends the connection then.
 */
async function deliverFromWorker(response: MockResponse, request: Request): Promise<Response> {
  const { delay = 0, isDropped, parts } = response.delivery ?? {}
  if (isDropped)
    return deliverFromWorker({ ...dropped, delivery: { delay, ...dropped.delivery } }, request)
  const webResponse = await deliverWebResponse(response, request)
  const { body, status, headers } = webResponse
  if (!parts || !body || response.body.length === 0) return webResponse
  const { length } = new TextEncoder().encode(bodyText(response.body))
  const { readable, writable } = new FixedLengthStream(length)
  headers.set('Content-Encoding', 'identity') // a compressed body would end as if it were whole
  body.pipeTo(writable).catch(() => {}) // the client sees the error
  return new Response(readable, { status, headers })
}

/** A response whose body breaks off before its first byte. */
const dropped: MockResponse = {
  status: 502,
  headers: {},
  body: ' ',
  delivery: {
    // biome-ignore lint/correctness/useYield: it fails before the first part
    async *parts() {
      throw new Error('the connection was dropped')
    },
  },
}

/**
 * Reads the body of a request up to one byte more than the limit, so that the engine rejects a larger body.
 * The rest is read and discarded: otherwise the client would see a broken connection instead of the response.
 * A body of 100 MB, which the platform lets through, would take most of the memory of an isolate.
 */
async function readLimitedBody(
  { body }: Request,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  if (!body) return undefined
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return concatenate(chunks).subarray(0, maxBytes + 1)
    if (size > maxBytes) continue
    chunks.push(value)
    size += value.length
  }
}

/** The header of the responses of a world that started again, because its stored changes do not fit the script. */
const NOTICE_HEADER = 'X-Calmock-Notice'

const NOTICE =
  'The stored changes of this world do not fit the options or the version of calmock; the world started again without them.'

/** A world in memory, whose changes are stored before they are acknowledged. */
interface OpenWorld {
  handle(request: MockRequest): Promise<MockResponse>
}

interface OpenOptions {
  readonly mock: MockState
  readonly name: string
  readonly stored: WorldStorage
  /** The clock option of the mock. */
  readonly now: Now
  /** A hash of the user's records. */
  readonly data: string | undefined
}

/**
 * Creates the world of a new mock, and restores its stored changes. If they do not fit, the world starts again:
 * its responses have a notice, and its first change replaces the stored changes.
 */
async function openWorld(options: OpenOptions): Promise<OpenWorld> {
  const { mock, name, stored } = options
  if (stored.isEvicted) return mock
  try {
    return await restoreWorld(options, stored.journal, stored.start)
  } catch (error) {
    if (!(error instanceof JournalError)) throw error
    console.warn(`calmock: world ${name} started again: its journal ${error.message}`)
    mock.removeWorld(name)
    return addNotice(await restoreWorld(options, hideValues(stored.journal), undefined))
  }
}

function restoreWorld(
  { mock, name, now, data }: OpenOptions,
  journal: Journal,
  start: WorldStartText | undefined,
): Promise<OpenWorld> {
  const world = startWorld(mock, name, start)
  return persistMock({
    mock,
    world,
    journal,
    name: `the storage of the world ${name}`,
    now: start?.now ?? now,
    data,
  })
}

/** Creates the world in the mock. Throws `JournalError` for a start that the options no longer allow. */
function startWorld(mock: MockState, name: string, start?: WorldStartText): WorldState {
  try {
    const world = start && mock.createWorld(name, start)
    return world ?? mock.world(name)
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
    throw new JournalError('options', `has another start: ${error.reason}`)
  }
}

/** Returns a journal without values, whose first change replaces the values of the real journal. */
const hideValues = (journal: Journal): Journal => ({
  size: 0,
  read: () => [],
  append: (value) => journal.append(value),
  replace: (values) => journal.replace(values),
})

/** Returns a world that sends the notice with each response. Pages of other origins can read it. */
const addNotice = (world: OpenWorld): OpenWorld => ({
  async handle(request) {
    const response = await world.handle(request)
    const exposed = response.headers['Access-Control-Expose-Headers'] ?? ''
    const headers = {
      ...response.headers,
      'Access-Control-Expose-Headers': `${NOTICE_HEADER}, ${exposed}`,
      [NOTICE_HEADER]: NOTICE,
    }
    return { ...response, headers }
  },
})
