import { factories } from '../fixtures/factories/index.ts'
import type { Planted } from '../fixtures/factories/planting.ts'
import { keyed } from '../fixtures/keyed.ts'
import { languages as packs } from '../fixtures/languages/index.ts'
import { type Draft, type Drafts, type Scenario, type Stage, sizeOf } from '../fixtures/scenario.ts'
import { format, parse, toUtc } from './contract/date-time.ts'
import type { Row } from './contract/resource.ts'
import { languages } from './contract/site.ts'
import { slugOf, trashedSlug, withSuffix } from './contract/slug.ts'
import type { Records, Seed } from './contract/world.ts'
import { languageOfSeeded, STRIDE, seededId } from './seeded-id.ts'

export interface SeedOptions {
  /** Chooses among worlds; the same seed, size, scenario and anchor give the same bytes. */
  readonly seed: number
  /** How many events; venues and organizers follow in proportion, each in every language. */
  readonly events: number
  /** Applied in this order. */
  readonly scenario: readonly Scenario[]
  /** The clock when the world is made; all dates are offsets from its day. */
  readonly anchor: Date
}

const DAY = 86_400_000
const MINUTE = 60_000

/** The world of a seed, planted language by language when it is asked for. */
export function seedOf({ seed, events: asked, scenario, anchor }: SeedOptions): Seed {
  const events = sizeOf(scenario, asked)
  const midnight = parse(`${format(anchor.getTime()).slice(0, 10)} 00:00:00`)
  const garden: Garden = { seed, events, midnight, utc: remembered(toUtc), stages: new Map() }
  const most = Math.max(0, ...factories.map(({ count }) => count(events)))
  const firstFreeId = (most + 1) * STRIDE
  return {
    languages,
    events,
    firstFreeId,
    languageOf: (id) => languageOfSeeded(id, firstFreeId),
    plant(language) {
      const stage = stageOf(language, garden)
      const plain = stage.draftsOf(language)
      return rowsOf(
        scenario.reduce((drafts, { change }) => change?.(drafts, stage) ?? drafts, plain),
      )
    },
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
  readonly stages: Map<string, Stage>
  utc(wall: string, zone: string): string
}

function stageOf(language: string, garden: Garden): Stage {
  const known = garden.stages.get(language)
  if (known) return known
  const { seed, midnight, utc } = garden
  const made = new Map(factories.map(({ kind }) => [kind, new Map<number, Planted>()]))
  let drafts: Drafts | undefined
  const stage: Stage = {
    language,
    words: packs[language as keyof typeof packs], // a seed is asked for its own languages only
    anchor: midnight,
    keyed: (kind, ordinal) => keyed(seed, kind, ordinal),
    id: (kind, ordinal) => idOf(kind, ordinal, language),
    idIn: (other, kind, ordinal) => idOf(kind, ordinal, other),
    utc,
    wall: (day, minutes) => format(midnight + day * DAY + minutes * MINUTE),
    record(kind, ordinal) {
      const known = made.get(kind)?.get(ordinal)
      if (known) return known
      const planted = factories[kinds.get(kind) ?? -1]?.make(stage, ordinal) ?? {}
      made.get(kind)?.set(ordinal, planted)
      return planted
    },
    draftsOf(other) {
      if (other !== language) return stageOf(other, garden).draftsOf(other)
      drafts ??= plainDrafts(stage, garden.events)
      return drafts
    },
  }
  garden.stages.set(language, stage)
  return stage
}

function plainDrafts(stage: Stage, events: number): Drafts {
  const { language } = stage
  const entries = factories.map(({ kind, count, isIn }) => {
    const ordinals = Array.from({ length: count(events) }, (_, ordinal) => ordinal)
    const drafts = ordinals
      .filter((ordinal) => isIn?.(stage, ordinal, language) ?? true)
      .map(
        (ordinal): Draft => ({
          ...stage.record(kind, ordinal),
          id: idOf(kind, ordinal, language),
          group: idOf(kind, ordinal, languages[0]),
          language,
          ordinal,
        }),
      )
    return [kind, drafts] as const
  })
  return Object.fromEntries(entries)
}

/** Rows with their slugs. Equal slugs are counted in the order of ordinals, so that earlier records never lose theirs. */
function rowsOf(drafts: Drafts): Records {
  const titles = new Map(factories.map(({ kind, title }) => [kind, title]))
  const entries = Object.entries(drafts).map(([kind, ofKind]) => {
    const title = titles.get(kind)
    const taken = new Map<string, number>()
    const rows = ofKind.map(({ ordinal: _, ...draft }): Row => {
      const slug = title === undefined ? '' : freeSlug(slugOf(draft[title], draft.language), taken)
      return { ...draft, slug: draft.status === 'trash' ? trashedSlug(slug) : slug }
    })
    return [kind, rows] as const
  })
  return Object.fromEntries(entries)
}

function freeSlug(wanted: string, taken: Map<string, number>): string {
  for (let n = taken.get(wanted) ?? 0; ; n++) {
    const candidate = n === 0 ? wanted : withSuffix(wanted, `-${n + 1}`)
    if (n > 0 && taken.has(candidate)) continue
    taken.set(wanted, n + 1)
    if (n > 0) taken.set(candidate, 1)
    return candidate
  }
}

function remembered(
  convert: (text: string, zone: string) => string,
): (text: string, zone: string) => string {
  const known = new Map<string, string>()
  return (text, zone) => {
    const key = `${zone} ${text}`
    const found = known.get(key) ?? convert(text, zone)
    known.set(key, found)
    return found
  }
}
