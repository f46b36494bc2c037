import { DurableObject } from 'cloudflare:workers'
import type { Options } from '../../options/options.ts'
import type { WorldStartText } from '../../world/worlds.ts'
import { NameTable } from './name-table.ts'
import { type DirectoryStub, findWorld, type WorldStub } from './object-stubs.ts'
import type { ObjectState, WorkerEnv } from './platform.ts'
import { SharedMock } from './shared-mock.ts'
import { WorldObject } from './world-object.ts'

/** The two exports of a worker. */
export interface CalmockWorker {
  /** The class of the Durable Objects. Each world is one object. */
  readonly CalmockWorld: WorldClass
  /** Sends a request to the object of its world. */
  fetch(request: Request, env: WorkerEnv): Promise<Response>
}

/**
 * Creates a mock for Cloudflare Workers. Each world is a Durable Object, which stores its changes. Control
 * routes require the secret `CALMOCK_TOKEN`. The mock is created by the first request.
 */
export function calmockWorker(options: Options = {}): CalmockWorker {
  let shared: SharedMock | undefined
  const getShared = (): SharedMock => {
    shared ??= new SharedMock(options)
    return shared
  }
  return {
    CalmockWorld: createWorldClass(getShared),
    fetch: async (request, env) => findWorld(env, getShared().selectWorld(request)).fetch(request),
  }
}

/** The Durable Object class. */
type WorldClass = new (state: ObjectState, env: WorkerEnv) => WorldStub & DirectoryStub

/** Creates the class of the Durable Objects, which share a mock. */
const createWorldClass = (getShared: () => SharedMock): WorldClass =>
  class CalmockWorld extends DurableWorld {
    constructor(state: ObjectState, env: WorkerEnv) {
      super(state, env, getShared)
    }
  }

/**
 * The class of the Durable Objects. Each object is one world, and one further object has the names of all
 * worlds. Only objects call the methods besides `fetch` and `alarm`.
 */
class DurableWorld extends DurableObject<WorkerEnv> implements WorldStub, DirectoryStub {
  readonly #getShared: () => SharedMock
  #cachedWorld: WorldObject | undefined
  #cachedNames: NameTable | undefined

  constructor(state: ObjectState, env: WorkerEnv, getShared: () => SharedMock) {
    super(state, env)
    this.#getShared = getShared
  }

  fetch(request: Request): Promise<Response> {
    return this.#world.fetch(request)
  }

  /** Evicts the world, which was idle. */
  alarm(): Promise<void> {
    return this.#world.evict()
  }

  createWorld(name: string, start: WorldStartText): Promise<boolean> {
    return this.#world.create(name, start)
  }

  removeWorld(): Promise<boolean> {
    return this.#world.remove()
  }

  evictWorld(): Promise<void> {
    return this.#world.evict()
  }

  async listWorlds(): Promise<readonly string[]> {
    return this.#names.list(Date.now())
  }

  async countWorlds(): Promise<number> {
    return this.#names.count(Date.now())
  }

  async useWorld(name: string): Promise<void> {
    const evicted = this.#names.use(name, Date.now())
    await Promise.all(evicted.map((other) => findWorld(this.env, other).evictWorld()))
  }

  async forgetWorld(name: string): Promise<boolean> {
    return this.#names.remove(name)
  }

  async chooseWorldName(): Promise<string> {
    return this.#names.choose()
  }

  get #world(): WorldObject {
    this.#cachedWorld ??= new WorldObject({
      storage: this.ctx.storage,
      env: this.env,
      shared: this.#getShared(),
    })
    return this.#cachedWorld
  }

  get #names(): NameTable {
    const { options, lifetime } = this.#getShared()
    this.#cachedNames ??= new NameTable(this.ctx.storage, { max: options.maxWorlds, lifetime })
    return this.#cachedNames
  }
}
