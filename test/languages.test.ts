import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { languageHeaders, languages } from '../fixtures/languages/index.ts'
import { messages } from '../fixtures/languages/messages.ts'
import { languagePacks as packs } from '../fixtures/languages/packs.ts'
import { languageName, textDirection } from '../src/contract/site.ts'
import { readText } from './sources.ts'

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

describe('lists of languages outside the registry', () => {
  /** Codes in one place: an array, the keys of an object, a text or the rows of a table. */
  interface CodeList {
    readonly place: string
    readonly codes: ReadonlySet<string>
  }

  /** The least number of codes in a list that must have all languages. A shorter list is a selection. */
  const MOST = 6

  /** Longer lists that are selections too, with their reasons. */
  const selections: Readonly<Record<string, string>> = {
    'docs/languages.md without en': 'the translations of an English record',
    'test/contract/slug.test.ts without de': 'German has other letters in slugs',
  }

  const code = `(?<![\\w-])(?:${[...languages].sort().reverse().join('|')})(?![\\w-])`
  const codePattern = new RegExp(code, 'g')
  /** Codes with quotation marks, commas or bars between them. */
  const between = /[\s'"`,|\\]{1,6}/.source
  const runPattern = new RegExp(`${code}(?:${between}${code})+`, 'g')

  const findCodes = (text: string): readonly string[] => text.match(codePattern) ?? []

  const listFiles = (folder: string): readonly string[] =>
    readdirSync(root + folder, { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}${entry.name}`
      if (entry.isFile()) return /\.([jt]sx?|mjs|vue|md)$/.test(path) ? [path] : []
      const isOurs = !/^(node_modules|dist|cache|\.git)$/.test(entry.name)
      return entry.isDirectory() && isOurs ? listFiles(`${path}/`) : []
    })

  /** Returns the code at the start of an element of an array, or the key of a property. */
  function firstCode(node: ts.Node): string | undefined {
    if (ts.isArrayLiteralExpression(node)) return node.elements[0] && firstCode(node.elements[0])
    if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node))
      return firstCode(node.name)
    return ts.isIdentifier(node) || ts.isStringLiteral(node) ? node.text : undefined
  }

  const listRuns = (place: string, text: string): readonly CodeList[] =>
    (text.match(runPattern) ?? []).map((run) => ({ place, codes: new Set(findCodes(run)) }))

  /** Returns the codes in the texts, the arrays and the keys of the objects of a program. */
  function listLiterals(path: string, text: string): readonly CodeList[] {
    const lists: CodeList[] = []
    const visit = (node: ts.Node): void => {
      if (ts.isStringLiteralLike(node)) lists.push(...listRuns(path, node.text))
      const isArray = ts.isArrayLiteralExpression(node)
      if (isArray || ts.isObjectLiteralExpression(node)) {
        const parts: readonly ts.Node[] = isArray ? node.elements : node.properties
        const found = parts.flatMap((part) => languages.filter((code) => code === firstCode(part)))
        lists.push({ place: path, codes: new Set(found) })
      }
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
    return lists
  }

  /** Returns the codes at the starts of rows, by table. */
  const listTables = (place: string, text: string): readonly CodeList[] =>
    (text.match(/^\|.*(?:\n\|.*)*/gm) ?? []).map((table) => {
      const cells = table.match(/^\| `[\w-]+` \|/gm) ?? []
      return { place, codes: new Set(findCodes(cells.join())) }
    })

  function listCodes(path: string): readonly CodeList[] {
    const text = readText(path)
    if (new Set(findCodes(text)).size < MOST) return []
    return path.endsWith('.md')
      ? [...listRuns(path, text), ...listTables(path, text)]
      : listLiterals(path, text)
  }

  const lists = listFiles('')
    .flatMap(listCodes)
    .filter(({ codes }) => codes.size >= MOST)

  test('a list with most languages has all of them', () => {
    const incomplete = lists.flatMap(({ place, codes }) => {
      const missing = languages.filter((code) => !codes.has(code))
      return missing.length > 0 ? [`${place} without ${missing.join(', ')}`] : []
    })
    expect([...new Set(incomplete)].sort()).toEqual(Object.keys(selections))
  })

  test.each([
    'README.md',
    'docs/.vitepress/live/http-block.ts',
    'docs/index.md',
    'docs/languages.md',
    'examples/storybook/src/labels.ts',
    'fixtures/languages/imports.ts',
    'test/http/messages.test.ts',
  ])('%s has such a list', (path) => {
    expect(lists.map(({ place }) => place)).toContain(path)
  })

  const numbers = ['six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

  test('the documents state how many languages there are', () => {
    const documents = listFiles('').filter((path) =>
      /^((README|CONTRIBUTING|docs\/.*|skills\/.*)\.md|docs\/\.vitepress\/config\.ts)$/.test(path),
    )
    const pattern = new RegExp(
      `\\b(?:all )?(${numbers.join('|')}) (?:languages|codes|packs|sites)\\b|\\ball (${numbers.join('|')})\\.`,
      'g',
    )
    const found = [...documents, 'package.json'].flatMap((path) =>
      [...readText(path).matchAll(pattern)].map(([, ...words]) => [path, words.join('')]),
    )
    expect(found.length).toBeGreaterThan(10)
    const expected = numbers[languages.length - 6]
    expect(found.filter(([, word]) => word !== expected)).toEqual([])
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
