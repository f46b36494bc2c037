import { formats } from '../fixtures/facts/index.ts'
import { languagePacks } from '../fixtures/languages/packs.ts'
import type { DatedEvent } from '../fixtures/plan/event-facts.ts'
import { createPlan, type Plan } from '../fixtures/plan/index.ts'
import { createRandom } from '../fixtures/random.ts'
import { generateAll } from '../src/contract/seed.ts'
import { type LanguageCode, languages } from '../src/contract/site.ts'
import { parseSeededId } from '../src/seed/ids.ts'
import { createInlineSeed } from '../src/seed/source/inline-source.ts'
import { type CheckedWorld, countContradictions } from './coherence.ts'
import { measureVariety, type Variety } from './variety.ts'

const ANCHOR_DAY = '2030-01-07'

/** Creates a world of the default scenario, with its plan and its rows in one language. */
export function createCheckedWorld(
  seed: number,
  events: number,
  { day = ANCHOR_DAY, language = 'en' }: { day?: string; language?: LanguageCode } = {},
): CheckedWorld {
  const midnight = Date.parse(day)
  const drawRandom = (kind: string, ordinal: number) => createRandom(seed, kind, ordinal)
  const source = createInlineSeed({ seed, events, scenario: [], anchor: new Date(midnight) })
  const plan = createPlan(events, { midnight, drawRandom })
  const repeats = plan.repeats.map(({ of, day }) => ({ ...(plan.events[of] as DatedEvent), day }))
  return {
    plan: { ...plan, events: [...plan.events, ...repeats] },
    rows: generateAll(source, language),
    midnight,
  }
}

/** The days of the clock in three seasons. */
const DAYS = [ANCHOR_DAY, '2027-06-15', '2026-10-10']

/** Contradictions and variety of the calendar. */
export interface CalendarReport {
  /** The number of contradictions among 5,000 events of three seeds, by rule. */
  readonly contradictions: ReadonlyMap<string, number>
  /** Shares of the events of these worlds, by what they have. */
  readonly shares: ReadonlyMap<string, number>
  /** The variety of the first 300 events, by language. */
  readonly variety: ReadonlyMap<LanguageCode, Variety>
}

/** Checks the worlds of three seeds, and measures the texts of the first in every language. */
export function reportCalendar(): CalendarReport {
  const worlds = DAYS.map((day, index) => createCheckedWorld(index + 1, 5000, { day }))
  const counts = worlds.map(countContradictions)
  const rules = [...(counts[0]?.keys() ?? [])]
  const sum = (rule: string): number =>
    counts.reduce((total, count) => total + (count.get(rule) ?? 0), 0)
  return {
    contradictions: new Map(rules.map((rule) => [rule, sum(rule)])),
    shares: measureShares(
      worlds.flatMap(({ plan }) => plan.events.map((event) => ({ event, plan }))),
    ),
    variety: new Map(languages.map((code) => [code, measureLanguage(code)])),
  }
}

function measureLanguage(language: LanguageCode): Variety {
  const { plan, rows } = createCheckedWorld(1, 300, { language })
  const events = (rows.event ?? []).flatMap(({ id, title, excerpt }) => {
    const event = plan.events[parseSeededId(id).ordinal]
    return event ? [{ plan: event, title: String(title), excerpt: String(excerpt) }] : []
  })
  return measureVariety(languagePacks[language], events)
}

interface SharedEvent {
  readonly event: DatedEvent
  readonly plan: Plan
}

const isEvening = ({ format, start }: DatedEvent): boolean =>
  ['music', 'stage'].includes(formats[format].group) && start >= 18 * 60
const isLeisure = ({ format, start, feast }: DatedEvent): boolean =>
  ['art', 'food', 'outdoors'].includes(formats[format].group) &&
  !['exhibition', 'yoga'].includes(format) &&
  !feast &&
  start < 15 * 60
const isOffice = ({ event, plan }: SharedEvent): boolean =>
  event.organizers.some((organizer) => plan.organizers[organizer]?.kind === 'cultureOffice')

/** Returns shares of events, by the sentence that the document has for them. */
function measureShares(events: readonly SharedEvent[]): ReadonlyMap<string, number> {
  const share = (
    among: (shared: SharedEvent) => boolean,
    counts: (shared: SharedEvent) => boolean,
  ): number => {
    const all = events.filter(among)
    return all.filter(counts).length / Math.max(1, all.length)
  }
  const every = () => true
  return new Map([
    ['on a weekend', share(every, ({ event }) => event.weekday < 2)],
    [
      'music and stage in the evening, from Thursday to Saturday',
      share(
        ({ event }) => isEvening(event),
        ({ event }) => [5, 6, 0].includes(event.weekday),
      ),
    ],
    [
      'leisure before 15:00, at the weekend',
      share(
        ({ event }) => isLeisure(event),
        ({ event }) => event.weekday < 2,
      ),
    ],
    ['by municipal offices', share(every, isOffice)],
    ['without a closing sentence', share(every, ({ event }) => event.closing === undefined)],
    [
      'with a reduced price, where entry costs something',
      share(
        ({ event }) => (event.prices.at(-1) ?? 0) > 0,
        ({ event }) => event.prices.length > 1,
      ),
    ],
  ])
}

/** The least shares of distinct texts, and the greatest shares of one pattern of titles and of colons. */
const limits = { titles: 0.97, firstSentences: 0.6, paragraphs: 0.4 } as const
const greatest = { commonestTitle: 0.3, titleColons: 0.35, excerptColons: 0.35 } as const
/** The greatest share of events by municipal offices, and the least without a closing sentence. */
const MAX_OFFICES = 0.3
const MIN_BARE = 1 / 3

/** Returns the rules that are broken and the shares that miss their limits. */
export function listCalendarFaults({
  contradictions,
  shares,
  variety,
}: CalendarReport): readonly string[] {
  const broken = [...contradictions].filter(([, count]) => count > 0)
  const poor = [...variety].flatMap(([code, measured]) => [
    ...Object.entries(limits)
      .filter(([name, least]) => measured[name as keyof typeof limits] < least)
      .map(
        ([name, least]) =>
          `${code}: ${name} ${formatPercent(measured[name as keyof typeof limits])}, at least ${formatPercent(least)}`,
      ),
    ...Object.entries(greatest)
      .filter(([name, most]) => measured[name as keyof typeof greatest] > most)
      .map(
        ([name, most]) =>
          `${code}: ${name} ${formatPercent(measured[name as keyof typeof greatest])}, at most ${formatPercent(most)}`,
      ),
  ])
  const offices = shares.get('by municipal offices') ?? 0
  const bare = shares.get('without a closing sentence') ?? 1
  return [
    ...broken.map(([rule, count]) => `broken ${count} times: ${rule}`),
    ...(offices > MAX_OFFICES ? [`municipal offices have ${formatPercent(offices)}`] : []),
    ...(bare < MIN_BARE ? [`only ${formatPercent(bare)} have no closing sentence`] : []),
    ...poor,
  ]
}

/** The rules that more events than free evenings break: larger worlds repeat the bookings of the first 5,000 events in other weeks. */
const bookings = ['a person is in one place at a time', 'a venue has one event at a time']

/** Returns the other rules that a world of more than 5,000 events breaks. */
export const listLargeFaults = (seed: number, events: number): readonly string[] =>
  [...countContradictions(createCheckedWorld(seed, events, { day: '2027-06-15' }))]
    .filter(([rule, count]) => count > 0 && !bookings.includes(rule))
    .map(([rule, count]) => `broken ${count} times among ${events} events: ${rule}`)

export const formatPercent = (share: number): string => `${Math.round(share * 100)} %`
