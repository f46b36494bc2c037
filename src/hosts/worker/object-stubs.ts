import type { WorldDirectory, WorldStartText } from '../../world/worlds.ts'
import { DEFAULT_WORLD, isWorldName } from '../../world/worlds.ts'
import type { WorkerEnv } from './platform.ts'

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

/** Returns the stub of a world. */
export const findWorld = (env: WorkerEnv, name: string): WorldStub =>
  findObject(env, name) as WorldStub // the class has these methods

/** Returns the stub of the object that lists the worlds. */
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
