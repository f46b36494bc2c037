import type { FormatName } from '../fixtures/facts/index.ts'
import type { FormatWords, LanguagePack } from '../fixtures/languages/language.ts'
import type { EventPlan } from '../fixtures/plan/event-facts.ts'

/** Shares of distinct texts in a calendar. Texts are compared as patterns, before their slots are filled. */
export interface Variety {
  /** Share of distinct titles as printed, from 0 to 1. */
  readonly titles: number
  /** Share of the most frequent pattern of titles, which is the topic alone. */
  readonly commonestTitle: number
  /** Shares of titles and of excerpts with a colon. */
  readonly titleColons: number
  readonly excerptColons: number
  /** Share of distinct first sentences of descriptions. */
  readonly firstSentences: number
  /** Share of distinct paragraphs of descriptions. */
  readonly paragraphs: number
}

/** Measures the variety of events, from their plans and their titles as printed. */
export function measureVariety(
  words: LanguagePack,
  events: readonly { readonly plan: EventPlan; readonly title: string; readonly excerpt: string }[],
): Variety {
  const patterns = events.map(({ plan }) => readPatterns(words, plan))
  const paragraphs = patterns.flatMap((pattern) => pattern.paragraphs)
  return {
    titles: measureDistinct(events.map(({ title }) => title)),
    titleColons: measureColons(events.map(({ title }) => title)),
    excerptColons: measureColons(events.map(({ excerpt }) => excerpt)),
    commonestTitle: measureCommonest(patterns.map(({ title }) => title)),
    firstSentences: measureDistinct(
      patterns.map((pattern) => firstSentence(pattern.paragraphs[0] ?? '')),
    ),
    paragraphs: measureDistinct(paragraphs),
  }
}

interface Patterns {
  readonly title: string
  readonly paragraphs: readonly string[]
}

type Words = Pick<FormatWords<FormatName>, 'titles'> & {
  readonly courses: Readonly<Record<string, string>>
  readonly topics: Readonly<Record<string, { readonly about: string }>>
}

function readPatterns(words: LanguagePack, plan: EventPlan): Patterns {
  if (plan.name) return words.events[plan.name]
  if (plan.feast) {
    const { title, about } = words.feasts[plan.feast]
    return { title, paragraphs: [about] }
  }
  const { titles, courses, topics }: Words = words.formats[plan.format]
  const paragraphs = [
    topics[plan.topic]?.about ?? '',
    courses[plan.course] ?? '',
    plan.closing ? words.practical[plan.closing] : '',
  ]
  return {
    title: titles[plan.title] ?? '',
    paragraphs: paragraphs.filter((text) => text !== ''),
  }
}

const measureColons = (texts: readonly string[]): number =>
  texts.filter((text) => /[:：]/.test(text)).length / Math.max(1, texts.length)

const firstSentence = (text: string): string => text.split(/(?<=[.!?…।。！？])\s*/u)[0] ?? ''

const measureDistinct = (texts: readonly string[]): number =>
  texts.length === 0 ? 0 : new Set(texts).size / texts.length

/** Returns the share of the most frequent text. */
function measureCommonest(texts: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return Math.max(0, ...counts.values()) / texts.length
}
