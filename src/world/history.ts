import { invalidOption, OptionError } from '../contract/option-error.ts'
import { countBytes, parseJsonText } from '../contract/parse-json.ts'
import { Memory } from './memory.ts'
import { invalidSnapshot, readObject, readText } from './read-changes.ts'
import type { Members, StatePart } from './state-part.ts'

const MAX_CHECKPOINTS = 20
const MAX_STEPS = 50
/** The maximum of the request in a step: a path may have 16,000 characters. */
const MAX_NAME_LENGTH = 200

/** A checkpoint or a step to undo. It is JSON, which takes the memory of one text. */
export interface SavedState {
  /** The name of the checkpoint, or the start of the request of the step, such as `DELETE /en/cal/events/v1/events/102`. */
  readonly name: string
  /** The system time, ISO 8601 in UTC. */
  readonly time: string
  /** The `Snapshot` of a checkpoint, or the members of parts that undo a step. */
  readonly json: string
  readonly bytes: number
}

/** The checkpoints and the steps of a world, the oldest first. */
interface StoredHistory extends Members {
  readonly checkpoints: readonly SavedState[]
  readonly steps: readonly SavedState[]
}

/** The checkpoints of a world, and the steps that it can undo. */
export class History implements StatePart {
  #memory: Memory
  readonly #systemNow: () => number
  #stored: StoredHistory = { checkpoints: [], steps: [] }
  #reported = this.#stored

  constructor(memory: Memory, systemNow: () => number) {
    this.#memory = memory
    this.#systemNow = systemNow
  }

  get stored(): StoredHistory {
    return this.#stored
  }

  get isModified(): boolean {
    return this.#stored.checkpoints.length > 0
  }

  get version(): unknown {
    return this.#stored
  }

  reset(): void {
    this.#replace({ checkpoints: [], steps: [] })
  }

  save(): StoredHistory {
    return this.#stored
  }

  /** Their JSON is read when they are restored, so that one that is damaged does not keep the others from being read. */
  read(members: Members): () => void {
    const checkpoints = readStates('checkpoints', members.checkpoints, MAX_CHECKPOINTS)
    const steps = readStates('steps', members.steps, MAX_STEPS)
    const names = checkpoints.map(({ name }) => requireName(name))
    const repeated = names.find((name, n) => names.indexOf(name) < n)
    if (repeated !== undefined)
      throw invalidSnapshot('the name of two checkpoints', repeated, 'each name once')
    return () => this.#replace({ checkpoints, steps })
  }

  /** Returns the added steps, and all checkpoints if they changed. Returns everything if steps were removed. */
  takeChanges(): Members {
    const [{ checkpoints, steps }, before] = [this.#stored, this.#reported]
    this.#reported = this.#stored
    const last = before.steps.at(-1)
    if (last && !steps.includes(last)) return this.#stored
    const addedSteps = last ? steps.slice(steps.indexOf(last) + 1) : steps
    return {
      ...(addedSteps.length > 0 && { addedSteps }),
      ...(checkpoints !== before.checkpoints && { checkpoints }),
    }
  }

  split() {
    const { checkpoints, steps } = this.#stored
    const pieces: Members[] = checkpoints.map((added) => ({ addedCheckpoints: [added] }))
    pieces.push(...steps.map((added) => ({ addedSteps: [added] })))
    return { empty: { checkpoints: [], steps: [] }, pieces }
  }

  merge(
    saved: Partial<StoredHistory>,
    added: { addedSteps?: readonly SavedState[]; addedCheckpoints?: readonly SavedState[] },
  ): Members {
    const { addedSteps, addedCheckpoints } = added
    return {
      ...(addedSteps && { steps: [...(saved.steps ?? []), ...addedSteps].slice(-MAX_STEPS) }),
      ...(addedCheckpoints && { checkpoints: [...(saved.checkpoints ?? []), ...addedCheckpoints] }),
    }
  }

  get isEmpty(): boolean {
    return this.#stored.steps.length === 0
  }

  find(name: string | undefined): SavedState | undefined {
    return this.#stored.checkpoints.find((checkpoint) => checkpoint.name === name)
  }

  /** Saves a checkpoint in place of the checkpoint with its name. Throws `OptionError` for an invalid name and at the maximum, and `MemoryFullError`. */
  saveCheckpoint(name: string, json: string): SavedState {
    const replaced = this.find(requireName(name))
    const others = this.#stored.checkpoints.filter((checkpoint) => checkpoint !== replaced)
    if (others.length >= MAX_CHECKPOINTS)
      throw new OptionError(`the world has ${MAX_CHECKPOINTS} checkpoints, the maximum; remove one`)
    const saved = createState(name, json, this.#systemNow())
    this.#memory.requireRoom(saved.bytes - (replaced?.bytes ?? 0))
    this.#replace({ checkpoints: [...others, saved] })
    return saved
  }

  remove({ name }: SavedState): void {
    const { checkpoints } = this.#stored
    this.#replace({ checkpoints: checkpoints.filter((checkpoint) => checkpoint.name !== name) })
  }

  /** Adds a step with the JSON of its change. Beyond the maximum, the oldest step is removed. */
  addStep(name: string, json: string): void {
    const steps = [...this.#stored.steps, createState(name, json, this.#systemNow())]
    this.#replace({ steps: steps.slice(-MAX_STEPS) })
  }

  replaceSteps(steps: readonly SavedState[]): void {
    this.#replace({ steps })
  }

  removeOldest(): void {
    this.#replace({ steps: this.#stored.steps.slice(1) })
  }

  /** Removes the latest step, or all. */
  removeSteps(count = Number.POSITIVE_INFINITY): void {
    const { steps } = this.#stored
    this.#replace({ steps: steps.slice(0, Math.max(0, steps.length - count)) })
  }

  /** Takes it out of what the mock counts. */
  dispose(): void {
    this.reset()
    this.#memory = new Memory(Number.POSITIVE_INFINITY) // a program may still use the world
  }

  #replace(changed: Partial<StoredHistory>): void {
    const before = this.#stored
    this.#stored = { ...before, ...changed }
    const { checkpoints, steps } = this.#stored
    this.#memory.countRecords(sumBytes(checkpoints) - sumBytes(before.checkpoints))
    this.#memory.countEntries(sumBytes(steps) - sumBytes(before.steps), this)
  }
}

function createState(name: string, json: string, now: number): SavedState {
  const time = new Date(now).toISOString()
  const cut: string = JSON.parse(JSON.stringify(name.slice(0, MAX_NAME_LENGTH))) // a slice would keep the whole path
  return { name: cut, time, json, bytes: countBytes(json) + cut.length }
}

function requireName(name: string): string {
  if (/^[^\p{Cc}]{1,64}$/u.test(name)) return name
  throw invalidOption('name of a checkpoint', name, '1 to 64 characters')
}

/** Reads saved states from outside. Throws `OptionError` for values of other types, and for too many. */
function readStates(path: string, values: unknown = [], max: number): readonly SavedState[] {
  if (!Array.isArray(values) || values.length > max)
    throw invalidSnapshot(path, Object(values).length, `a list of at most ${max}`)
  return values.map((value, n) => {
    const state = readObject(`${path}.${n}`, value)
    const [name = '', time = '', json = ''] = ['name', 'time', 'json'].map((key) =>
      readText(`${path}.${n}.${key}`, state[key]),
    )
    const instant = Date.parse(time) // it may lie after the last year of a clock
    if (Number.isNaN(instant)) throw invalidSnapshot(`${path}.${n}.time`, time, 'an instant')
    return createState(name, json, instant)
  })
}

/** Returns the members in a checkpoint or a step, which are checked when they are restored. Throws `OptionError` for another JSON. */
export function parseState({ name, json }: SavedState): Members {
  try {
    return readObject('it', parseJsonText(json))
  } catch {
    throw new OptionError(`"${name}" is damaged: its state is no JSON object`)
  }
}

const sumBytes = (states: readonly SavedState[]): number =>
  states.reduce((sum, { bytes }) => sum + bytes, 0)
