import type { Wish } from '../../../fixtures/plan/schedule.ts'
import { countEventsFor } from '../../../fixtures/scenario.ts'
import type { Messages } from '../../contract/format-message.ts'
import { createLazyValues, Lazy } from '../../contract/lazy.ts'
import { OptionError } from '../../contract/option-error.ts'
import { imageModels } from '../../contract/params/image.ts'
import { resources } from '../../contract/resources/index.ts'
import type { RowsByKind, Seed } from '../../contract/seed.ts'
import { type LanguageCode, languages } from '../../contract/site.ts'
import { DAY } from '../../dates/durations.ts'
import { pickRecordOptions, type RecordOptions } from '../../options/mock-options.ts'
import type { Options } from '../../options/options.ts'
import { joinScenarioNames } from '../../options/resolve-scenarios.ts'
import type { SeedOptions } from '../../seed/create-seed.ts'
import { landmarkUrls, languageOfSeededId, parseSeededId, seededId } from '../../seed/ids.ts'
import type { Landmark, Landmarks } from '../../seed/landmarks.ts'
import type { DashboardFiles, MockSource } from '../../seed/source/mock-source.ts'
import type { OpenDatabase } from '../../store/database.ts'
import { createMoves, shiftDates } from './shift-dates.ts'

/** `landmarks.json`: landmarks without their URLs, which are computed from the IDs. */
export type ExportedLandmarks = {
  readonly [K in keyof Landmarks]: Readonly<Record<keyof Landmarks[K], Omit<Landmark, 'url'>>>
}

/** `world.json`: the options and constants of an exported mock. `src/cli/export-world.ts` writes it. */
export interface ExportManifest extends RecordOptions {
  /** The options of the export. A user's scenario is an object without functions. */
  readonly options: Options
  /** The day around which the exported records are dated, `YYYY-MM-DD`. */
  readonly anchor: string
  /** True if shifting the dates of the records results in the records of another day. */
  readonly canShift: boolean
  /** The wishes of the events for their days, in their order. Empty if a scenario has other days. */
  readonly wishes: readonly Wish[]
  /** Names joined with `+`. */
  readonly scenario: string
  readonly firstFreeId: number
  /** The groups of translations, unless scenarios can add and remove translations. */
  readonly groups?: ExportedGroups
}

/** The groups that records and their translations form. */
export interface ExportedGroups {
  /** The number of groups, by kind. */
  readonly counts: Readonly<Record<string, number>>
  /** The IDs in groups that lack a language, by the ID of the group. */
  readonly incomplete: Readonly<Record<string, readonly number[]>>
}

/** `world.<language>.json`: the records of one language. */
export interface ExportedLanguage {
  readonly records: RowsByKind
}

/** `pools.js`: the generator, for a world with other options than the exported world. */
export interface Pools {
  createSeed(options: SeedOptions): Seed
}

/** The files of an export. All but the manifest are loaded on demand. */
export interface ExportFiles {
  readonly manifest: ExportManifest
  landmarks(): Promise<ExportedLandmarks>
  messages(code: LanguageCode): Promise<Messages>
  language(code: LanguageCode): Promise<ExportedLanguage>
  pools(): Promise<Pools>
  database(): Promise<OpenDatabase>
  readonly dashboard: DashboardFiles
  /** Returns the time of the system clock, in ms since 1970 UTC. */
  systemNow(): number
}

type LazyLanguages = Readonly<Record<LanguageCode, Lazy<ExportedLanguage>>>

/** Creates the source of a mock in a page: exported records, or generated records if seed, size, cities or scenario differ from the export. */
export function exportedSource(files: ExportFiles): MockSource {
  const { manifest, dashboard, systemNow } = files
  const records = createLazyValues(languages, files.language)
  const messages = createLazyValues(languages, files.messages)
  const pools = new Lazy(files.pools)
  return {
    landmarks: new Lazy(async () => addUrls(await files.landmarks())),
    database: new Lazy(files.database),
    readMessages: (language) => messages[language].value,
    dashboard,
    maxAnswerBytes: 4_000_000,
    systemNow,
    createSeed: (options) =>
      isExported(options, manifest)
        ? createExportedSeed(options, manifest, records)
        : createPooledSeed(options, manifest, pools),
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
  const [its, ours] = [manifest, options].map((of) => JSON.stringify(pickRecordOptions(of)))
  const isSameWorld = its === ours && joinScenarioNames(options.scenario) === manifest.scenario
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
  manifest: ExportManifest,
  loaded: LazyLanguages,
): Seed {
  const { firstFreeId, events, groups } = manifest
  const days = countDays(options, manifest)
  const moves = createMoves(manifest.wishes, Date.parse(manifest.anchor), days)
  return {
    languages,
    kinds,
    events: countEventsFor(options.scenario, events),
    firstFreeId,
    languageOf: (id) => languageOfSeededId(id, firstFreeId),
    ...(groups && { members: (kind, group) => findMembers(kind, group, groups) }),
    async load() {
      await Promise.all(languages.map((language) => loaded[language].load()))
    },
    generate(kind, language) {
      const { records } = loaded[language as LanguageCode].value // a language of the seed
      return shiftDates(days, records[kind] ?? [], kind === 'event' ? moves : () => 0)
    },
  }
}

/** Returns the IDs of a group: one in each language, unless it is incomplete. */
function findMembers(kind: string, group: number, groups: ExportedGroups): readonly number[] {
  const { ordinal, kind: position } = parseSeededId(group)
  const isSeeded = ordinal >= 0 && ordinal < (groups.counts[kind] ?? 0)
  if (!isSeeded || group !== seededId(ordinal, kinds.indexOf(kind), 0)) return []
  return groups.incomplete[group] ?? languages.map((_, n) => seededId(ordinal, position, n))
}

/** Creates a seed that generates its records in the page. Throws for a user's scenario, whose functions are not there. */
function createPooledSeed(
  options: SeedOptions,
  manifest: ExportManifest,
  pools: Lazy<Pools>,
): Seed {
  requireBuiltIn(options, manifest)
  let seed: Seed | undefined
  const getSeed = (): Seed => {
    seed ??= pools.value.createSeed(options)
    return seed
  }
  return {
    languages,
    kinds,
    events: countEventsFor(options.scenario, options.events),
    get firstFreeId() {
      return getSeed().firstFreeId
    },
    get members() {
      return getSeed().members
    },
    languageOf: (id) => getSeed().languageOf(id),
    generate: (kind, language) => getSeed().generate(kind, language),
    load: pools.load,
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

const kinds: readonly string[] = [...resources, ...imageModels].map(({ name }) => name)
