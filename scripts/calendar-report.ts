import { languagePacks } from '../fixtures/languages/packs.ts'
import { createPlan } from '../fixtures/plan/index.ts'
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
  return {
    plan: createPlan(events, { midnight, drawRandom }),
    rows: generateAll(source, language),
    midnight,
  }
}

/** Contradictions and variety of the calendar. */
export interface CalendarReport {
  /** The number of contradictions among 5,000 events of three seeds, by rule. */
  readonly contradictions: ReadonlyMap<string, number>
  /** The variety of the first 300 events, by language. */
  readonly variety: ReadonlyMap<LanguageCode, Variety>
}

/** Checks the worlds of three seeds, and measures the texts of the first in every language. */
export function reportCalendar(): CalendarReport {
  const counts = [1, 2, 3].map((seed) => countContradictions(createCheckedWorld(seed, 5000)))
  const rules = [...(counts[0]?.keys() ?? [])]
  const sum = (rule: string): number =>
    counts.reduce((total, count) => total + (count.get(rule) ?? 0), 0)
  return {
    contradictions: new Map(rules.map((rule) => [rule, sum(rule)])),
    variety: new Map(languages.map((code) => [code, measureLanguage(code)])),
  }
}

function measureLanguage(language: LanguageCode): Variety {
  const { plan, rows } = createCheckedWorld(1, 300, { language })
  const events = (rows.event ?? []).flatMap(({ id, title }) => {
    const event = plan.events[parseSeededId(id).ordinal]
    return event ? [{ plan: event, title: String(title) }] : []
  })
  return measureVariety(languagePacks[language], events)
}

/** The least shares of distinct texts, and the greatest share of one pattern of titles. */
const limits: Readonly<
  Record<'titles' | 'firstSentences' | 'paragraphs' | 'commonestTitle', number>
> = {
  titles: 0.97,
  firstSentences: 0.6,
  paragraphs: 0.45,
  commonestTitle: 0.08,
}

/** Returns the rules that are broken and the shares that miss their limits. */
export function listCalendarFaults({ contradictions, variety }: CalendarReport): readonly string[] {
  const broken = [...contradictions].filter(([, count]) => count > 0)
  const poor = [...variety].flatMap(([code, measured]) => [
    ...(['titles', 'firstSentences', 'paragraphs'] as const)
      .filter((name) => measured[name] < limits[name])
      .map(
        (name) =>
          `${code}: ${name} ${formatPercent(measured[name])}, at least ${formatPercent(limits[name])}`,
      ),
    ...(measured.commonestTitle > limits.commonestTitle
      ? [`${code}: one pattern has ${formatPercent(measured.commonestTitle)} of the titles`]
      : []),
  ])
  return [...broken.map(([rule, count]) => `broken ${count} times: ${rule}`), ...poor]
}

export const formatPercent = (share: number): string => `${Math.round(share * 100)} %`
