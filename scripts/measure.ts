import { languagePacks as packs } from '../fixtures/languages/index.ts'
import { huge } from '../fixtures/scenarios/huge.ts'
import type { Row } from '../src/contract/resource.ts'
import { generateAll, type Seed } from '../src/contract/seed.ts'
import { type LanguageCode, languages } from '../src/contract/site.ts'
import { createSeed } from '../src/seed/create-seed.ts'
import { landmarks } from '../src/seed/landmarks.ts'

/** What was found in the texts of one language, over the whole scenario `huge`. */
export interface Measured {
  readonly language: LanguageCode
  readonly records: number
  /** Events that are not told in the language, each for the one reason there is. */
  readonly untold: number
  /** Letters in the language's own script, of all letters; 1 is all. */
  readonly scriptShare: number
  readonly shortest: string
  readonly longest: string
  /** Events whose title another one has too. */
  readonly equalTitles: number
  /** Messages of the language pack; characters in Chinese. */
  readonly words: number
  readonly samples: readonly string[]
  readonly faults: readonly string[]
}

export const WHY_UNTOLD = 'told in English and the language of their city only'

const scripts: Readonly<Record<LanguageCode, string>> = {
  ar: 'Arabic',
  'zh-hans': 'Han',
  en: 'Latin',
  fr: 'Latin',
  de: 'Latin',
  hi: 'Devanagari',
  es: 'Latin',
}

/** For each language, a pattern of a letter in another script. */
const foreignLetters = Object.fromEntries(
  languages.map((code) => [code, new RegExp(`(?!\\p{Script=${scripts[code]}})\\p{L}`, 'u')]),
) as Readonly<Record<LanguageCode, RegExp>> // one for each language

/** The fields of each kind that hold words of the language. */
const textFields: Readonly<Record<string, readonly string[]>> = {
  event: ['title', 'excerpt', 'description'],
  venue: ['venue', 'description', 'address', 'city', 'country', 'stateprovince'],
  organizer: ['organizer', 'description'],
  category: ['name', 'description'],
  tag: ['name', 'description'],
}

/** Measures every language over the scenario `huge`. */
export function measureAll(): readonly Measured[] {
  const seed = createSeed({
    seed: 1,
    events: 60,
    scenario: [huge],
    anchor: new Date('2030-01-07T12:00:00Z'),
  })
  return languages.map((language) => measure(language, seed))
}

function measure(language: LanguageCode, seed: Seed): Measured {
  const records = generateAll(seed, language)
  const texts = Object.entries(textFields).flatMap(([kind, fields]) =>
    (records[kind] ?? []).flatMap((row) => fields.map((field) => textOf(row, kind, field))),
  )
  const events = records.event ?? []
  const titles = events.map((event): string => event.title).sort((a, b) => a.length - b.length)
  const distinct = new Set(texts.map(({ text }) => text))
  return {
    language,
    records: Object.values(records).reduce((sum, rows) => sum + rows.length, 0),
    untold: seed.events - events.length,
    scriptShare: shareOf(scripts[language], [...distinct]),
    shortest: titles[0] ?? '',
    longest: titles[titles.length - 1] ?? '',
    equalTitles: titles.length - new Set(titles).size,
    words: wordsIn(textsIn(packs[language]).join(' '), language),
    samples: (['jazzNight', 'teaTasting', 'bookFair'] as const).map(
      (name) => packs[language].events[name].title,
    ),
    faults: [
      ...new Set([
        ...texts.flatMap((text) => faultsOf(text, language)),
        ...faultsOfWorld(records, language),
      ]),
    ],
  }
}

interface Text {
  readonly where: string
  readonly text: string
  readonly isProse: boolean
}

function textOf(row: Row, kind: string, field: string): Text {
  const text = String(row[field] ?? '')
  return {
    where: `${kind} ${row.id} ${field}`,
    text,
    isProse: field === 'description' || field === 'excerpt',
  }
}

/** Runs of letters in a text without its markup. */
const lettersOf = (text: string): readonly string[] =>
  text.replace(/<[^>]*>/g, '').match(/\p{L}+/gu) ?? []

const lengthOf = (runs: readonly string[]): number => runs.reduce((sum, run) => sum + run.length, 0)

function shareOf(script: string, texts: readonly string[]): number {
  const foreign = new RegExp(`\\P{Script=${script}}+`, 'gu')
  const letters = texts.flatMap(lettersOf)
  const others = letters.flatMap((run) => run.match(foreign) ?? [])
  return letters.length === 0 ? 0 : 1 - lengthOf(others) / lengthOf(letters)
}

/** Small English words that stand in no name; quoted titles of works are left out. */
const ENGLISH = /\b(the|and|with|from|this|your|which|about)\b/i
const QUOTED = /[„“«‘'’"‚][^„“”«»‘’"‚]*[“”»’"]/gu

function faultsOf({ where, text, isProse }: Text, language: LanguageCode): string[] {
  const bare = text.replace(/<[^>]*>/g, ' ')
  const faults: string[] = []
  const say = (what: string): void =>
    void faults.push(`${language}: ${where}: ${what}: ${bare.slice(0, 80)}`)
  if (text.trim() === '') say('empty')
  if (/[{}]/.test(text)) say('slot left open')
  if (/\b(undefined|null|NaN|[Ll]orem|ipsum)\b/.test(text)) say('not a word')
  if (foreignLetters[language].test(bare)) say('foreign script')
  if (language !== 'en' && isProse && ENGLISH.test(bare.replace(QUOTED, '')))
    say('English left over')
  if (/(?<!\b\p{L})[.,;]{2}|[，。；]{2}|\s[.,]/u.test(bare.replace(/\.\.\./g, '')) && isProse)
    say('doubled punctuation')
  return faults
}

function faultsOfWorld(
  records: Readonly<Record<string, readonly Row[]>>,
  language: LanguageCode,
): string[] {
  const faults: string[] = []
  for (const [kind, rows] of Object.entries(records)) {
    if (!(kind in textFields)) continue
    if (new Set(rows.map((row) => row.slug)).size !== rows.length)
      faults.push(`${language}: ${kind}: equal slugs`)
    if (rows.some((row) => row.slug === '')) faults.push(`${language}: ${kind}: empty slug`)
  }
  for (const event of records.event ?? []) {
    const paragraphs = String(event.description).split('\n')
    if (paragraphs.length < 3 || new Set(paragraphs).size < paragraphs.length) {
      faults.push(`${language}: event ${event.id}: fewer than three different paragraphs`)
    }
  }
  for (const landmark of Object.values(landmarks.events)) {
    const row = records.event?.find(({ id }) => id === landmark.id[language])
    if (row?.slug !== landmark.slug[language])
      faults.push(`${language}: landmark ${landmark.id[language]}: slug`)
  }
  return faults
}

/** Every text of a pack, without its slots. */
function textsIn(pack: unknown): readonly string[] {
  if (typeof pack === 'string') return [pack.replace(/\{\w+\}/g, '')]
  return typeof pack === 'object' && pack !== null ? Object.values(pack).flatMap(textsIn) : []
}

function wordsIn(text: string, language: LanguageCode): number {
  const pattern =
    language === 'zh-hans'
      ? /\p{Script=Han}/gu
      : new RegExp(`[\\p{Script=${scripts[language]}}\\p{M}’]+`, 'gu')
  return text.match(pattern)?.length ?? 0
}
