import type { Row } from '../contract/resource.ts'
import type { ClockState } from '../options/clock.ts'
import type { WorldSettings } from '../options/world-settings.ts'
import type { Changes, Replaced } from '../store/changes.ts'
import { MAX_STEPS, type StoredHistory } from './history.ts'
import type { Snapshot } from './snapshot.ts'

/** The state of a world, with its checkpoints and steps. */
export interface StoredWorld extends StoredHistory {
  readonly state: Snapshot
  /** The clock, if it was moved. A running clock is the offset from the system time, so it also advances while no process runs. */
  readonly clock?: ClockState | undefined
}

/** Changed records by scenario, a changed clock (null after a reset to the time of its option), changed settings, added steps and changed checkpoints. */
interface PartialChange extends StoredHistory {
  readonly changes?: Readonly<Record<string, Replaced>>
  readonly clock?: ClockState | null
  /** The settings that differ from the options: null if all are the ones of the options. */
  readonly settings?: Partial<WorldSettings> | null
}

/** A change of a world. */
export type WorldChange = StoredWorld | PartialChange

/** Merges changes into a state. Changes the values. */
export function mergeChanges(first: StoredWorld, changes: Iterable<WorldChange>): StoredWorld {
  let stored = first
  for (const change of changes) stored = 'state' in change ? change : applyChange(stored, change)
  return stored
}

function applyChange(stored: StoredWorld, change: PartialChange): StoredWorld {
  const { state, clock, steps = [], checkpoints = [] } = stored
  return {
    steps: [...steps, ...(change.steps ?? [])].slice(-MAX_STEPS),
    checkpoints: change.checkpoints ?? checkpoints,
    state: applySettings(
      change.changes ? applyRecords(state, change.changes) : state,
      change.settings,
    ),
    clock: change.clock === undefined ? clock : (change.clock ?? undefined),
  }
}

function applySettings(
  state: Snapshot,
  changed: Partial<WorldSettings> | null | undefined,
): Snapshot {
  if (changed === undefined) return state
  const { settings: _, ...others } = state
  return changed === null ? others : { ...others, settings: changed }
}

function applyRecords(state: Snapshot, changes: Readonly<Record<string, Replaced>>): Snapshot {
  const { [state.scenario]: current, ...others } = changes
  const scenarios = { ...state.scenarios }
  for (const [scenario, added] of Object.entries(others))
    scenarios[scenario] = mergeRecords(scenarios[scenario], added)
  return {
    ...state,
    ...(current && mergeRecords(state, current)),
    ...(Object.keys(scenarios).length > 0 && { scenarios }),
  }
}

/** Merges rows by kind, without those of the seed. A map: a file may name the kind `__proto__`. */
function mergeRecords(before: Changes | undefined, { nextId, records }: Replaced): Changes {
  const merged = new Map(Object.entries(before?.records ?? {}))
  for (const [kind, rows] of Object.entries(records)) {
    const all: Record<string, Row | null | 'seed'> = Object.assign(merged.get(kind) ?? {}, rows)
    for (const id in rows) if (rows[id] === 'seed') delete all[id]
    merged.set(kind, all as Record<string, Row | null>) // no `seed` is left
  }
  return { nextId, records: Object.fromEntries(merged) }
}
