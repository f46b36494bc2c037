import { countEventsFor } from '../../fixtures/scenario.ts'
import type { Query } from '../contract/context.ts'
import { DAY } from '../contract/dates/durations.ts'
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
import { landmarkUrls } from '../seed/landmark-urls.ts'
import type { Landmark, Landmarks } from '../seed/landmarks.ts'
import { shiftDates, weekdayOffset } from './shift-dates.ts'

/** Landmarks without their URLs, which are computed from the IDs. */
export type ExportedLandmarks = {
  readonly [K in keyof Landmarks]: Readonly<Record<keyof Landmarks[K], Omit<Landmark, 'url'>>>
}

/** `world.json`: the options and constants of an exported mock. `src/cli/export-world.ts` writes it. */
export interface ExportManifest {
  /** The options of the export. A user's scenario is an object without functions. */
  readonly options: Options
  /** The day around which the exported records are dated, `YYYY-MM-DD`. */
  readonly anchor: string
  /** True if shifting the dates of the records results in the records of another day. */
  readonly canShift: boolean
  readonly seed: number
  readonly events: number
  /** Names joined with `+`. */
  readonly scenario: string
  readonly firstFreeId: number
  readonly landmarks: ExportedLandmarks
  /** The messages of the exported sites, by language. */
  readonly messages: Readonly<Record<string, Messages>>
}

/** `world.<language>.json`: the records of one language. */
export interface ExportedLanguage {
  readonly records: RowsByKind
  /** Changes to the shifted records, by the difference of weekdays, 0 to 6. Empty if dates cannot be shifted. */
  readonly weekdays: readonly ChangedColumns[]
}

/** New values of columns, by kind and ID. */
export type ChangedColumns = Readonly<Record<string, Readonly<Record<string, Query>>>>

/** `pools.js`: the generator, for a world with other options than the exported one. */
export interface Pools {
  createSeed(options: SeedOptions): Seed
}

/** The generator, once a seed has loaded it. */
interface LoadedPools {
  pools?: Pools
}

/** The files of an export. All but the manifest are loaded on demand. */
export interface ExportFiles {
  readonly manifest: ExportManifest
  readonly messagesFor: MockSource['messagesFor']
  language(code: string): Promise<ExportedLanguage>
  pools(): Promise<Pools>
  /** Returns the time of the system clock, in ms since 1970 UTC. */
  systemNow(): number
}

/** Creates the source of a mock in a page: exported records, or generated ones if seed, size or scenario differ from the export. */
export function exportedSource(files: ExportFiles): MockSource {
  const { manifest, messagesFor, systemNow } = files
  const loadedLanguages = new Map<string, ExportedLanguage>()
  const loadedPools: LoadedPools = {}
  return {
    landmarks: addUrls(manifest.landmarks),
    messagesFor,
    systemNow,
    createSeed: (options) =>
      isExported(options, manifest)
        ? createExportedSeed(options, files, loadedLanguages)
        : createPooledSeed(options, files, loadedPools),
  }
}

function addUrls(exported: ExportedLandmarks): Landmarks {
  const collections = Object.entries(exported).map(([collection, landmarks]) => {
    const entries = Object.entries(landmarks).map(([name, landmark]) => [
      name,
      { ...landmark, url: landmarkUrls(collection, landmark.id) },
    ])
    return [collection, Object.fromEntries(entries)]
  })
  return Object.fromEntries(collections) // the same collections and names
}

/** Returns whether the export contains the records for these options, or records whose dates can be shifted. */
function isExported(options: SeedOptions, manifest: ExportManifest): boolean {
  const { seed, events, scenario } = options
  const isSameWorld =
    seed === manifest.seed &&
    events === manifest.events &&
    joinScenarioNames(scenario) === manifest.scenario
  return isSameWorld && (manifest.canShift || countDays(options, manifest) === 0)
}

/** Returns the number of days from the day of the export to the day of a seed. */
const countDays = ({ anchor }: SeedOptions, manifest: ExportManifest): number =>
  Math.floor(anchor.getTime() / DAY) - Date.parse(manifest.anchor) / DAY

/** Returns the names of the users' scenarios, whose functions are not in an export. */
function listUserScenarios({ options }: ExportManifest): ReadonlySet<string> {
  const parts = [options.scenario ?? []].flat()
  return new Set(parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name])))
}

/** Creates a seed that reads the exported records and shifts their dates to its day. */
function createExportedSeed(
  options: SeedOptions,
  { manifest, language: loadLanguage }: ExportFiles,
  loaded: Map<string, ExportedLanguage>,
): Seed {
  const { firstFreeId, events } = manifest
  const { scenario } = options
  const days = countDays(options, manifest)
  const userScenarios = listUserScenarios(manifest)
  // a scenario that changes records may look at every language
  const isPerLanguage = scenario.every(({ name, change }) => !change && !userScenarios.has(name))
  const load = async (code: string): Promise<void> => {
    if (!loaded.has(code)) loaded.set(code, await loadLanguage(code))
  }
  return {
    languages,
    kinds,
    events: countEventsFor(scenario, events),
    firstFreeId,
    languageOf: (id) => languageOfSeededId(id, firstFreeId),
    async load(codes = languages) {
      await Promise.all((isPerLanguage ? codes : languages).map(load))
    },
    generate(kind, language) {
      const { records, weekdays } = requireLoaded(loaded.get(language))
      const changes = weekdays[weekdayOffset(days)]?.[kind] ?? {}
      return shiftDates(days, records[kind] ?? []).map((row) => ({ ...row, ...changes[row.id] }))
    },
  }
}

/** Creates a seed that generates its records in the page. Throws for a user's scenario, whose functions are not there. */
function createPooledSeed(
  options: SeedOptions,
  { manifest, pools }: ExportFiles,
  loaded: LoadedPools,
): Seed {
  requireBuiltIn(options, manifest)
  let seed = loaded.pools?.createSeed(options)
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
      loaded.pools ??= await pools()
      seed ??= loaded.pools.createSeed(options)
    },
  }
}

function requireBuiltIn({ scenario }: SeedOptions, manifest: ExportManifest): void {
  const userScenarios = listUserScenarios(manifest)
  const missing = scenario.find(({ name }) => userScenarios.has(name))
  if (!missing) return
  const { scenario: exported, seed, events, anchor } = manifest
  throw new OptionError(
    `scenario "${missing.name}" exists only as exported: ${exported} with seed ${seed}, ${events} events, dates around ${anchor}`,
  )
}

function requireLoaded<T>(value: T | undefined): T {
  if (value !== undefined) return value
  throw new OptionError('the records are not loaded; await world.load() first')
}

const kinds: readonly string[] = [...resources.map(({ name }) => name), imageModel.name]
