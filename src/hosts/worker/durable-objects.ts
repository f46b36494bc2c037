import { DEFAULT_WORLD, isWorldName } from '../../world/address.ts'
import type { WorldDirectory, WorldStartText } from '../../world/worlds.ts'

/** A value that SQLite stores. */
type SqlValue = string | number | null | ArrayBuffer | Uint8Array

/** The SQLite database of a Durable Object. Every statement is synchronous. */
export interface SqlStorage {
  exec<Row extends Record<string, unknown>>(
    query: string,
    ...values: readonly SqlValue[]
  ): { toArray(): Row[] }
}

/** The storage of a Durable Object. Responses wait until its writes are on disk. */
export interface ObjectStorage {
  readonly sql: SqlStorage
  /** Runs a function in a transaction, which is rolled back if the function throws. */
  transactionSync<T>(run: () => T): T
  /** Returns the time of the next alarm, in ms since 1970 UTC, or null without an alarm. */
  getAlarm(): Promise<number | null>
  setAlarm(time: number): Promise<void>
  deleteAlarm(): Promise<void>
}

/** The state that the runtime passes to the constructor of a Durable Object. */
export interface ObjectState {
  readonly storage: ObjectStorage
}

/** The environment of the worker: its binding to the objects, and the secret of the control routes. */
export interface WorkerEnv {
  /** The namespace of the class `CalmockWorld`. */
  readonly WORLDS: {
    idFromName(name: string): unknown
    get(id: never): unknown
  }
  /** The token that requests to control routes must send as `Authorization: Bearer <token>`. */
  readonly CALMOCK_TOKEN?: string | undefined
}

/** The methods of an object that other objects call. */
export interface WorldStub {
  fetch(request: Request): Promise<Response>
  /** Creates the world of this name. Returns false if it exists. */
  createWorld(name: string, start: WorldStartText): Promise<boolean>
  /** Removes the world and everything that it stores. Returns false if it does not exist. */
  removeWorld(): Promise<boolean>
  /** Evicts the world, which returns 410 from then on if it was modified. */
  evictWorld(): Promise<void>
}

/** The methods of the object that lists the worlds. */
export interface DirectoryStub {
  listWorlds(): Promise<readonly string[]>
  countWorlds(): Promise<number>
  /** Records that a world was used. Evicts the least recently used worlds beyond the maximum. */
  useWorld(name: string): Promise<void>
  forgetWorld(name: string): Promise<boolean>
  chooseWorldName(): Promise<string>
}

/** The name of the directory. No world can have it. */
const DIRECTORY = '~worlds'

/** Returns the stub of an object by its name. Throws if the worker lacks the binding. */
function findObject({ WORLDS }: WorkerEnv, name: string): unknown {
  if (!WORLDS)
    throw new Error(
      'calmock/worker needs the Durable Object binding WORLDS of the class CalmockWorld',
    )
  return WORLDS.get(WORLDS.idFromName(name) as never) // the runtime's own type
}

export const findWorld = (env: WorkerEnv, name: string): WorldStub =>
  findObject(env, name) as WorldStub // the class has these methods

export const findDirectory = (env: WorkerEnv): DirectoryStub =>
  findObject(env, DIRECTORY) as DirectoryStub // the class has these methods

/** Returns the directory of the worlds of all objects. */
export const createObjectDirectory = (env: WorkerEnv): WorldDirectory => ({
  list: async () => [DEFAULT_WORLD, ...(await findDirectory(env).listWorlds())],
  count: async () => 1 + (await findDirectory(env).countWorlds()),
  async create(name, start) {
    const chosen = name ?? (await findDirectory(env).chooseWorldName())
    if (chosen === DEFAULT_WORLD) return undefined
    return (await findWorld(env, chosen).createWorld(chosen, start)) ? chosen : undefined
  },
  async remove(name) {
    if (name === DEFAULT_WORLD || !isWorldName(name)) return false
    const isRemoved = await findWorld(env, name).removeWorld()
    return (await findDirectory(env).forgetWorld(name)) || isRemoved
  },
})
