import { type Factory, factories } from '../../fixtures/factories/index.ts'
import type { LanguagePack } from '../../fixtures/languages/language.ts'
import type { Plan } from '../../fixtures/plan/index.ts'
import { createRandom, type Random } from '../../fixtures/random.ts'
import type { Draft, Drafts, ScenarioContext } from '../../fixtures/scenario.ts'
import { formatDateTime, toUtc } from '../contract/dates/date-time.ts'
import { DAY, MINUTE } from '../contract/dates/durations.ts'
import type { Row } from '../contract/resource.ts'
import { type LanguageCode, languages } from '../contract/site.ts'
import { createSlugCounter, toSlug, trashedSlug } from '../contract/slug.ts'
import { seededId } from './ids.ts'

const kinds = new Map(factories.map(({ kind }, position) => [kind, position]))
const positions = new Map<string, number>(languages.map((code, position) => [code, position]))

/** Returns the ID of a seeded record, which depends on kind, ordinal and language alone. */
export const createSeededId = (kind: string, ordinal: number, language: string): number =>
  seededId(ordinal, kinds.get(kind) ?? 0, positions.get(language) ?? 0)

export const findFactory = (kind: string): Factory | undefined => factories[kinds.get(kind) ?? -1]

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
export class RecordGenerator implements ScenarioContext {
  readonly language: LanguageCode
  readonly anchor: number
  readonly #options: GeneratorOptions
  readonly #titles = new Map<string, readonly string[]>()
  readonly #slugs = new Map<string, readonly string[]>()
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
    formatDateTime(this.anchor + day * DAY + minutes * MINUTE)
  utc = (wall: string, zone: string): string => toUtc(wall, zone)

  title = (kind: string, ordinal: number): string => {
    const titles =
      this.#titles.get(kind) ??
      this.#ordinals(kind).map((ordinal) => findFactory(kind)?.title?.(this, ordinal) ?? '')
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

  #mapRecords<T>(kind: string, convert: (row: Row, ordinal: number) => T): readonly T[] {
    const factory = findFactory(kind)
    if (!factory) return []
    const ordinals = this.#ordinals(kind).filter((ordinal) => this.has(factory, ordinal))
    return ordinals.map((ordinal) => convert(factory.create(this, ordinal), ordinal))
  }

  #ordinals(kind: string): readonly number[] {
    const count = findFactory(kind)?.count(this.#options.events) ?? 0
    return Array.from({ length: count }, (_, ordinal) => ordinal)
  }

  /** Numbers equal slugs in the order of ordinals, so that records have the same slugs in a larger world. */
  #numberedSlugs(kind: string): readonly string[] {
    const factory = findFactory(kind)
    const addNumber = createSlugCounter()
    return this.#ordinals(kind).map((ordinal) =>
      factory && this.has(factory, ordinal)
        ? addNumber(toSlug(this.title(kind, ordinal), this.language))
        : '',
    )
  }
}

const toDraft = ({ slug: _, ...draft }: Row, ordinal: number): Draft => ({ ...draft, ordinal })

/** Returns rows with slugs of the titles after all scenarios. */
export function numberSlugs(kind: string, drafts: readonly Draft[]): readonly Row[] {
  const column = findFactory(kind)?.titleColumn
  const addNumber = createSlugCounter()
  return drafts.map(({ ordinal: _, ...draft }): Row => {
    const slug = column ? addNumber(toSlug(draft[column], draft.language)) : ''
    return { ...draft, slug: draft.status === 'trash' ? trashedSlug(slug) : slug }
  })
}
