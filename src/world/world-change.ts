import type { ClockState } from '../options/clock.ts'
import type { WorldSettings } from '../options/world-settings.ts'
import type { Changes } from '../store/changes.ts'
import type { Snapshot } from './snapshot.ts'

/** The whole state of a world. */
export interface StoredState {
  readonly state: Snapshot
  /** The clock, if it was moved. A running clock is the offset from the system time, so it also advances while no process runs. */
  readonly clock?: ClockState | undefined
}

/** Changed records by scenario, a changed clock (null after a reset to the time of its option), and changed settings. */
interface PartialChange {
  readonly changes?: Readonly<Record<string, Changes>>
  readonly clock?: ClockState | null
  /** The settings that differ from the options: null if all are the ones of the options. */
  readonly settings?: Partial<WorldSettings> | null
}

/** A change of a world. */
export type WorldChange = StoredState | PartialChange

/** Merges changes into a state. Changes the values. Returns undefined without a whole state. */
export function mergeChanges(
  first: StoredState | undefined,
  changes: Iterable<WorldChange>,
): StoredState | undefined {
  let stored = first
  for (const change of changes) {
    if ('state' in change) stored = change
    else if (stored) stored = applyChange(stored, change)
  }
  return stored
}

function applyChange({ state, clock }: StoredState, change: PartialChange): StoredState {
  return {
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

function applyRecords(state: Snapshot, changes: Readonly<Record<string, Changes>>): Snapshot {
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

/** Merges rows by kind. A map: a file may name the kind `__proto__`. */
function mergeRecords(before: Changes | undefined, { nextId, records }: Changes): Changes {
  const merged = new Map(Object.entries(before?.records ?? {}))
  for (const [kind, rows] of Object.entries(records))
    merged.set(kind, Object.assign(merged.get(kind) ?? {}, rows))
  return { nextId, records: Object.fromEntries(merged) }
}
