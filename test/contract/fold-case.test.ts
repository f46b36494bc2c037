import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldCase } from '../../src/contract/fold-case.ts'
import { anyText } from '../any-text.ts'

test('every text is equal to itself in lower and in upper case', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(foldCase(text.toUpperCase())).toBe(foldCase(text))
      expect(foldCase(text.toLowerCase())).toBe(foldCase(text))
      expect(foldCase(foldCase(text))).toBe(foldCase(text))
    }),
    { numRuns: 500, seed: 1 },
  )
})

test('every letter is equal to itself in lower and in upper case', () => {
  const unequal = []
  for (let code = 0; code <= 0x10ffff; code++) {
    const letter = String.fromCodePoint(code)
    const [upper, lower] = [letter.toUpperCase(), letter.toLowerCase()]
    if (letter === upper && letter === lower) continue
    const folded = foldCase(letter)
    if (folded !== foldCase(upper) || folded !== foldCase(lower)) unequal.push(code.toString(16))
  }
  expect(unequal).toEqual([])
})
