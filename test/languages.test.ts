import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { languageHeaders, languages } from '../fixtures/languages/index.ts'
import { messages } from '../fixtures/languages/messages.ts'
import { languagePacks as packs } from '../fixtures/languages/packs.ts'
import { languageName, textDirection } from '../src/contract/site.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

describe('the registry', () => {
  test.each(
    [
      ['ar', 'العربية', 'rtl'],
      ['zh-hans', '简体中文', 'ltr'],
      ['en', 'English', 'ltr'],
      ['fr', 'Français', 'ltr'],
      ['de', 'Deutsch', 'ltr'],
      ['hi', 'हिन्दी', 'ltr'],
      ['es', 'Español', 'ltr'],
    ].map((row, position) => [position, ...row] as const),
  )(
    'position %i, which is part of the IDs, is %s (4.1): %s, %s',
    (position, code, name, direction) => {
      expect(languages[position]).toBe(code)
      expect([languageName(code ?? ''), textDirection(code ?? '')]).toEqual([name, direction])
    },
  )

  test('an unknown language has its code as its name, and is written from left to right', () => {
    expect([languageName('tlh'), textDirection('tlh')]).toEqual(['tlh', 'ltr'])
    expect([languageName('toString'), textDirection('toString')]).toEqual(['toString', 'ltr'])
  })

  test('each language has a folder with a header, messages and a pack, and there are no others', () => {
    const entries = readdirSync(`${root}fixtures/languages`, { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    expect(folders.sort()).toEqual([...languages].sort())
    for (const code of languages)
      expect(readdirSync(`${root}fixtures/languages/${code}`).sort(), code).toEqual([
        'header.ts',
        'messages.ts',
        'pack.ts',
      ])
  })

  test('the headers, the packs and the messages have all languages, with distinct names', () => {
    for (const texts of [languageHeaders, packs, messages])
      expect(Object.keys(texts).sort()).toEqual([...languages].sort())
    const names = languages.map((code) => languageHeaders[code].name)
    expect(new Set(names).size).toBe(languages.length)
    expect(new Set(languages.map((code) => messages[code].docTitle)).size).toBe(languages.length)
  })
})

const others = languages.filter((code) => code !== 'en')

describe('the texts of a language', () => {
  const findSlots = (phrase: string): string[] => (phrase.match(/\{\w+\}/g) ?? []).sort()

  test.each(others)('the messages of %s have the keys and the slots of en', (code) => {
    expect(Object.keys(messages[code]).sort()).toEqual(Object.keys(messages.en).sort())
    const slots = (translations: (typeof messages)[typeof code]) =>
      Object.fromEntries(
        Object.entries(translations).map(([key, phrase]) => [key, findSlots(phrase)]),
      )
    expect(slots(messages[code])).toEqual(slots(messages.en))
    expect(Object.values(messages[code]).filter((phrase) => phrase.trim() === '')).toEqual([])
  })

  /** The parts of a language pack that depend on the grammar of the language. */
  const grammar = ['nameForms', 'elidedInitials', 'sentenceSeparator', 'class', 'forms']

  /** Returns the structure of a language pack: keys and lengths of lists, without texts and grammar. */
  function outline(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(outline)
    if (typeof part !== 'object' || part === null) return typeof part
    const entries = Object.entries(part).filter(([key]) => !grammar.includes(key))
    if (entries.length === 1 && entries[0]?.[0] === 'name') return 'string' // a name with its class
    const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(sorted.map(([key, below]) => [key, outline(below)]))
  }

  test.each(others)('the language pack of %s has the keys and the lists of en', (code) => {
    expect(outline(packs[code])).toEqual(outline(packs.en))
  })
})
