import { type Factory, factories } from '../../fixtures/factories/index.ts'
import type { CityName } from '../../fixtures/facts/cities.ts'
import type { LanguagePack } from '../../fixtures/languages/language.ts'
import { countPlanned } from '../../fixtures/plan/event-plan.ts'
import { createPlan, type Plan } from '../../fixtures/plan/index.ts'
import { plannedOrdinal, type Wish } from '../../fixtures/plan/schedule.ts'
import { createRandom, type Random } from '../../fixtures/random.ts'
import {
  countEventsFor,
  type Draft,
  type Drafts,
  type Scenario,
  type ScenarioContext,
} from '../../fixtures/scenario.ts'
import { invalidOption } from '../contract/option-error.ts'
import type { Row } from '../contract/resource.ts'
import type { Seed } from '../contract/seed.ts'
import { type LanguageCode, languages } from '../contract/site.ts'
import { createSlugCounter, toSlug, trashedSlug } from '../contract/slug.ts'
import { formatDateTime, parseDateTime } from '../dates/date-time.ts'
import { DAY, MINUTE } from '../dates/durations.ts'
import { toInstant } from '../dates/time-zone.ts'
import { languageOfSeededId, parseSeededId, STRIDE, seededId } from './ids.ts'

export interface SeedOptions {
  /** The random seed: the same seed, size, scenario and anchor generate the same bytes. */
  readonly seed: number
  /** The number of events. The numbers of venues and organizers depend on it. */
  readonly events: number
  /** The cities of the listed records. Default: all. */
  readonly cities?: readonly CityName[] | undefined
  /** The scenarios, in the order of their application. */
  readonly scenario: readonly Scenario[]
  /** The clock when the world is created. All dates are offsets from its day. */
  readonly anchor: Date
  /** Called before many records are generated. */
  readonly onProgress?: (kind: string, language: string, count: number) => void
}

/** The generation of this many records takes a second or more. */
const PROGRESS_COUNT = 10_000

export function createSeed(options: SeedOptions, readPack: ReadPack): Seed {
  const { seed, scenario, anchor } = options
  const events = countPlannedEvents(options)
  const midnight = parseDateTime(`${formatDateTime(anchor.getTime()).slice(0, 10)} 00:00:00`)
  const generators = new Map<string, RecordGenerator>()
  const changed = new Map<string, Drafts>()
  const readPlan = createPlanReader(options, midnight)
  const firstFreeId = (Math.max(0, ...factories.map(({ count }) => count(events))) + 1) * STRIDE
  const isPlain = scenario.every(({ change }) => change === undefined)

  function generatorFor(language: string): RecordGenerator {
    const code = language as LanguageCode // generators exist for known languages only
    const parts = { seed, events, midnight, language: code, readPack, readPlan, generatorFor }
    const generator = generators.get(language) ?? new RecordGenerator(parts)
    generators.set(language, generator)
    return generator
  }

  function generate(kind: string, language: string): readonly Row[] {
    const count = findFactory(kind)?.count(events) ?? 0
    if (count >= PROGRESS_COUNT) options.onProgress?.(kind, language, count)
    if (isPlain) return generatorFor(language).rows(kind)
    const drafts = changed.get(language) ?? applyScenario(scenario, generatorFor(language))
    changed.set(language, drafts)
    return numberSlugs(kind, drafts[kind] ?? [])
  }

  return {
    languages,
    kinds: factories.map(({ kind }) => kind),
    events,
    firstFreeId,
    languageOf: (id) => languageOfSeededId(id, firstFreeId),
    generate,
    // a scenario that changes records can add and remove translations
    ...(isPlain && { members: (kind, group) => findMembers(kind, group, events, generatorFor) }),
  }
}

/** Returns a function that creates the plan of a world on first use. `midnight` is in milliseconds, UTC. */
function createPlanReader(options: SeedOptions, midnight: number): () => Plan {
  let plan: Plan | undefined
  return () => {
    plan ??= planWorld(options, midnight)
    return plan
  }
}

const countPlannedEvents = ({ scenario, events, cities }: SeedOptions): number =>
  countPlanned(countEventsFor(scenario, events), cities)

/** Returns the kinds of day that each event of a seed may have. This does not depend on the anchor. */
export function listWishes(options: SeedOptions): readonly Wish[] {
  const { events, repeats } = planWorld(options, 0)
  const wishes = events.map(
    ({ city, from, weekday, start, days, ...plan }): Wish => ({
      city,
      from,
      weekday,
      start,
      days,
      ...(plan.months && { months: plan.months }),
      ...(plan.feast && { feast: plan.feast }),
      ...(plan.pause && { pause: plan.pause }),
      ...(plan.venue !== undefined && { venue: plan.venue }),
      ...(plan.artist && { artist: plan.artist }),
    }),
  )
  return [...wishes, ...repeats.map(({ of }) => ({ ...(wishes[of] as Wish), repeats: of }))]
}

/** Creates the plan of a world around an anchor day. `midnight` is in milliseconds, UTC. */
const planWorld = (options: SeedOptions, midnight: number): Plan =>
  createPlan(countPlannedEvents(options), {
    midnight,
    cities: options.cities,
    drawRandom: (kind, ordinal) => createRandom(options.seed, kind, ordinal),
  })

/** Applies scenarios to the records of one language. Throws `OptionError` for a scenario that returns anything but records. */
const applyScenario = (scenario: readonly Scenario[], generator: RecordGenerator): Drafts =>
  scenario.reduce((drafts, { name, change }) => {
    const changed: unknown = change?.(drafts, generator) ?? drafts
    requireDrafts(changed, name)
    return changed
  }, generator.draftsOf(generator.language))

function requireDrafts(changed: unknown, name: string): asserts changed is Drafts {
  const accepted = 'a change that returns lists of records by kind'
  if (!isObject(changed)) throw invalidOption('scenario', name, `${accepted}, not ${changed}`)
  if ('then' in changed) throw invalidOption('scenario', name, `${accepted}, not a promise`)
  for (const [kind, drafts] of Object.entries(changed)) {
    const isList =
      Array.isArray(drafts) && drafts.every((draft) => isObject(draft) && 'id' in draft)
    if (!isList) throw invalidOption('scenario', name, `${accepted}; each ${kind} has an id`)
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Returns the IDs of the translations that a plain seed has in a group. */
function findMembers(
  kind: string,
  group: number,
  events: number,
  generatorFor: (language: string) => RecordGenerator,
): readonly number[] {
  const { ordinal, kind: position } = parseSeededId(group)
  const factory: Factory | undefined = factories[position]
  const isSeeded = ordinal >= 0 && ordinal < (factory?.count(events) ?? 0)
  if (!isSeeded || factory?.kind !== kind || group !== createSeededId(kind, ordinal, languages[0]))
    return []
  return languages
    .filter((language) => generatorFor(language).has(factory, ordinal))
    .map((language) => createSeededId(kind, ordinal, language))
}

const kinds = new Map(factories.map(({ kind }, position) => [kind, position]))
const positions = new Map<string, number>(languages.map((code, position) => [code, position]))

/** Returns the ID of a seeded record, which depends on kind, ordinal and language alone. */
export const createSeededId = (kind: string, ordinal: number, language: string): number =>
  seededId(ordinal, kinds.get(kind) ?? 0, positions.get(language) ?? 0)

const findFactory = (kind: string): Factory | undefined => factories[kinds.get(kind) ?? -1]

/** Returns the pack of a language. Throws `NotLoadedError` if it is not loaded. */
export type ReadPack = (language: LanguageCode) => LanguagePack

interface GeneratorOptions {
  readonly seed: number
  readonly events: number
  /** The first millisecond of the anchor day, UTC. */
  readonly midnight: number
  readonly language: LanguageCode
  readonly readPack: ReadPack
  /** Returns the facts about the records, which all languages share. */
  readPlan(): Plan
  /** Returns the generator of another language of the same world. */
  generatorFor(language: string): RecordGenerator
}

/** Generates the records of one language of a world. */
class RecordGenerator implements ScenarioContext {
  readonly language: LanguageCode
  readonly anchor: number
  readonly #options: GeneratorOptions
  readonly #titles = new Map<string, readonly string[]>()
  readonly #slugs = new Map<string, readonly string[]>()
  /** The texts of times. 100,000 events share 30,000, in place of four each. */
  readonly #times = new Map<number, string>()
  #drafts: Drafts | undefined

  constructor(options: GeneratorOptions) {
    this.language = options.language
    this.anchor = options.midnight
    this.#options = options
  }

  /** The language pack, which few of its members need. */
  get words(): LanguagePack {
    return this.#options.readPack(this.language)
  }

  get plan(): Plan {
    return this.#options.readPlan()
  }

  random = (kind: string, ordinal: number): Random =>
    createRandom(this.#options.seed, kind, ordinal)
  id = (kind: string, ordinal: number): number => createSeededId(kind, ordinal, this.language)
  idIn = (language: string, kind: string, ordinal: number): number =>
    createSeededId(kind, ordinal, language)
  group = (kind: string, ordinal: number): number => createSeededId(kind, ordinal, languages[0])
  wall = (day: number, minutes: number): string =>
    this.#format(this.anchor + day * DAY + minutes * MINUTE)
  utc = (wall: string, zone: string): string => this.#format(toInstant(parseDateTime(wall), zone))

  title = (kind: string, ordinal: number): string => {
    const titles = this.#titles.get(kind) ?? this.#createTitles(kind)
    this.#titles.set(kind, titles)
    return titles[ordinal] ?? ''
  }

  slug = (kind: string, ordinal: number): string => {
    const slugs = this.#slugs.get(kind) ?? this.#numberedSlugs(kind)
    this.#slugs.set(kind, slugs)
    return slugs[ordinal] ?? ''
  }

  record = (kind: string, ordinal: number): Readonly<Record<string, unknown>> =>
    findFactory(kind)?.create(this, ordinal) ?? {}

  draftsOf = (language: string): Drafts => {
    if (language !== this.language) return this.#options.generatorFor(language).draftsOf(language)
    this.#drafts ??= Object.fromEntries(
      factories.map(({ kind }) => [kind, this.#mapRecords(kind, toDraft)]),
    )
    return this.#drafts
  }

  /** Returns whether the record of an ordinal exists in this language. */
  has({ exists }: Factory, ordinal: number): boolean {
    return exists?.(this, ordinal) ?? true
  }

  rows(kind: string): readonly Row[] {
    return this.#mapRecords(kind, (row) => row)
  }

  #format(ms: number): string {
    const text = this.#times.get(ms) ?? formatDateTime(ms)
    this.#times.set(ms, text)
    return text
  }

  #createTitles(kind: string): readonly string[] {
    const factory = findFactory(kind)
    const titles: string[] = []
    for (const ordinal of this.#ordinals(kind)) {
      const planned = titles[this.#plannedOrdinal(kind, ordinal)]
      titles.push(planned ?? factory?.title?.(this, ordinal) ?? '')
    }
    return titles
  }

  #mapRecords<T>(kind: string, convert: (row: Row, ordinal: number) => T): readonly T[] {
    const factory = findFactory(kind)
    if (!factory) return []
    const planned: Row[] = [] // the index is the ordinal
    const create = (ordinal: number): Row => {
      const source = this.#plannedOrdinal(kind, ordinal)
      const row = planned[source] ?? this.#create(factory, source)
      planned[source] = row
      return source === ordinal ? row : (factory.repeat?.(this, ordinal, row) ?? row)
    }
    const ordinals = this.#ordinals(kind).filter((ordinal) => this.has(factory, ordinal))
    return ordinals.map((ordinal) => convert(create(ordinal), ordinal))
  }

  /** Creates a record. A landmark or an office of a city outside the world is unlisted. */
  #create(factory: Factory, ordinal: number): Row {
    const row = factory.create(this, ordinal)
    const { cities, events, venues, organizers } = this.plan
    const places: Partial<Record<string, readonly { readonly city: CityName }[]>> = {
      event: events,
      venue: venues,
      organizer: organizers,
    }
    const city = places[factory.kind]?.[ordinal]?.city
    return city === undefined || cities.includes(city) ? row : { ...row, unlisted: true }
  }

  /** Returns the ordinal of the record with the same texts that the plan has for an ordinal. */
  #plannedOrdinal(kind: string, ordinal: number): number {
    return kind === 'event' ? plannedOrdinal(this.plan, ordinal) : ordinal
  }

  #ordinals(kind: string): readonly number[] {
    const count = findFactory(kind)?.count(this.#options.events) ?? 0
    return Array.from({ length: count }, (_, ordinal) => ordinal)
  }

  /** Numbers equal slugs in the order of ordinals, so that records have the same slugs in a larger world. */
  #numberedSlugs(kind: string): readonly string[] {
    const factory = findFactory(kind)
    const addNumber = createSlugCounter()
    const slugs = new Map<string, string>() // by title: repeats have the titles of others
    return this.#ordinals(kind).map((ordinal) => {
      if (!factory || !this.has(factory, ordinal)) return ''
      const title = this.title(kind, ordinal)
      const slug = slugs.get(title) ?? toSlug(title, this.language)
      slugs.set(title, slug)
      return addNumber(slug)
    })
  }
}

const toDraft = ({ slug: _, ...draft }: Row, ordinal: number): Draft => ({ ...draft, ordinal })

function numberSlugs(kind: string, drafts: readonly Draft[]): readonly Row[] {
  const column = findFactory(kind)?.titleColumn
  const addNumber = createSlugCounter()
  return drafts.map(({ ordinal: _, ...draft }): Row => {
    const slug = column ? addNumber(toSlug(draft[column], draft.language)) : ''
    return { ...draft, slug: draft.status === 'trash' ? trashedSlug(slug) : slug }
  })
}
