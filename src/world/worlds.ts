import { OptionError } from '../contract/option-error.ts'
import type { ManagedWorld, WorldStart } from './world.ts'

/** The worlds there are by name. The world `default` is always there. */
export interface Worlds {
  readonly names: readonly string[]
  /** The world of a name, made when there is none; 'gone' where it went with what was written to it. */
  find(name: string): ManagedWorld | 'gone'
  /** A new world, also in place of one that is gone. Undefined where there is one of the name. */
  create(name?: string, start?: WorldStart): ManagedWorld | undefined
  /** Whether there was one to take away. */
  remove(name: string): boolean
}

/** What bounds the worlds. */
export interface WorldsOptions {
  /** Most there are at a time. */
  readonly max: number
  /** How long one is kept that nobody uses, in ms. */
  readonly idle: number
  /** What the machine's clock shows, in ms since 1970 UTC. */
  systemNow(): number
  create(name: string, start?: WorldStart): ManagedWorld
}

/** How many names of worlds are known that are gone; the one that went first is made anew again. */
const MAX_EVICTED_NAMES = 100_000

export const DEFAULT_WORLD = 'default'

/** Whether a text can name a world. */
export const isWorldName = (text: string): boolean => /^[a-z0-9-]{1,64}$/.test(text)

/** What is said of a name that no world can have. */
export const invalidWorldName = (name: string): OptionError =>
  new OptionError(`"${name.slice(0, 80)}" cannot name a world; accepted: 1 to 64 of a-z, 0-9 and -`)

/** No worlds but the default one, which never goes. */
export function createWorlds({ max, idle, systemNow, create }: WorldsOptions): Worlds {
  const first = create(DEFAULT_WORLD)
  /** The one longest unused comes first. */
  const others = new Map<string, { readonly world: ManagedWorld; readonly usedAt: number }>()
  /** Names of worlds that went with what was written to them. */
  const gone = new Set<string>()
  let made = 0

  function evict(): void {
    for (const [name, { world, usedAt }] of others) {
      if (others.size < max && usedAt > systemNow() - idle) return
      others.delete(name)
      if (world.isModified) gone.add(name)
      for (const oldest of gone) {
        if (gone.size <= MAX_EVICTED_NAMES) break
        gone.delete(oldest)
      }
    }
  }

  function use(name: string, world: ManagedWorld): ManagedWorld {
    others.delete(name)
    others.set(name, { world, usedAt: systemNow() })
    return world
  }

  const worlds: Worlds = {
    get names() {
      const kept = [...others].filter(([, { usedAt }]) => usedAt > systemNow() - idle)
      return [DEFAULT_WORLD, ...kept.map(([name]) => name)]
    },
    find(name) {
      if (name === DEFAULT_WORLD) return first
      const known = others.get(name)
      if (known && known.usedAt > systemNow() - idle) return use(name, known.world)
      evict()
      return gone.has(name) ? 'gone' : use(name, create(name))
    },
    create(given, start) {
      evict()
      const name = given ?? freeName()
      if (name === DEFAULT_WORLD || others.has(name)) return undefined
      gone.delete(name)
      return use(name, create(name, start))
    },
    remove(name) {
      return others.delete(name) || gone.delete(name)
    },
  }
  return worlds

  function freeName(): string {
    for (;;) {
      const name = `world-${++made}`
      if (!others.has(name) && !gone.has(name)) return name
    }
  }
}
