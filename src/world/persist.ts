import type { Settings } from '../contract/context.ts'
import { NotLoadedError, whenLoaded } from '../contract/lazy.ts'
import { OptionError } from '../contract/option-error.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { createErrorResponse } from '../engine/plain-response.ts'
import { isReadMethod } from '../engine/request-method.ts'
import { catchErrorMessage } from './catch-error-message.ts'
import {
  createHeader,
  type HeaderSource,
  type Journal,
  JournalError,
  type JournalHeader,
  requireSameHeader,
} from './journal.ts'
import type { ManagedWorld } from './world.ts'
import { mergeChanges, type StoredState, type WorldChange } from './world-change.ts'

/** A mock whose default world can be persisted. */
type PersistableMock = HeaderSource['mock'] &
  Pick<ManagedWorld, 'takeChanges' | 'collectState' | 'restoreState'> & {
    readonly settings: Settings
    handle(request: MockRequest, world?: string): Promise<MockResponse>
  }

export interface PersistOptions extends HeaderSource {
  readonly mock: PersistableMock
  readonly journal: Journal
  /** The name of the journal in responses, such as the path of a file. */
  readonly name: string
}

/** A mock that saves its default world: every write is in the journal before its response is sent. */
export interface PersistedMock {
  readonly settings: Settings
  handle(request: MockRequest, world?: string): Promise<MockResponse>
  /** Saves changes that no request made, and unsaved earlier ones. Returns the message of an error. */
  save(): string | undefined
  /** Replaces the journal by the whole state. Returns the message of an error. */
  compact(): string | undefined
}

/**
 * Restores the default world of a new mock from a journal, and saves its later changes. An empty journal stays
 * empty until the first change. Throws `JournalError` if the journal does not fit the mock, which is unchanged then.
 */
export async function persistMock(options: PersistOptions): Promise<PersistedMock> {
  const { mock, journal, name } = options
  // calmock has written these values
  const [saved, ...changes] = journal.read() as readonly [JournalHeader?, ...WorldChange[]]
  const header = createHeader(options, saved)
  if (saved) requireSameHeader(saved, header)
  const stored = readContent(() => mergeChanges(changes))
  if (stored) await whenLoaded(() => readContent(() => mock.restoreState(stored)))
  const create = () => new JournalWriter(mock, journal, { header, isNew: !saved })
  const writer = await whenLoaded(create)
  return {
    settings: mock.settings,
    async handle(request, world) {
      const { failures } = writer
      const response = await mock.handle(request, world)
      const isWrite = !isReadMethod(request.method) && response.status < 400
      // another request can have taken the change of this one, and failed to save it
      const failure = await whenLoaded(() => writer.save(isWrite && writer.failures > failures))
      if (!failure || !isWrite) return response
      const message = `The request succeeded, but ${name} could not be written: ${failure}. The next write tries again.`
      return createErrorResponse(request, 507, 'state_unwritten', message)
    },
    save: () => writer.save(true),
    compact: () => writer.compact(),
  }
}

/** Calls a function that reads values of a journal. Throws its errors as `JournalError`. */
function readContent<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof NotLoadedError) throw error
    throw new JournalError('content', error instanceof OptionError ? error.reason : String(error))
  }
}

/** A journal is compacted when it is larger than `factor` times its size after the last compaction, plus `bytes`. */
const MAX_GROWTH = { factor: 4, bytes: 1_000_000 }

/** Writes the changes of a world to its journal, and compacts the journal when it has grown. */
class JournalWriter {
  readonly #world: Pick<ManagedWorld, 'takeChanges' | 'collectState'>
  readonly #journal: Journal
  readonly #header: JournalHeader
  /** The values that are not in the journal yet. */
  #unsaved: WorldChange[] = []
  /** True until the journal has a header. */
  #isNew: boolean
  #compactedSize = 0
  #failures = 0

  constructor(
    world: Pick<ManagedWorld, 'takeChanges' | 'collectState'>,
    journal: Journal,
    { header, isNew }: { readonly header: JournalHeader; readonly isNew: boolean },
  ) {
    this.#world = world
    this.#journal = journal
    this.#header = header
    this.#isNew = isNew
    world.takeChanges() // the state that the journal has, or that the header describes
  }

  /** The number of failed attempts to save changes. */
  get failures(): number {
    return this.#failures
  }

  /** Replaces the values by one with the whole state. Returns the message of an error. */
  compact(): string | undefined {
    const failure = catchErrorMessage(() => {
      this.#journal.replace([this.#header, this.#world.collectState()])
      this.#isNew = false
      this.#unsaved = []
      this.#world.takeChanges() // they are part of the state
    })
    this.#compactedSize = this.#journal.size // also after an error, so that not every write tries again
    return failure
  }

  /** Appends the changes since the last call. Without any, earlier ones are tried again on request. Returns the message of an error. */
  save(triesAgain: boolean): string | undefined {
    const change = this.#world.takeChanges()
    if (change) this.#unsaved = isWholeState(change) ? [change] : [...this.#unsaved, change]
    if (this.#unsaved.length === 0 || (!change && !triesAgain)) return undefined
    const failure = this.#isNew ? this.compact() : catchErrorMessage(() => this.#append())
    if (failure) this.#failures++
    const maxSize = MAX_GROWTH.bytes + MAX_GROWTH.factor * this.#compactedSize
    if (!failure && this.#journal.size > maxSize) this.compact() // after an error the journal stays larger
    return failure
  }

  #append(): void {
    for (let [change] = this.#unsaved; change; [change] = this.#unsaved) {
      this.#journal.append(change)
      this.#unsaved.shift()
    }
  }
}

/** Returns whether a change makes the earlier ones obsolete. */
const isWholeState = (change: WorldChange): change is StoredState => 'state' in change
