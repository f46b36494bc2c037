import { DurableObject } from 'cloudflare:workers'
import type { Options } from '../../options/options.ts'
import type { WorldStartText } from '../../world/worlds.ts'
import {
  type DirectoryStub,
  findWorld,
  type ObjectState,
  type ObjectStorage,
  type WorkerEnv,
  type WorldStub,
} from './durable-objects.ts'
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
 *
 * @example
 * ```ts
 * import { calmockWorker } from 'calmock/worker'
 *
 * const worker = calmockWorker({ sites: ['en'] })
 * export const CalmockWorld = worker.CalmockWorld
 * export default worker
 * ```
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

interface NameTableLimits {
  /** The maximum of worlds besides the default world. */
  readonly max: number
  /** The time without a report of use after which a world no longer exists, in ms. */
  readonly lifetime: number
}

/**
 * The names of all worlds except `default`, with the time of their last reported use, in the SQLite database
 * of an object. Rows read are billed: a report reads as many as it changes, by an index.
 */
export class NameTable {
  readonly #storage: Pick<ObjectStorage, 'sql'>
  readonly #limits: NameTableLimits
  #rows: number

  /** Opens the table, and creates it in a new database. */
  constructor(storage: Pick<ObjectStorage, 'sql'>, limits: NameTableLimits) {
    this.#storage = storage
    this.#limits = limits
    const { sql } = storage
    sql.exec(
      'CREATE TABLE IF NOT EXISTS worlds (name TEXT PRIMARY KEY, used_at INTEGER) WITHOUT ROWID',
    )
    sql.exec('CREATE INDEX IF NOT EXISTS worlds_by_use ON worlds (used_at)')
    sql.exec('CREATE TABLE IF NOT EXISTS chosen (number INTEGER PRIMARY KEY)')
    const [{ count = 0 } = {}] = sql
      .exec<{ count: number }>('SELECT COUNT(*) AS count FROM worlds')
      .toArray()
    this.#rows = count
  }

  /** Returns the names, the least recently used first. */
  list(now: number): readonly string[] {
    this.#removeExpired(now)
    return this.#selectNames('SELECT name FROM worlds ORDER BY used_at, name')
  }

  count(now: number): number {
    this.#removeExpired(now)
    return this.#rows
  }

  /** Records a use of a world. Returns the names of the least recently used worlds beyond the maximum, which it removes. */
  use(name: string, now: number): readonly string[] {
    this.#removeExpired(now)
    const update = 'UPDATE worlds SET used_at = ? WHERE name = ? RETURNING name'
    if (this.#selectNames(update, now, name).length > 0) return []
    const excess = Math.max(0, this.#rows + 1 - this.#limits.max)
    const evicted = this.#selectNames('SELECT name FROM worlds ORDER BY used_at LIMIT ?', excess)
    for (const other of evicted) this.remove(other)
    this.#storage.sql.exec('INSERT INTO worlds (name, used_at) VALUES (?, ?)', name, now)
    this.#rows++
    return evicted
  }

  /** Removes a name. Returns false if it is not in the table. */
  remove(name: string): boolean {
    return this.#delete('name = ?', name) > 0
  }

  /** Returns a name that was not chosen before and is not in the table. */
  choose(): string {
    for (;;) {
      const [{ number = 0 } = {}] = this.#storage.sql
        .exec<{ number: number }>('INSERT INTO chosen DEFAULT VALUES RETURNING number')
        .toArray()
      this.#storage.sql.exec('DELETE FROM chosen WHERE number < ?', number)
      const name = `world-${number}`
      if (this.#selectNames('SELECT name FROM worlds WHERE name = ?', name).length === 0)
        return name
    }
  }

  #removeExpired(now: number): void {
    this.#delete('used_at <= ?', now - this.#limits.lifetime)
  }

  /** Removes the rows that a condition selects. Returns their number. */
  #delete(condition: string, value: string | number): number {
    const query = `DELETE FROM worlds WHERE ${condition} RETURNING name`
    const { length } = this.#selectNames(query, value)
    this.#rows -= length
    return length
  }

  #selectNames(query: string, ...values: readonly (string | number)[]): readonly string[] {
    const rows = this.#storage.sql.exec<{ name: string }>(query, ...values).toArray()
    return rows.map(({ name }) => name)
  }
}
