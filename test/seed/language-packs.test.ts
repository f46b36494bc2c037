import { describe, expect, test } from 'vitest'
import { type Closing, closings, type Format, formats } from '../../fixtures/facts/index.ts'
import type { FormatWords, LanguagePack } from '../../fixtures/languages/language.ts'
import { languagePacks } from '../../fixtures/languages/packs.ts'
import { languages } from '../../src/contract/site.ts'

const slotsOf = (text: string): readonly string[] =>
  [...text.matchAll(/\{([^{}]*)\}/g)].flatMap(([, slot = '']) => slot)

/** Returns all texts of a part of a language pack. */
const textsOf = (part: unknown): readonly string[] =>
  typeof part === 'string' ? [part] : Object.values(part ?? {}).flatMap(textsOf)

const plainSlots = ['artist', 'topic', 'venue', 'organizer', 'district', 'city', 'inCity', 'ofCity']
const nouns = ['Artist', 'Venue', 'Organizer', 'District']

/** Returns whether a slot of an event's text has a value: its name, a form of a name, or two alternatives. */
function isKnownSlot({ nameForms }: LanguagePack, slot: string): boolean {
  if (plainSlots.includes(slot) || slot.includes('|')) return true
  const noun = nouns.find((noun) => slot.endsWith(noun))
  if (!noun) return false
  const form = slot.slice(0, -noun.length)
  return form.charAt(0).toLowerCase() + form.slice(1) in (nameForms.default ?? {})
}

const names = (text: string, noun: string): boolean =>
  slotsOf(text).some((slot) => slot.toLowerCase().endsWith(noun))

const wordsOf = (pack: LanguagePack) => Object.values<FormatWords<'jazz'>>(pack.formats as never)

describe.each(languages)('the language pack of %s', (code) => {
  const pack = languagePacks[code]

  test('has a value for every slot of every text, and no text is missing', () => {
    const texts = textsOf([pack.formats, pack.practical])
    expect(texts.flatMap(slotsOf).filter((slot) => !isKnownSlot(pack, slot))).toEqual([])
    expect(
      textsOf({ ...pack, sentenceSeparator: '-' }).filter(
        (text) => /TODO/.test(text) || text.trim() === '',
      ),
    ).toEqual([])
  })

  test('declares the same forms for each class of names', () => {
    const classes = Object.values(pack.nameForms).map((forms) => Object.keys(forms).sort())
    for (const forms of classes) expect(forms).toEqual(classes[0])
    const used = [...JSON.stringify(pack).matchAll(/"class":"(\w+)"/g)].map(([, name]) => name)
    expect(used.filter((name) => !(name && name in pack.nameForms))).toEqual([])
  })

  test('has four titles for each format, and no pattern but the bare topic belongs to more than two formats', () => {
    for (const { titles } of wordsOf(pack)) {
      expect(new Set(titles).size).toBe(4)
      expect(titles.filter((title) => !title.includes('{topic}'))).toEqual([])
    }
    const counts = new Map<string, number>()
    for (const title of wordsOf(pack).flatMap(({ titles }) => titles))
      counts.set(title, (counts.get(title) ?? 0) + 1)
    const common = [...counts].filter(([title, count]) => count > 2 && title !== '{topic}')
    expect(common).toEqual([])
  })

  test('has a first title that names no place, so that landmarks have the same title with any seed', () => {
    const places = wordsOf(pack).map(({ titles: [first = ''] }) => slotsOf(first))
    expect(places.flat().filter((slot) => /venue|organizer|district|city/i.test(slot))).toEqual([])
  })

  test('has three excerpts for each format, of which only the last names no venue', () => {
    for (const { excerpts } of wordsOf(pack)) {
      expect(new Set(excerpts).size).toBe(3)
      expect(excerpts.map((excerpt) => names(excerpt, 'venue'))).toEqual([true, true, false])
    }
  })

  test('names neither venue nor organizer in topics and courses, and nobody at a market', () => {
    const texts = wordsOf(pack).flatMap(({ courses, topics }) => textsOf([courses, topics]))
    expect(texts.filter((text) => names(text, 'venue') || names(text, 'organizer'))).toEqual([])
    expect(textsOf(pack.formats.market).filter((text) => names(text, 'artist'))).toEqual([])
  })

  test('names the venue and the organizer only in closing sentences of events that have them', () => {
    const wrong = Object.entries<Closing>(closings).filter(([name, { venue, organizer }]) => {
      const text = pack.practical[name as keyof typeof closings]
      return (
        (names(text, 'venue') && !venue) ||
        (names(text, 'organizer') && !organizer) ||
        names(text, 'artist')
      )
    })
    expect(wrong).toEqual([])
    expect(names(pack.practical.meetingPoint, 'venue')).toBe(false)
  })

  test('has at least eight topics for each format, and its courses', () => {
    for (const [name, { topics, courses }] of Object.entries(pack.formats)) {
      expect([name, Object.keys(topics)]).toEqual([
        name,
        Object.keys(formats[name as 'jazz'].topics),
      ])
      expect(Object.keys(topics).length).toBeGreaterThanOrEqual(8)
      expect([name, Object.keys(courses)]).toEqual([
        name,
        Object.keys(formats[name as 'jazz'].courses),
      ])
    }
  })
})

test('each format has at least two courses, and each course fits a topic', () => {
  for (const [name, { courses, topics }] of Object.entries<Format>(formats)) {
    expect([name, Object.keys(courses).length > 1]).toEqual([name, true])
    for (const course of Object.keys(courses)) {
      const fitting = Object.values(topics).filter(
        ({ courses: some }) => some?.includes(course) !== false,
      )
      expect([name, course, fitting.length > 0]).toEqual([name, course, true])
    }
  }
})
