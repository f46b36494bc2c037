import type { ResolvedOptions } from '../options/options.ts'
import { resolveScenarios } from '../options/resolve-scenarios.ts'
import { DEFAULT_WORLD } from './address.ts'
import type { SavedState } from './history.ts'
import { MemoryFullError } from './memory.ts'
import type { WorldStart, WorldState } from './world-state.ts'

/** The removal of a world that keeps a mock within its limits. */
export interface Eviction {
  readonly event: 'evict'
  readonly world: string
  /** `idle`: the world had no request for too long. `limit`: there were too many. */
  readonly reason: 'idle' | 'limit'
  /** True if the world had changes, which are lost. */
  readonly modified: boolean
}

/** The limits of the worlds of a mock, and the function that creates a world. */
export interface WorldsOptions {
  /** The maximum of worlds besides the default world. */
  readonly max: number
  /** A world is evicted after this time without a request, in ms. */
  readonly idle: number
  /** Names of worlds that were evicted with changes in an earlier run. */
  readonly evicted: readonly string[]
  /** Returns the time of the system clock, in ms since 1970 UTC. */
  systemNow(): number
  /** The world `default`. */
  readonly main: WorldState
  create(name: string, start?: WorldStart): WorldState
  onEvict?: ((eviction: Eviction) => void) | undefined
}

/** The maximum of remembered names of evicted worlds, which return 410. The oldest can be created again. */
const MAX_EVICTED_NAMES = 100_000

/** The worlds of a mock by name. The world `default` always exists. */
export class Worlds {
  readonly #options: WorldsOptions
  /** The world `default`. */
  readonly main: WorldState
  /** The other worlds, the least recently used first. */
  readonly #others = new Map<string, { readonly world: WorldState; readonly usedAt: number }>()
  /** Names of worlds that were evicted with changes. */
  readonly #evicted: Set<string>
  #created = 0

  constructor(options: WorldsOptions) {
    this.#options = options
    this.#evicted = new Set(options.evicted)
    this.main = options.main
  }

  get names(): readonly string[] {
    const active = [...this.#others].filter(([, { usedAt }]) => !this.#isIdle(usedAt))
    return [DEFAULT_WORLD, ...active.map(([name]) => name)]
  }

  has(name: string): boolean {
    const entry = this.#others.get(name)
    return name === DEFAULT_WORLD || (entry !== undefined && !this.#isIdle(entry.usedAt))
  }

  /** Returns the world of a name, creating it on first use, or undefined if it was evicted with changes. */
  open(name: string): WorldState | undefined {
    if (name === DEFAULT_WORLD) return this.main
    const entry = this.#others.get(name)
    if (entry && !this.#isIdle(entry.usedAt)) return this.#use(name, entry.world)
    this.#evict()
    return this.#evicted.has(name) ? undefined : this.#use(name, this.#options.create(name))
  }

  /** Creates a world, also in place of an evicted world. Returns undefined if the name is taken. */
  create(name = this.#chooseName(), start?: WorldStart, evicts = true): WorldState | undefined {
    this.#evict(evicts)
    if (name === DEFAULT_WORLD || this.#others.has(name)) return undefined
    this.#evicted.delete(name)
    return this.#use(name, this.#options.create(name, start))
  }

  /** Removes a world. Returns false if there is no such world; `default` cannot be removed. */
  remove(name: string): boolean {
    this.#others.get(name)?.world.dispose()
    return this.#others.delete(name) || this.#evicted.delete(name)
  }

  #isIdle(usedAt: number): boolean {
    return usedAt <= this.#options.systemNow() - this.#options.idle
  }

  #use(name: string, world: WorldState): WorldState {
    this.#others.delete(name)
    this.#others.set(name, { world, usedAt: this.#options.systemNow() })
    return world
  }

  /**
   * Removes idle worlds, and one more if the maximum is reached: the least recently used world without changes,
   * which its next request creates again, or else the least recently used world, or an error if changes stay.
   */
  #evict(losesChanges = true): void {
    for (const [name, { usedAt }] of this.#others) {
      if (!this.#isIdle(usedAt)) break
      this.#remove(name, 'idle')
    }
    if (this.#others.size < this.#options.max) return
    const worlds = [...this.#others]
    const unmodified = worlds.find(([, { world }]) => !world.isModified)
    if (!unmodified && !losesChanges)
      throw new MemoryFullError(
        `all ${worlds.length} worlds have changes, and a new world would evict one; delete a world, or raise maxWorlds`,
      )
    const [name] = unmodified ?? worlds[0] ?? []
    if (name !== undefined) this.#remove(name, 'limit')
  }

  #remove(name: string, reason: Eviction['reason']): void {
    const world = this.#others.get(name)?.world
    if (!world) return
    this.#others.delete(name)
    const { isModified: modified } = world
    if (modified) this.#rememberEvicted(name)
    world.dispose()
    this.#options.onEvict?.({ event: 'evict', world: name, reason, modified })
  }

  #rememberEvicted(name: string): void {
    this.#evicted.add(name)
    const [oldest] = this.#evicted
    if (this.#evicted.size > MAX_EVICTED_NAMES && oldest !== undefined) this.#evicted.delete(oldest)
  }

  #chooseName(): string {
    for (;;) {
      const name = `world-${++this.#created}`
      if (!this.#others.has(name) && !this.#evicted.has(name)) return name
    }
  }
}

/** The start of a world as JSON: names of scenarios and an instant, or a checkpoint. */
export interface WorldStartText {
  readonly from?: SavedState | undefined
  readonly scenario?: string | undefined
  readonly now?: string | undefined
  /** False if no world with changes is evicted for the new world. */
  readonly evicts?: boolean | undefined
}

/** The worlds of a mock by name, wherever they run. */
export interface WorldDirectory {
  /** Returns the names of all worlds, `default` first. */
  list(): Promise<readonly string[]>
  count(): Promise<number>
  /** Creates a world, also in place of an evicted world. Returns its name, or undefined if the name is taken. An undefined name is chosen. */
  create(name: string | undefined, start: WorldStartText): Promise<string | undefined>
  /** Removes a world. Returns false if there is no such world; `default` cannot be removed. */
  remove(name: string): Promise<boolean>
}

/** Parses the start of a world. Throws `OptionError` for an unknown scenario. */
export const parseWorldStart = (
  { scenario, now, from }: WorldStartText,
  { scenarios }: ResolvedOptions,
): WorldStart => ({
  ...(scenario !== undefined && { scenario: resolveScenarios(scenario, scenarios) }),
  ...(now !== undefined && { now }),
  ...(from && { from }),
})

/** Returns the directory of worlds that are all in this mock. */
export const createDirectory = (worlds: Worlds, options: ResolvedOptions): WorldDirectory => ({
  list: async () => worlds.names,
  count: async () => worlds.names.length,
  create: async (name, start) =>
    worlds.create(name, parseWorldStart(start, options), start.evicts)?.name,
  remove: async (name) => worlds.remove(name),
})
