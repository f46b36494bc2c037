import { type Factory, factories } from '../fixtures/factories/index.ts'
import { keyed } from '../fixtures/keyed.ts'
import { languages as packs } from '../fixtures/languages/index.ts'
import { type Draft, type Drafts, type Scenario, type Stage, sizeOf } from '../fixtures/scenario.ts'
import { type Calendar, calendarFrom } from './contract/calendar.ts'
import { format, parse } from './contract/date-time.ts'
import { namesOf, plainSlug } from './contract/names.ts'
import type { Row } from './contract/resource.ts'
import { languages } from './contract/site.ts'
import { numbering, slugOf, trashedSlug } from './contract/slug.ts'
import type { Records, Seed } from './contract/world.ts'
import { languageOfSeeded, placeOfSeeded, STRIDE, seededId } from './seeded-id.ts'

export interface SeedOptions {
  /** Chooses among worlds; the same seed, size, scenario and anchor give the same bytes. */
  readonly seed: number
  /** How many events; venues and organizers follow in proportion, each in every language. */
  readonly events: number
  /** Applied in this order. */
  readonly scenario: readonly Scenario[]
  /** The clock when the world is made; all dates are offsets from its day. */
  readonly anchor: Date
  /** Hears of many records that are about to be made, all at once. */
  readonly tell?: (kind: string, language: string, count: number) => void
}

/** So many take a second or more. */
const MANY = 100_000

/** The world of a seed, planted language by language when it is asked for. */
export function seedOf({ seed, events: asked, scenario, anchor, tell }: SeedOptions): Seed {
  const events = sizeOf(scenario, asked)
  const midnight = parse(`${format(anchor.getTime()).slice(0, 10)} 00:00:00`)
  const isPlain = scenario.every(({ change }) => change === undefined)
  const calendar = calendarFrom(midnight)
  const garden: Garden = { seed, events, midnight, isPlain, calendar, stages: new Map() }
  const most = Math.max(0, ...factories.map(({ count }) => count(events)))
  const firstFreeId = (most + 1) * STRIDE
  return {
    languages,
    events,
    firstFreeId,
    languageOf: (id) => languageOfSeeded(id, firstFreeId),
    plant(language) {
      const stage = stageOf(language, garden)
      if (isPlain) return plainRecords(stage, events, tell)
      const drafts = scenario.reduce(
        (drafts, { change }) => change?.(drafts, stage) ?? drafts,
        stage.draftsOf(language),
      )
      return rowsOf(drafts)
    },
    // what a scenario changes is known when all is planted
    ...(isPlain && { record: recordsIn(garden), members: membersIn(garden) }),
  }
}

/** The ID of a seeded record: a function of kind, ordinal and language alone. */
export const idOf = (kind: string, ordinal: number, language: string): number =>
  seededId(ordinal, kinds.get(kind) ?? 0, places.get(language) ?? 0)

const kinds = new Map(factories.map(({ kind }, place) => [kind, place]))
const places = new Map<string, number>(languages.map((code, place) => [code, place]))

/** What all languages of one world share. */
interface Garden {
  readonly seed: number
  readonly events: number
  readonly midnight: number
  /** Whether no scenario changes anything. */
  readonly isPlain: boolean
  readonly calendar: Calendar
  readonly stages: Map<string, Stage>
}

function stageOf(language: string, garden: Garden): Stage {
  const stage = garden.stages.get(language) ?? newStage(language, garden)
  garden.stages.set(language, stage)
  return stage
}

function newStage(language: string, garden: Garden): Stage {
  const { seed, events, midnight, isPlain, calendar } = garden
  const made = new Map(factories.map(({ kind }) => [kind, new Map<number, Row>()]))
  const firstIds = new Map(factories.map(({ kind }) => [kind, idOf(kind, 0, language)]))
  let drafts: Drafts | undefined
  const stage: Stage = {
    language,
    words: packs[language as keyof typeof packs], // a seed is asked for its own languages only
    anchor: midnight,
    keyed: (kind, ordinal) => keyed(seed, kind, ordinal),
    id: (kind, ordinal) => (firstIds.get(kind) ?? 0) + ordinal * STRIDE,
    idIn: (other, kind, ordinal) => idOf(kind, ordinal, other),
    group: (kind, ordinal) => idOf(kind, ordinal, languages[0]),
    ...calendar,
    title: (kind, ordinal) => names.get(kind)?.title(ordinal) ?? '',
    slug: (kind, ordinal) => (isPlain && names.get(kind)?.slug(ordinal)) || '',
    record(kind, ordinal) {
      const known = made.get(kind)?.get(ordinal)
      if (known) return known
      const record = factories[kinds.get(kind) ?? -1]?.make(stage, ordinal)
      if (record) made.get(kind)?.set(ordinal, record)
      return record ?? {}
    },
    draftsOf(other) {
      if (other !== language) return stageOf(other, garden).draftsOf(other)
      drafts ??= plainDrafts(stage, events)
      return drafts
    },
  }
  const names = new Map(
    factories.map((factory) => [
      factory.kind,
      namesOf({
        language,
        count: factory.count(events),
        parts: (ordinal) => factory.parts?.(stage, ordinal) ?? [],
        has: (ordinal) => factory.isIn?.(stage, ordinal, language) ?? true,
      }),
    ]),
  )
  return stage
}

/** The ordinals of the records that exist in a language. */
const ordinalsOf = ({ count, isIn }: Factory, stage: Stage, events: number): readonly number[] =>
  Array.from({ length: count(events) }, (_, ordinal) => ordinal).filter(
    (ordinal) => isIn?.(stage, ordinal, stage.language) ?? true,
  )

/** Each kind is made when it is first looked at. */
function plainRecords(stage: Stage, events: number, tell: SeedOptions['tell']): Records {
  const entries = factories.map((factory) => {
    let rows: readonly Row[] | undefined
    const get = (): readonly Row[] => {
      if (rows) return rows
      const count = factory.count(events)
      if (count >= MANY) tell?.(factory.kind, stage.language, count)
      rows = ordinalsOf(factory, stage, events).map((ordinal) => factory.make(stage, ordinal))
      return rows
    }
    return [factory.kind, { get, enumerable: true }] as const
  })
  return Object.defineProperties({}, Object.fromEntries(entries))
}

/** What scenarios are given. */
function plainDrafts(stage: Stage, events: number): Drafts {
  const entries = factories.map((factory) => {
    const drafts = ordinalsOf(factory, stage, events).map((ordinal): Draft => {
      const { slug: _, ...draft } = factory.make(stage, ordinal)
      return { ...draft, ordinal }
    })
    return [factory.kind, drafts] as const
  })
  return Object.fromEntries(entries)
}

const recordsIn =
  (garden: Garden) =>
  (kind: string, id: number): Row | undefined => {
    const language = languages[id % 10]
    const at = placeOfSeeded(id)
    const factory = factories[at.kind]
    if (!language || factory?.kind !== kind) return undefined
    const isIn = isMember(factory, at.ordinal, language, garden)
    return isIn ? factory.make(stageOf(language, garden), at.ordinal) : undefined
  }

const membersIn =
  (garden: Garden) =>
  (kind: string, group: number): readonly number[] => {
    const at = placeOfSeeded(group)
    const factory = factories[at.kind]
    if (factory?.kind !== kind || group !== idOf(kind, at.ordinal, languages[0])) return []
    return languages
      .filter((language) => isMember(factory, at.ordinal, language, garden))
      .map((language) => idOf(kind, at.ordinal, language))
  }

/** Whether there is a record in a language. */
const isMember = ({ count, isIn }: Factory, ordinal: number, language: string, garden: Garden) =>
  ordinal >= 0 &&
  ordinal < count(garden.events) &&
  (isIn?.(stageOf(language, garden), ordinal, language) ?? true)

/** Rows with their slugs. Equal slugs are counted in the order of ordinals. */
function rowsOf(drafts: Drafts): Records {
  const entries = Object.entries(drafts).map(([kind, ofKind]) => {
    const title = factories[kinds.get(kind) ?? -1]?.title
    const numbered = numbering()
    const rows = ofKind.map(({ ordinal, ...draft }): Row => {
      const own = title && plainSlug(slugOf(draft[title], draft.language), ordinal)
      const slug = own === undefined ? '' : numbered(own)
      return { ...draft, slug: draft.status === 'trash' ? trashedSlug(slug) : slug }
    })
    return [kind, rows] as const
  })
  return Object.fromEntries(entries)
}
