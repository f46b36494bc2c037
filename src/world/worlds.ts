import { OptionError } from '../contract/option-error.ts'
import type { ManagedWorld, WorldStart } from './world.ts'

/** The removal of a world that keeps a mock within its limits. */
export interface Eviction {
  readonly event: 'evict'
  readonly world: string
  /** `idle`: the world had no request for too long. `limit`: it was the least recently used one of too many. */
  readonly reason: 'idle' | 'limit'
  /** True if the world had changes, which are lost. */
  readonly modified: boolean
}

/** The limits of the worlds of a mock, and what creates one. */
export interface WorldsOptions {
  /** The maximum of worlds besides the default one. */
  readonly max: number
  /** A world is evicted after this time without a request, in ms. */
  readonly idle: number
  /** Names of worlds that were evicted with changes in an earlier run. */
  readonly evicted: readonly string[]
  /** Returns the time of the system clock, in ms since 1970 UTC. */
  systemNow(): number
  create(name: string, start?: WorldStart): ManagedWorld
  onEvict?: ((eviction: Eviction) => void) | undefined
}

/** The maximum of remembered names of evicted worlds, which return 410. The oldest can be created again. */
const MAX_EVICTED_NAMES = 100_000

export const DEFAULT_WORLD = 'default'

/** Returns whether a text can name a world. */
export const isWorldName = (text: string): boolean => /^[a-z0-9-]{1,64}$/.test(text)

/** Creates the error about a text that cannot name a world. */
export const invalidWorldName = (name: string): OptionError =>
  new OptionError(
    `invalid world name "${name.slice(0, 80)}"; accepted: 1 to 64 characters of a-z, 0-9 and -`,
  )

/** The worlds of a mock by name. The world `default` always exists. */
export class Worlds {
  readonly #options: WorldsOptions
  readonly #default: ManagedWorld
  /** The other worlds, the least recently used first. */
  readonly #others = new Map<string, { readonly world: ManagedWorld; readonly usedAt: number }>()
  /** Names of worlds that were evicted with changes. */
  readonly #evicted: Set<string>
  #created = 0

  constructor(options: WorldsOptions) {
    this.#options = options
    this.#evicted = new Set(options.evicted)
    this.#default = options.create(DEFAULT_WORLD)
  }

  get names(): readonly string[] {
    const active = [...this.#others].filter(([, { usedAt }]) => !this.#isIdle(usedAt))
    return [DEFAULT_WORLD, ...active.map(([name]) => name)]
  }

  /** Returns whether a world of this name exists. */
  has(name: string): boolean {
    const entry = this.#others.get(name)
    return name === DEFAULT_WORLD || (entry !== undefined && !this.#isIdle(entry.usedAt))
  }

  /** Returns the world of a name, creating it on first use, or undefined if it was evicted with changes. */
  find(name: string): ManagedWorld | undefined {
    if (name === DEFAULT_WORLD) return this.#default
    const entry = this.#others.get(name)
    if (entry && !this.#isIdle(entry.usedAt)) return this.#use(name, entry.world)
    this.#evict()
    return this.#evicted.has(name) ? undefined : this.#use(name, this.#options.create(name))
  }

  /** Creates a world, also in place of an evicted one. Returns undefined if the name is taken. */
  create(name = this.#chooseName(), start?: WorldStart): ManagedWorld | undefined {
    this.#evict()
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

  #use(name: string, world: ManagedWorld): ManagedWorld {
    this.#others.delete(name)
    this.#others.set(name, { world, usedAt: this.#options.systemNow() })
    return world
  }

  /** Removes idle worlds, and the least recently used one if the maximum is reached. */
  #evict(): void {
    for (const [name, { world, usedAt }] of this.#others) {
      const isIdle = this.#isIdle(usedAt)
      if (this.#others.size < this.#options.max && !isIdle) return
      this.#others.delete(name)
      const { isModified: modified } = world
      if (modified) this.#rememberEvicted(name)
      world.dispose()
      const reason = isIdle ? 'idle' : 'limit'
      this.#options.onEvict?.({ event: 'evict', world: name, reason, modified })
    }
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
