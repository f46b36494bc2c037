import { type Factory, factories } from '../fixtures/factories/index.ts'
import { keyed } from '../fixtures/keyed.ts'
import { languages as packs } from '../fixtures/languages/index.ts'
import type { Draft, Drafts, Stage } from '../fixtures/scenario.ts'
import type { Calendar } from './contract/calendar.ts'
import { namesOf } from './contract/names.ts'
import type { Row } from './contract/resource.ts'
import { languages } from './contract/site.ts'
import { STRIDE, seededId } from './seeded-id.ts'

/** The ID of a seeded record: a function of kind, ordinal and language alone. */
export const idOf = (kind: string, ordinal: number, language: string): number =>
  seededId(ordinal, kinds.get(kind) ?? 0, places.get(language) ?? 0)

const kinds = new Map(factories.map(({ kind }, place) => [kind, place]))
/** What makes the records of a kind. */
export const factoryOf = (kind: string): Factory | undefined => factories[kinds.get(kind) ?? -1]
const places = new Map<string, number>(languages.map((code, place) => [code, place]))

/** A stage, and who is called what on it. */
export interface NamedStage extends Stage {
  /** The seeded record that has a slug. */
  ordinalOf(kind: string, slug: string): number | undefined
}

/** What all languages of one world share. */
export interface Garden {
  readonly seed: number
  readonly events: number
  readonly midnight: number
  /** Whether no scenario changes anything. */
  readonly isPlain: boolean
  readonly calendar: Calendar
  readonly stages: Map<string, NamedStage>
}

export function stageOf(language: string, garden: Garden): NamedStage {
  const stage = garden.stages.get(language) ?? newStage(language, garden)
  garden.stages.set(language, stage)
  return stage
}

function newStage(language: string, garden: Garden): NamedStage {
  const { seed, events, midnight, isPlain, calendar } = garden
  const made = new Map(factories.map(({ kind }) => [kind, new Map<number, Row>()]))
  const firstIds = new Map(factories.map(({ kind }) => [kind, idOf(kind, 0, language)]))
  let drafts: Drafts | undefined
  const stage: NamedStage = {
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
    ordinalOf: (kind, slug) => names.get(kind)?.ordinalOf(slug),
    record(kind, ordinal) {
      const known = made.get(kind)?.get(ordinal)
      if (known) return known
      const factory = factoryOf(kind)
      const record = factory && madeWhole(factory, stage, ordinal)
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
        has: (ordinal) => isThere(factory, stage, ordinal),
      }),
    ]),
  )
  return stage
}

/** Whether the record of an ordinal exists in the language of a stage. */
export const isThere = ({ isIn }: Factory, stage: Stage, ordinal: number): boolean =>
  isIn?.(stage, ordinal, stage.language) ?? true

/** The ordinals of the records that exist in a language. */
export const ordinalsOf = (factory: Factory, stage: Stage, events: number): readonly number[] =>
  Array.from({ length: factory.count(events) }, (_, ordinal) => ordinal).filter((ordinal) =>
    isThere(factory, stage, ordinal),
  )

/** A row with its texts. */
export const madeWhole = (factory: Factory, stage: Stage, ordinal: number): Row =>
  Object.assign(factory.make(stage, ordinal), factory.texts?.(stage, ordinal))

/** What scenarios are given. */
function plainDrafts(stage: Stage, events: number): Drafts {
  const entries = factories.map((factory) => {
    const drafts = ordinalsOf(factory, stage, events).map((ordinal): Draft => {
      const { slug: _, ...draft } = madeWhole(factory, stage, ordinal)
      return { ...draft, ordinal }
    })
    return [factory.kind, drafts] as const
  })
  return Object.fromEntries(entries)
}
