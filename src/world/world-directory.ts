import type { ResolvedOptions } from '../options/options.ts'
import { resolveScenarios } from '../options/resolve-scenarios.ts'
import type { WorldStart } from './world.ts'
import type { Worlds } from './worlds.ts'

/** The initial scenario and time of a world as JSON: names of scenarios, and an instant. */
export interface WorldStartText {
  readonly scenario?: string
  readonly now?: string
}

/** The worlds of a mock by name, wherever they run. */
export interface WorldDirectory {
  /** Returns the names of all worlds, `default` first. */
  list(): Promise<readonly string[]>
  /** Returns the number of worlds. */
  count(): Promise<number>
  /** Creates a world, also in place of an evicted one. Returns its name, or undefined if the name is taken. An undefined name is chosen. */
  create(name: string | undefined, start: WorldStartText): Promise<string | undefined>
  /** Removes a world. Returns false if there is no such world; `default` cannot be removed. */
  remove(name: string): Promise<boolean>
}

/** Parses the start of a world. Throws `OptionError` for an unknown scenario. */
export const parseWorldStart = (
  { scenario, now }: WorldStartText,
  { scenarios }: ResolvedOptions,
): WorldStart => ({
  ...(scenario !== undefined && { scenario: resolveScenarios(scenario, scenarios) }),
  ...(now !== undefined && { now }),
})

/** Returns the directory of worlds that are all in this mock. */
export const createDirectory = (worlds: Worlds, options: ResolvedOptions): WorldDirectory => ({
  list: async () => worlds.names,
  count: async () => worlds.names.length,
  create: async (name, start) => worlds.create(name, parseWorldStart(start, options))?.name,
  remove: async (name) => worlds.remove(name),
})
