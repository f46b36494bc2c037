import { countEventsFor } from '../../fixtures/scenario.ts'
import type { Query } from '../contract/context.ts'
import type { Messages } from '../contract/format-message.ts'
import { OptionError } from '../contract/option-error.ts'
import { imageModel } from '../contract/params/image.ts'
import { resources } from '../contract/resources/index.ts'
import type { RowsByKind, Seed } from '../contract/seed.ts'
import { languages } from '../contract/site.ts'
import { joinScenarioNames, type Options } from '../options/options.ts'
import type { SeedOptions } from '../seed/create-seed.ts'
import type { MockSource } from '../seed/generator-source.ts'
import { languageOfSeededId } from '../seed/ids.ts'
import type { Landmarks } from '../seed/landmarks.ts'
import { shiftDates, weekdayOffset } from './shift-dates.ts'

/** What an export says of itself: `world.json`. */
export interface ExportManifest {
  /** As they were given, all of them; the scenario by its name, or by what is told of it. */
  readonly options: Options
  /** The day the recorded records stand around, `YYYY-MM-DD`. */
  readonly anchor: string
  /** Whether those of another day are the same ones, moved there. */
  readonly canShift: boolean
  readonly seed: number
  readonly events: number
  readonly scenario: string
  readonly firstFreeId: number
  readonly landmarks: Landmarks
  /** What the exported sites say. */
  readonly messages: Readonly<Record<string, Messages>>
}

/** The records of one language, `world.de.json`. */
export interface ExportedLanguage {
  readonly records: RowsByKind
  /** What else is other when the day is one to six weekdays further: columns by kind and ID. */
  readonly weekdays: readonly Readonly<Record<string, Readonly<Record<string, Query>>>>[]
}

/** The words and factories, to plant any other world. */
export interface Pools {
  createSeed(options: SeedOptions): Seed
}

/** Where an export reads its other files from. */
export interface ExportFiles {
  readonly manifest: ExportManifest
  readonly messagesFor: MockSource['messagesFor']
  language(code: string): Promise<ExportedLanguage>
  pools(): Promise<Pools>
  /** What the machine's clock shows, in ms since 1970 UTC. */
  systemNow(): number
}

const DAY = 86_400_000

/** Creates seeds from the exported records where they fit, else from the pools. Files are read on demand. */
export function exportedSource(files: ExportFiles): MockSource {
  const { manifest: recording, systemNow } = files
  const languageFiles = new Map<string, ExportedLanguage>()
  const foreign = listUserScenarios(recording)
  const readLanguage = async (code: string): Promise<void> => {
    if (!languageFiles.has(code)) languageFiles.set(code, await files.language(code))
  }
  return {
    landmarks: recording.landmarks,
    messagesFor: files.messagesFor,
    systemNow,
    createSeed(options) {
      const { seed, events, scenario, anchor } = options
      const days = Math.floor(anchor.getTime() / DAY) - Date.parse(recording.anchor) / DAY
      const names = joinScenarioNames(scenario)
      const isSame =
        seed === recording.seed && events === recording.events && names === recording.scenario
      if (isSame && (days === 0 || recording.canShift)) {
        const isPlain = scenario.every((one) => !one.change && !foreign.has(one.name))
        const load = async (needed: readonly string[] = languages): Promise<void> =>
          void (await Promise.all((isPlain ? needed : languages).map(readLanguage)))
        return createExportedSeed(recording, days, scenario, { load, files: languageFiles })
      }
      const unknown = scenario.find(({ name }) => foreign.has(name))
      if (!unknown) return createPooledSeed(options, files.pools)
      throw new OptionError(
        `${unknown.name} is here only as it was exported: ${recording.scenario}, seed ${recording.seed}, ${recording.events} events, around ${recording.anchor}`,
      )
    },
  }
}

/** Scenarios of the user, whose functions are not in an export. */
function listUserScenarios({ options }: ExportManifest): ReadonlySet<string> {
  const parts = [options.scenario ?? []].flat()
  return new Set(parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name])))
}

/** The files of an export that have been read, by language, and what reads more. */
interface LoadedFiles {
  readonly files: ReadonlyMap<string, ExportedLanguage>
  load(languages?: readonly string[]): Promise<void>
}

function createExportedSeed(
  { firstFreeId, events }: ExportManifest,
  days: number,
  scenario: SeedOptions['scenario'],
  { files, load }: LoadedFiles,
): Seed {
  return {
    languages,
    kinds,
    events: countEventsFor(scenario, events),
    firstFreeId,
    languageOf: (id) => languageOfSeededId(id, firstFreeId),
    load,
    generate(kind, language) {
      const { records, weekdays } = requireLoaded(files.get(language))
      const other = weekdays[weekdayOffset(days)]?.[kind] ?? {}
      return shiftDates(days, records[kind] ?? []).map((row) => ({ ...row, ...other[row.id] }))
    },
  }
}

/** A seed of another world than the exported one, generated in the page. */
function createPooledSeed(options: SeedOptions, pools: ExportFiles['pools']): Seed {
  let seed: Seed | undefined
  return {
    languages,
    kinds,
    events: countEventsFor(options.scenario, options.events),
    get firstFreeId() {
      return requireLoaded(seed).firstFreeId
    },
    get members() {
      return requireLoaded(seed).members
    },
    languageOf: (id) => requireLoaded(seed).languageOf(id),
    generate: (kind, language) => requireLoaded(seed).generate(kind, language),
    load: async () => {
      seed ??= (await pools()).createSeed(options)
    },
  }
}

function requireLoaded<T>(value: T | undefined): T {
  if (value !== undefined) return value
  throw new OptionError('the records are not loaded yet; await load() of the world first')
}

const kinds: readonly string[] = [...resources.map(({ name }) => name), imageModel.name]
