import { type Factory, factories } from '../fixtures/factories/index.ts'
import { type Drafts, type Scenario, type Stage, sizeOf } from '../fixtures/scenario.ts'
import { calendarFrom } from './contract/calendar.ts'
import { format, parse } from './contract/date-time.ts'
import { plainSlug } from './contract/names.ts'
import type { Row } from './contract/resource.ts'
import { languages } from './contract/site.ts'
import { numbering, slugOf, trashedSlug } from './contract/slug.ts'
import type { Records, Seed } from './contract/world.ts'
import { languageOfSeeded, placeOfSeeded, STRIDE } from './seeded-id.ts'
import { factoryOf, type Garden, idOf, isThere, madeWhole, ordinalsOf, stageOf } from './stage.ts'

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
    ...(isPlain && {
      complete(kind, row) {
        const { ordinal } = placeOfSeeded(row.id)
        Object.assign(row, factoryOf(kind)?.texts?.(stageOf(row.language, garden), ordinal))
      },
      record: recordsIn(garden),
      members: membersIn(garden),
      owner: ownerIn(garden),
    }),
  }
}

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

const recordsIn =
  (garden: Garden) =>
  (kind: string, id: number): Row | undefined => {
    const language = languages[id % 10]
    const at = placeOfSeeded(id)
    const factory = factories[at.kind]
    if (!language || factory?.kind !== kind) return undefined
    const isIn = isMember(factory, at.ordinal, language, garden)
    return isIn ? madeWhole(factory, stageOf(language, garden), at.ordinal) : undefined
  }

const ownerIn =
  (garden: Garden) =>
  (kind: string, slug: string, language: string): number | undefined => {
    const ordinal = stageOf(language, garden).ordinalOf(kind, slug)
    return ordinal === undefined ? undefined : idOf(kind, ordinal, language)
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
const isMember = (factory: Factory, ordinal: number, language: string, garden: Garden) =>
  ordinal >= 0 &&
  ordinal < factory.count(garden.events) &&
  isThere(factory, stageOf(language, garden), ordinal)

/** Rows with their slugs. Equal slugs are counted in the order of ordinals. */
function rowsOf(drafts: Drafts): Records {
  const entries = Object.entries(drafts).map(([kind, ofKind]) => {
    const title = factoryOf(kind)?.title
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
