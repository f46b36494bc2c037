import { sizeOf } from '../../fixtures/scenario.ts'
import type { Query } from '../contract/context.ts'
import type { Words } from '../contract/say.ts'
import { languages } from '../contract/site.ts'
import type { Records, Seed } from '../contract/world.ts'
import type { Landmarks } from '../landmarks.ts'
import { namesOf, type Options } from '../options.ts'
import type { SeedOptions } from '../seed.ts'
import { languageOfSeeded } from '../seeded-id.ts'
import type { Planting } from '../service-from.ts'
import { movedBy, weekdaysTo } from './moved.ts'

/** What an export says of itself: `world.json`. */
export interface Recording {
  /** As they were given, all of them; the scenario by its name, or by what is told of it. */
  readonly options: Options
  /** The day the recorded records stand around, `YYYY-MM-DD`. */
  readonly anchor: string
  /** Whether those of another day are the same ones, moved there. */
  readonly moves: boolean
  readonly seed: number
  readonly events: number
  readonly scenario: string
  readonly firstFreeId: number
  readonly landmarks: Landmarks
  /** What the exported sites say. */
  readonly words: Readonly<Record<string, Words>>
}

/** The records of one language, `world.de.json`. */
export interface RecordedLanguage {
  readonly records: Records
  /** What else is other when the day is one to six weekdays further: columns by kind and ID. */
  readonly weekdays: readonly Readonly<Record<string, Readonly<Record<string, Query>>>>[]
}

/** The words and factories, to plant any other world. */
export interface Pools {
  seedOf(options: SeedOptions): Seed
}

/** Where an export reads its other files from. */
export interface Files {
  readonly recording: Recording
  readonly wordsOf: Planting['wordsOf']
  language(code: string): Promise<RecordedLanguage>
  pools(): Promise<Pools>
  /** What the machine's clock shows, in ms since 1970 UTC. */
  machine(): number
}

const DAY = 86_400_000

/** Plants from the recording where it will do, else from the pools; each file is read when it is needed. */
export function recordedPlanting(files: Files): Planting {
  const { recording, machine } = files
  const readLanguage = waitingFor(files.language)
  const readPools = waitingFor(files.pools)
  const foreign = namesOnlyRecorded(recording)
  return {
    landmarks: recording.landmarks,
    wordsOf: files.wordsOf,
    machine,
    newSeed(options) {
      const { seed, events, scenario, anchor } = options
      const days = Math.floor(anchor.getTime() / DAY) - Date.parse(recording.anchor) / DAY
      const names = namesOf(scenario)
      const isSame =
        seed === recording.seed && events === recording.events && names === recording.scenario
      if (isSame && (days === 0 || recording.moves))
        return recordedSeed(recording, days, scenario, readLanguage)
      const unknown = scenario.find(({ name }) => foreign.has(name))
      if (!unknown) return pooledSeed(options, readPools)
      throw new Error(
        `[calmock] ${unknown.name} is here only as it was exported: ${recording.scenario}, seed ${recording.seed}, ${recording.events} events, around ${recording.anchor}`,
      )
    },
  }
}

/** Scenarios of the user, whose functions are not in an export. */
function namesOnlyRecorded({ options }: Recording): ReadonlySet<string> {
  const parts = [options.scenario ?? []].flat()
  return new Set(parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name])))
}

function recordedSeed(
  { firstFreeId, events }: Recording,
  days: number,
  scenario: SeedOptions['scenario'],
  read: Waiting<RecordedLanguage>,
): Seed {
  return {
    languages,
    events: sizeOf(scenario, events),
    firstFreeId,
    languageOf: (id) => languageOfSeeded(id, firstFreeId),
    plant(language) {
      const { records, weekdays } = read.now(language)
      const patch = weekdays[weekdaysTo(days)] ?? {}
      const kinds = Object.entries(records).map(([kind, rows]) => {
        const other = patch[kind] ?? {}
        return [kind, movedBy(days, rows).map((row) => ({ ...row, ...other[row.id] }))]
      })
      return Object.fromEntries(kinds)
    },
    load: async () => void (await Promise.all(languages.map(read.load))),
  }
}

function pooledSeed(options: SeedOptions, pools: Waiting<Pools>): Seed {
  let made: Seed | undefined
  const seed = (): Seed => {
    made ??= pools.now('').seedOf(options)
    return made
  }
  return {
    languages,
    events: sizeOf(options.scenario, options.events),
    get firstFreeId() {
      return seed().firstFreeId
    },
    languageOf: (id) => seed().languageOf(id),
    plant: (language) => seed().plant(language),
    complete: (kind, row) => seed().complete?.(kind, row),
    get record() {
      return seed().record
    },
    get owner() {
      return seed().owner
    },
    get members() {
      return seed().members
    },
    load: () => pools.load(''),
  }
}

/** Files that are read when they are needed: `now` throws the promise of one that is not there yet. */
interface Waiting<T> {
  now(key: string): T
  load(key: string): Promise<void>
}

function waitingFor<T>(read: (key: string) => Promise<T>): Waiting<T> {
  const values = new Map<string, { readonly value: T }>()
  const reading = new Map<string, Promise<void>>()
  const load = (key: string): Promise<void> => {
    const known = reading.get(key)
    if (known) return known
    const keep = async (): Promise<void> => {
      try {
        values.set(key, { value: await read(key) })
      } catch (error) {
        reading.delete(key) // so that the next request tries again
        throw error
      }
    }
    const started = keep()
    reading.set(key, started)
    return started
  }
  return {
    load,
    now(key) {
      const found = values.get(key)
      if (found) return found.value
      throw load(key)
    },
  }
}
