import type { Scenario } from '../../fixtures/scenario.ts'
import { FixedMembers } from '../contract/fixed-members.ts'
import { NotLoadedError } from '../contract/lazy.ts'
import { OptionError } from '../contract/option-error.ts'
import type { Database } from '../contract/resources/database-type.ts'
import { formatIgnored } from '../contract/synonyms.ts'
import type { MockRequest } from '../engine/http-message.ts'
import type { DelayOption } from '../faults/delay-range.ts'
import type { FaultChooser } from '../faults/fault-rules.ts'
import { type ClockState, createClock, type ManagedClock, type Now } from '../options/clock.ts'
import { pickRecordOptions } from '../options/mock-options.ts'
import type { ResolvedOptions, ScenarioOption } from '../options/options.ts'
import { resolveScenarios } from '../options/resolve-scenarios.ts'
import type { LoggedRequest } from '../request-log/logged-request.ts'
import { RequestLog } from '../request-log/request-log.ts'
import type { Store } from '../store/store.ts'
import { History, parseState, type SavedState } from './history.ts'
import { Memory, MemoryFullError, spendCharacters } from './memory.ts'
import { invalidSnapshot, readInstant } from './read-changes.ts'
import { RecordsPart, type WorldParts } from './records-part.ts'
import { SettingsPart } from './settings-part.ts'
import type { Members, StatePart } from './state-part.ts'
import type { Snapshot, World } from './world.ts'

/** The initial scenario and time of a world, if they differ from the options of the mock. */
export interface WorldStart {
  readonly scenario?: readonly Scenario[]
  readonly now?: Now
  /** The checkpoint from which the world was created. A reset returns to it. */
  readonly from?: SavedState
}

/**
 * A world with the methods that only the mock itself uses. Methods are properties, so that they can be passed on:
 * `afterEach(world.reset)`. No member is `#private`, because `withFetch` creates objects that inherit from it.
 */
export class WorldState extends FixedMembers implements World {
  readonly name: string
  private readonly ownClock: ManagedClock
  readonly log: RequestLog
  readonly history: History
  private readonly shared: WorldParts
  readonly records: RecordsPart
  private readonly settingsPart: SettingsPart
  /** The parts of snapshots and of steps to undo. A reset dates the records from the clock, which comes first. */
  private readonly state: readonly StatePart[]
  /** All parts. Each outlives the process in a journal. */
  readonly parts: readonly StatePart[]
  /** The checkpoint that a reset restores, if it still exists. */
  private readonly from: string | undefined
  private isRemoved = false
  /** Saves the changes of a write before its response. The write is undone if it throws. */
  saveWrite: (() => void) | undefined
  /** The versions of the parts at the last call of `takeChanges`. */
  private reported: readonly unknown[] = []

  constructor(name: string, shared: WorldParts, start: WorldStart = {}) {
    super()
    const { options, memory, systemNow } = shared
    const { scenario = options.scenario, now = options.now, from } = start
    this.name = name
    this.shared = shared
    this.from = from?.name
    this.ownClock = createClock(now, systemNow)
    this.log = this.createLog()
    this.history = new History(memory, systemNow)
    this.settingsPart = new SettingsPart(options, this.log)
    this.records = new RecordsPart({
      world: name,
      shared,
      initial: scenario,
      now: () => this.clock.now(),
      onCommit: this.commit,
    })
    this.state = [new ClockPart(this.clock, now === options.now), this.settingsPart, this.records]
    this.parts = [...this.state, this.history]
    if (from) this.replace({ ...parseState(from), checkpoints: [from] }, this.parts)
  }

  get clock(): ManagedClock {
    return this.ownClock
  }

  set clock(_: unknown) {
    throw new OptionError('clock cannot be replaced; call clock.set or clock.advance')
  }

  get scenario(): string {
    return this.records.scenario
  }

  set scenario(_: unknown) {
    throw new OptionError('scenario cannot be assigned; call setScenario')
  }

  get db(): World['db'] {
    const { database, reportIgnored } = this.shared
    const onIgnored = (method: string, field: string, columns: readonly string[]): void =>
      reportIgnored(`${method} ${field}`, formatIgnored(method, field, columns))
    return this.records.store.openDatabase(database.value, onIgnored) as Database // of the five resources and pictures
  }

  /** True if the state differs from a new world. */
  get isModified(): boolean {
    return this.parts.some((part) => part.isModified)
  }

  get requests(): readonly LoggedRequest[] {
    return this.log.list()
  }

  get maxRequests(): number {
    return this.log.max
  }

  set maxRequests(maxRequests: number) {
    this.settingsPart.change({ maxRequests })
  }

  clearRequests = (): void => this.log.clear()

  get faults(): readonly string[] {
    return this.settingsPart.value.faults
  }

  set faults(faults: string | readonly string[]) {
    this.settingsPart.change({ faults })
  }

  get delay(): number | string {
    return this.settingsPart.value.delay
  }

  set delay(delay: DelayOption) {
    this.settingsPart.change({ delay })
  }

  setScenario = (scenario: ScenarioOption): void =>
    this.record(
      'PUT /__calmock/scenario',
      () => this.records.start(this.findScenarios(scenario)),
      [this.records], // undoing it keeps the clock and the settings
    )

  reset = (): void =>
    this.record('POST /__calmock/reset', () => {
      this.log.clear()
      const from = this.history.find(this.from)
      if (from) return this.replace(parseState(from))
      for (const part of this.state) part.reset()
    })

  load = (): Promise<void> => this.loadRecords()

  protected async loadRecords(): Promise<void> {
    await Promise.all([this.records.store.load(), this.shared.database.load()])
  }

  snapshot = (): Snapshot => JSON.parse(JSON.stringify(this.collectSnapshot())) // the caller may change it

  /** Returns a snapshot as JSON. Throws `MemoryFullError` if it is too large. */
  formatSnapshot = (): string => this.format(this.collectSnapshot()) ?? this.rejectCopy()

  private rejectCopy(): never {
    const max = this.shared.memory.maxCopy / 1_000_000
    throw new MemoryFullError(
      `the state is larger than ${max} MB, too large for a copy; remove records, or raise maxMemory, of which a copy may take a sixteenth`,
    )
  }

  private collectSnapshot(): Members {
    const members = this.collect(this.state, (part) => part.snapshot?.() ?? part.save())
    return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))
  }

  restore = (snapshot: Members | Snapshot, action = 'PUT /__calmock/world'): void =>
    this.record(action, () => this.replace({ ...snapshot }))

  undo = (): string | undefined => {
    const step = this.history.stored.steps.at(-1)
    if (!step) return undefined
    const now = this.collect(this.state)
    if (!this.canCopy(now)) this.rejectCopy() // all records are checked in a second store
    try {
      this.replace(this.mergeChanges(now, [parseState(step)]))
    } catch (error) {
      if (error instanceof NotLoadedError || error instanceof MemoryFullError) throw error
      this.history.removeSteps(1) // the steps before it can still be undone
      const reason = error instanceof OptionError ? error.reason : 'its state is damaged'
      throw new OptionError(`"${step.name}" cannot be undone, and is left out: ${reason}`)
    }
    this.history.removeSteps(1)
    return step.name
  };

  /** Returns the whole state with more members, and changes that complete it if it is too large for one JSON. They share the rows of the stores. */
  *collectState(more: Members = {}): Generator<Members> {
    const state = { ...more, ...this.collect(this.parts) }
    const isLarge = !this.canCopy(state)
    const split = this.parts.flatMap((part) => (isLarge && part.split?.()) || [])
    yield Object.assign(state, ...split.map(({ empty }) => empty))
    for (const { pieces } of split) yield* pieces
  }

  /** Returns whether members are small enough to become JSON. */
  canCopy = (members: Members): boolean => spendCharacters(this.shared.memory.maxCopy, members) >= 0

  /** Replaces the whole state by a collected state, or by a snapshot. Throws like `restore`, but accepts states of any size. */
  restoreState = (saved: Members): void =>
    this.replace(saved, this.parts, new Memory(Number.POSITIVE_INFINITY))

  /** Returns the members that changed since the last call, or undefined without changes. The first call returns all. */
  takeChanges = (): Members | undefined => {
    const changed = this.parts.filter((part, n) => part.version !== this.reported[n])
    const members = changed.map((part) => part.takeChanges?.() ?? part.save())
    this.reported = this.parts.map((part) => part.version)
    const all: Members = Object.assign({}, ...members)
    return Object.keys(all).length > 0 ? all : undefined
  }

  /** Merges changes into a collected state. Changes the values. */
  mergeChanges = (saved: Members, changes: Iterable<Members>): Members => {
    let merged = saved
    for (const changed of changes) {
      const before = merged
      const members = this.parts.map((part) => part.merge?.(before, changed))
      merged = Object.assign({ ...before, ...changed }, ...members)
    }
    return merged
  }

  /** Takes the world out of what the mock counts. */
  dispose = (): void => {
    this.log.max = 0
    for (const part of this.parts) part.dispose?.()
    this.isRemoved = true // a program may still use it
  }

  /** Returns the options of the records, and members of parts. */
  private collect(parts: readonly StatePart[], read = (part: StatePart) => part.save()): Members {
    return Object.assign(pickRecordOptions(this.shared.options), ...parts.map(read))
  }

  /** Replaces parts by their members, which are checked first. */
  private replace(members: Members, parts = this.state, memory: Memory = this.shared.memory): void {
    requireSameRecords(members, this.shared.options)
    const replacing = parts.map((part) => part.read(members, memory))
    for (const apply of replacing) apply()
  }

  /** Performs a change of parts, and adds the step that undoes it. */
  private record(action: string, change: () => void, parts = this.state): void {
    const before = this.formatParts(parts)
    change()
    if (before === undefined || before !== this.formatParts(parts)) this.addStep(action, before)
  }

  /** Adds the step that undoes a write of records, and saves both. If it throws, there is no step. */
  private commit = (action: string, undo: Members, canUndo: boolean): void => {
    const { steps } = this.history.stored
    this.addStep(action, this.format(undo))
    try {
      if (canUndo) this.saveWrite?.()
    } catch (error) {
      this.history.replaceSteps(steps)
      throw error
    }
  }

  /** Adds a step with the JSON that undoes an action. Without it, the world forgets its steps. */
  private addStep(action: string, undo: string | undefined): void {
    if (undo === undefined) this.history.removeSteps()
    else this.history.addStep(action, undo)
  }

  private format(members: Members): string | undefined {
    const json = this.canCopy(members) ? JSON.stringify(members) : '' // with escapes, it may be longer
    return json && json.length <= this.shared.memory.maxCopy ? json : undefined
  }

  /** Returns the members of parts as JSON, or undefined if they are too large or their records have to be loaded. */
  private formatParts(parts: readonly StatePart[]): string | undefined {
    try {
      return this.format(this.collect(parts))
    } catch (error) {
      if (error instanceof NotLoadedError) return undefined
      throw error
    }
  }

  /** Chooses the fault and the delay of each request. */
  get planner(): FaultChooser {
    return this.settingsPart.planner
  }

  /** Returns the records and the time that the headers of a request select; the defaults are the world's own. */
  selectState({ header }: MockRequest): { readonly repository: Store; readonly now: Date } {
    const [scenario, now] = [header('x-calmock-scenario'), header('x-calmock-now')]
    return {
      repository: scenario ? this.records.select(this.findScenarios(scenario)) : this.records.store,
      now: now ? createClock(now, this.shared.systemNow).now() : this.clock.now(),
    }
  }

  private createLog(): RequestLog {
    const { options, systemNow, memory } = this.shared
    return new RequestLog({
      world: this.name,
      max: options.worldSettings.maxRequests,
      maxBody: options.maxLoggedBody,
      systemNow,
      onChange: (bytes, log) => {
        if (!this.isRemoved) memory.countEntries(bytes, log)
      },
    })
  }

  private findScenarios(scenario: ScenarioOption): readonly Scenario[] {
    return resolveScenarios(scenario, this.shared.options.scenarios)
  }
}

/** The clock of a world. */
class ClockPart implements StatePart {
  readonly #clock: ManagedClock
  readonly #isInitial: boolean

  /** `isInitial` is false for a clock that was created with another time than the options have. */
  constructor(clock: ManagedClock, isInitial: boolean) {
    this.#clock = clock
    this.#isInitial = isInitial
  }

  get isModified(): boolean {
    return !this.#isInitial || this.#clock.moved
  }

  get version(): unknown {
    return this.#clock.state
  }

  reset(): void {
    this.#clock.reset()
  }

  snapshot() {
    return { now: this.#clock.now().toISOString(), frozen: this.#clock.frozen }
  }

  /** A running clock is saved as the offset from the system time: it also advances while no process runs. */
  save(): Members {
    return { ...this.snapshot(), clock: this.#clock.state ?? null }
  }

  read({ now, frozen, clock }: Members): () => void {
    const instant = readInstant('now', now)
    if (clock === null) return () => this.#clock.reset()
    const restore = (target: ManagedClock): void => {
      if (clock === undefined) target.set(instant)
      else target.resume(clock as ClockState) // `resume` checks the state
      if (clock === undefined && frozen === false) target.freeze(false)
    }
    restore(createClock(instant, () => 0)) // an invalid value throws before the world changes
    return () => restore(this.#clock)
  }
}

/** Throws `OptionError` for members of a world whose records other options generate. */
function requireSameRecords(members: unknown, options: ResolvedOptions): void {
  if (typeof members !== 'object' || members === null)
    throw invalidSnapshot('it', members, 'an object like the body of GET /__calmock/world')
  const [its, ours] = [members, options].map((of) => JSON.stringify(pickRecordOptions(of)))
  if (its === ours) return
  throw new OptionError(
    `invalid snapshot: it has the records of ${its?.slice(0, 200)}; this mock has those of ${ours}`,
  )
}
