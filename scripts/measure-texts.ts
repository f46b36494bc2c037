import { cities } from '../fixtures/facts/index.ts'
import { languagePacks } from '../fixtures/languages/packs.ts'
import { huge } from '../fixtures/scenarios/huge.ts'
import { readCostDetails, toCurrencyCode } from '../src/contract/cost.ts'
import type { Row } from '../src/contract/resource.ts'
import { generateAll, type Seed } from '../src/contract/seed.ts'
import { type LanguageCode, languages } from '../src/contract/site.ts'
import { createInlineSeed, landmarks } from '../src/seed/source/inline-source.ts'

/** Figures and faults of all texts in one language, in the scenario `huge`. */
export interface TextReport {
  readonly language: LanguageCode
  readonly records: number
  /** Number of events that do not exist in the language. The reason is always `MISSING_REASON`. */
  readonly missing: number
  /** Share of letters in the script of the language, from 0 to 1. */
  readonly scriptShare: number
  readonly shortest: string
  readonly longest: string
  /** Number of events whose title repeats the title of another event. */
  readonly equalTitles: number
  /** Number of words in the language pack, or of characters in Chinese. */
  readonly words: number
  /** Three titles of hand-written events. */
  readonly samples: readonly string[]
  readonly faults: readonly string[]
}

export const MISSING_REASON = 'only in English and the language of their city'

/** Patterns of a letter in the script of another language. */
const foreignLetters = Object.fromEntries(
  languages.map((code) => [
    code,
    new RegExp(`(?!\\p{Script=${languagePacks[code].script}})\\p{L}`, 'u'),
  ]),
) as Readonly<Record<LanguageCode, RegExp>> // it has an entry for each language

/** The fields with texts in the language, by kind. */
const textFields: Readonly<Record<string, readonly string[]>> = {
  event: ['title', 'excerpt', 'description'],
  venue: ['venue', 'description', 'address', 'city', 'country', 'stateprovince'],
  organizer: ['organizer', 'description'],
  category: ['name', 'description'],
  tag: ['name', 'description'],
}

/** Generates the scenario `huge` in every language and measures its texts. */
export function measureTexts(): readonly TextReport[] {
  const seed = createInlineSeed({
    seed: 1,
    events: 60,
    scenario: [huge],
    anchor: new Date('2030-01-07T12:00:00Z'),
  })
  return languages.map((language) => measureLanguage(language, seed))
}

type Records = Readonly<Record<string, readonly Row[]>>

function measureLanguage(language: LanguageCode, seed: Seed): TextReport {
  const records = generateAll(seed, language)
  const { script, ...pack } = languagePacks[language]
  const texts = listTexts(records)
  const events = records.event ?? []
  const titles = events.map((event): string => event.title).sort((a, b) => a.length - b.length)
  const distinct = new Set(texts.map(({ text }) => text))
  return {
    language,
    records: Object.values(records).reduce((sum, rows) => sum + rows.length, 0),
    missing: seed.events - events.length,
    scriptShare: measureScriptShare(script, [...distinct]),
    shortest: titles[0] ?? '',
    longest: titles[titles.length - 1] ?? '',
    equalTitles: titles.length - new Set(titles).size,
    words: countWords(listPackTexts(pack).join(' '), language),
    samples: [pack.events.jazzNight, pack.events.teaTasting, pack.events.bookFair].map(
      ({ title }) => title,
    ),
    faults: listFaults(records, texts, language),
  }
}

interface Text {
  /** Kind, ID and field. */
  readonly location: string
  readonly text: string
  readonly isProse: boolean
}

const listTexts = (records: Records): readonly Text[] =>
  Object.entries(textFields).flatMap(([kind, fields]) =>
    (records[kind] ?? []).flatMap((row) => fields.map((field) => readText(row, kind, field))),
  )

function readText(row: Row, kind: string, field: string): Text {
  return {
    location: `${kind} ${row.id} ${field}`,
    text: String(row[field] ?? ''),
    isProse: field === 'description' || field === 'excerpt',
  }
}

/** Latin letters in texts of every script: programming languages, numbers of works and keys of music. */
const LATIN_NAMES = /\b(?:Python|JavaScript)\b|[KD]\d+|[A-Ga-g](?=[大小]调)/g

/** Returns a text without HTML tags and entities. */
const toPlainText = (text: string): string =>
  text.replace(/\n|<br>|&#?\w+;/g, ' ').replace(/<[^>]*>/g, '')

/** Returns a text without the parts that may be in another script. Foreign words are emphasized. */
const toNativeText = (text: string): string =>
  toPlainText(text.replace(/<em>[^<]*<\/em>/g, '')).replace(LATIN_NAMES, '')

const findLetters = (text: string): readonly string[] => toNativeText(text).match(/\p{L}+/gu) ?? []

const sumLengths = (runs: readonly string[]): number =>
  runs.reduce((sum, run) => sum + run.length, 0)

/** Returns the share of letters in a script, from 0 to 1. */
function measureScriptShare(script: string, texts: readonly string[]): number {
  const foreign = new RegExp(`\\P{Script=${script}}+`, 'gu')
  const letters = texts.flatMap(findLetters)
  const foreignLetters = letters.flatMap((run) => run.match(foreign) ?? [])
  return letters.length === 0 ? 0 : 1 - sumLengths(foreignLetters) / sumLengths(letters)
}

/** Short English words that are not part of a name. */
const ENGLISH = /\b(the|and|with|from|this|your|which|about)\b/i
/** Quoted titles of works. They can be English in any language. */
const QUOTED = /[„“«‘'’"‚][^„“”«»‘’"‚]*[“”»’"]/gu

/** Returns each distinct fault with the language and its location. */
function listFaults(
  records: Records,
  texts: readonly Text[],
  language: LanguageCode,
): readonly string[] {
  const faults = [
    ...texts.flatMap((text) => findTextFaults(text, language)),
    ...findSlugFaults(records),
    ...findCostFaults(records),
    ...findParagraphFaults(records),
    ...findLandmarkFaults(records, language),
  ]
  return [...new Set(faults)].map((fault) => `${language}: ${fault}`)
}

function findTextFaults({ location, text, isProse }: Text, language: LanguageCode) {
  const plain = toPlainText(text)
  const withoutEllipses = plain.replace(/\.\.\./g, '')
  const checks: readonly (readonly [name: string, isFault: boolean])[] = [
    ['empty', text.trim() === ''],
    ['unfilled slot', /[{}]/.test(text)],
    ['placeholder', /undefined|\b(null|NaN|[Ll]orem|ipsum)\b/.test(text)],
    ['foreign script', foreignLetters[language].test(toNativeText(text))],
    ['English words', language !== 'en' && isProse && ENGLISH.test(plain.replace(QUOTED, ''))],
    [
      'wrong punctuation',
      isProse && /(?<!\b\p{L})[.,;]{2}|[，。；]{2}|\s[.,]/u.test(withoutEllipses),
    ],
  ]
  return checks
    .filter(([, isFault]) => isFault)
    .map(([name]) => `${location}: ${name}: ${plain.slice(0, 80)}`)
}

const findSlugFaults = (records: Records): string[] =>
  Object.keys(textFields).flatMap((kind) => {
    const slugs = (records[kind] ?? []).map((row): string => row.slug)
    return [
      ...(new Set(slugs).size === slugs.length ? [] : [`${kind}: equal slugs`]),
      ...(slugs.includes('') ? [`${kind}: empty slug`] : []),
    ]
  })

function findParagraphFaults({ event = [] }: Records): string[] {
  const isRepeated = (row: Row): boolean => {
    const paragraphs = String(row.description).split('\n')
    return new Set(paragraphs).size < paragraphs.length
  }
  return event.filter(isRepeated).map(({ id }) => `event ${id}: a paragraph twice`)
}

/** Returns the events whose cost a client does not read in the currency of the city. */
function findCostFaults({ event = [] }: Records): string[] {
  const currencies = new Map(Object.values(cities).map(({ zone, currency }) => [zone, currency]))
  const isWrong = ({ cost, timezone }: Row): boolean => {
    const { currency_symbol } = readCostDetails(cost, (words) => words)
    return cost !== '' && toCurrencyCode(currency_symbol) !== currencies.get(timezone)
  }
  return event.filter(isWrong).map(({ id, cost }) => `event ${id}: cost ${cost}`)
}

function findLandmarkFaults({ event = [] }: Records, language: LanguageCode): string[] {
  const slugs = new Map(event.map(({ id, slug }) => [id, slug]))
  return Object.values(landmarks.events)
    .filter(({ id, slug }) => slugs.get(id[language]) !== slug[language])
    .map(({ id }) => `landmark ${id[language]}: slug`)
}

/** Returns every text of a language pack, without its slots. */
function listPackTexts(pack: unknown): readonly string[] {
  if (typeof pack === 'string') return [pack.replace(/\{\w+\}/g, '')]
  return typeof pack === 'object' && pack !== null ? Object.values(pack).flatMap(listPackTexts) : []
}

function countWords(text: string, language: LanguageCode): number {
  const { script } = languagePacks[language]
  const pattern =
    script === 'Han' ? /\p{Script=Han}/gu : new RegExp(`[\\p{Script=${script}}\\p{M}’]+`, 'gu')
  return text.match(pattern)?.length ?? 0
}
