import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as snippets from '../../src/dashboard/snippets/snippets.ts'

/** Texts with the characters that have a meaning in shells, strings, templates and comments. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      ...["'", '"', '`', '$', '{', '}', '\\', '\n', '\r', '\t', '!', '*', '/', '#', '%', '&', ';'],
      ...['\u2028', '\u202e', '\u200d', '\ufeff', '\ud800', '\udc00'],
      ...['😀', 'ब', 'ا', ' ', '-', '@'],
    ),
  }),
)

const json = fc.jsonValue({ stringUnit: 'binary' })

/** Evaluates an expression, as a strict script does. */
const evaluate = (expression: string, name = '', value: unknown = undefined): unknown =>
  new Function(name, `'use strict'; return (${expression})`)(value)

test('a literal evaluates to its value', () => {
  fc.assert(
    fc.property(fc.oneof(text, json, fc.dictionary(text, json)), (value) => {
      expect(evaluate(snippets.formatLiteral(value))).toEqual(value)
    }),
  )
})

test('a literal with the key __proto__ has it as a property', () => {
  const value = JSON.parse('{"__proto__":{"a":1},"constructor":2}')
  expect(JSON.stringify(evaluate(snippets.formatLiteral(value)))).toBe(JSON.stringify(value))
})

test('a template evaluates to the value of its expression and its text', () => {
  fc.assert(
    fc.property(text, (after) => {
      expect(evaluate(snippets.formatTemplate('url', after), 'url', 'http://host')).toBe(
        `http://host${after}`,
      )
    }),
  )
})

test('a comment ends with its line', () => {
  fc.assert(
    fc.property(text, (words) => {
      expect(evaluate(`1 // ${snippets.formatComment(words)}\n`)).toBe(1)
    }),
  )
})

test('literals of long values have lines of at most 100 characters, where texts permit', () => {
  const value = { events: Array.from({ length: 20 }, (_, id) => ({ id, title: 'Jazz', tags: [] })) }
  const lines = snippets.formatLiteral(value).split('\n')
  expect(lines).toHaveLength(24)
  expect(lines[2]).toBe("    { id: 0, title: 'Jazz', tags: [] },")
})
