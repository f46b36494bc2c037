import { factories } from '../fixtures/factories/index.ts'
import type { Planted, Planting } from '../fixtures/factories/planting.ts'
import { keyed } from '../fixtures/keyed.ts'
import { languages as packs } from '../fixtures/languages/index.ts'
import { format, parse, toUtc } from './contract/date-time.ts'
import type { Row } from './contract/resource.ts'
import { languages } from './contract/site.ts'
import { slugOf, withSuffix } from './contract/slug.ts'
import type { Records, Seed } from './contract/world.ts'

export interface SeedOptions {
  /** Chooses among worlds; the same seed, size and anchor give the same bytes. */
  readonly seed: number
  /** How many events; venues and organizers follow in proportion, each in every language. */
  readonly events: number
  /** The clock when the world is made; all dates are offsets from its day. */
  readonly anchor: Date
}

const DAY = 86_400_000
const MINUTE = 60_000
/** IDs of one ordinal: a tens digit for the kind, a units digit for the language. */
const STRIDE = 100

/** The world of a seed, planted language by language when it is asked for. */
export function seedOf({ seed, events, anchor }: SeedOptions): Seed {
  const midnight = parse(`${format(anchor.getTime()).slice(0, 10)} 00:00:00`)
  const utc = remembered(toUtc)
  const wall = (day: number, minutes: number): string =>
    format(midnight + day * DAY + minutes * MINUTE)
  const most = Math.max(0, ...factories.map(({ count }) => count(events)))
  const firstFreeId = (most + 1) * STRIDE
  return {
    languages,
    firstFreeId,
    languageOf: (id) => (id >= STRIDE && id < firstFreeId ? languages[id % 10] : undefined),
    plant(language) {
      const planting: Planting = {
        words: packs[language as keyof typeof packs],
        anchor: midnight,
        keyed: (kind, ordinal) => keyed(seed, kind, ordinal),
        id: (kind, ordinal) => idOf(kind, ordinal, language),
        utc,
        wall,
        slug: (title) => slugOf(title, language),
      }
      return plantAll(planting, events, language)
    },
  }
}

/** The ID of a seeded record: a function of kind, ordinal and language alone (decision V18). */
export function idOf(kind: string, ordinal: number, language: string): number {
  const place = factories.findIndex((factory) => factory.kind === kind)
  return (ordinal + 1) * STRIDE + place * 10 + languages.findIndex((code) => language === code)
}

function plantAll(planting: Planting, events: number, language: string): Records {
  return Object.fromEntries(
    factories.map(({ kind, title, count, make }) => {
      const taken = new Map<string, number>()
      const rows = Array.from({ length: count(events) }, (_, ordinal): Row => {
        const planted = make(planting, ordinal)
        return {
          ...planted,
          slug: title === undefined ? '' : freeSlug(planted, title, planting, taken),
          id: idOf(kind, ordinal, language),
          group: idOf(kind, ordinal, languages[0]),
          language,
        }
      })
      return [kind, rows]
    }),
  )
}

/** Counts equal slugs in the order of ordinals, so that earlier records never lose theirs. */
function freeSlug(
  planted: Planted,
  title: string,
  { slug }: Planting,
  taken: Map<string, number>,
): string {
  const wanted = slug(String(planted[title]))
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
