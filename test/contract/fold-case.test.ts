import fc from 'fast-check'
import { expect, test } from 'vitest'
import { containsFolded, foldCase, foldText } from '../../src/contract/fold-case.ts'
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

test('a search finds each Latin letter with an accent by the plain letter (15.2b)', () => {
  const missed = []
  for (let code = 0xc0; code < 0x1f00; code++) {
    const letter = String.fromCodePoint(code)
    const [plain = '', accent = ''] = letter.normalize('NFD')
    if (!/[a-z]/i.test(plain) || accent === '') continue
    const finds = [plain, letter, plain + accent].map((word) => containsFolded(`-${word}.`))
    const texts = [letter, letter.normalize('NFD'), plain].map((text) => `a-${text}.b`)
    if (!finds.every((contains) => texts.every(contains))) missed.push(letter)
  }
  expect(missed).toEqual([])
})

test('a search finds a text when the folded words occur in the folded text (15.2b)', () => {
  const letter = fc.constantFrom(...'aAáÂbcÇsßẞøØIİıoöơ\u0301\u0308\u0323मेأا漢.*(]-ëЁй')
  const text = fc.array(letter, { maxLength: 8 }).map((letters) => letters.join(''))
  const word = fc.array(letter, { minLength: 1, maxLength: 2 }).map((letters) => letters.join(''))
  fc.assert(
    fc.property(text, word, (text, word) => {
      expect(containsFolded(word)(text)).toBe(foldText(text).includes(foldText(word)))
      const long = 'é'.repeat(200)
      expect(containsFolded(word + long)(text + long.toUpperCase())).toBe(
        foldText(text + long).includes(foldText(word + long)),
      )
    }),
    { numRuns: 2000, seed: 1 },
  )
})
