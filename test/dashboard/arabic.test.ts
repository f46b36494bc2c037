import { expect, test } from 'vitest'
import { prepareDocument } from '../../src/dashboard/reference/prepare-document.ts'
import { enWords } from '../../src/dashboard/words/en.ts'
import { translate } from '../../src/dashboard/words/index.ts'

test('Arabic texts of the API reference are isolated, and examples are not', () => {
  const document = {
    info: { title: 'خدمة', description: 'بصيغة JSON.' },
    schema: { description: 'Text', example: { title: 'خدمة' } },
  }
  expect(prepareDocument(document, 'ar')).toEqual({
    info: {
      title: '\u2067خدمة\u2069',
      description: '\u2067بصيغة JSON.\u2069',
      'x-locale': 'ar',
    },
    schema: { description: 'Text', example: { title: 'خدمة' } },
  })
})

test('names and rules in Arabic phrases are isolated', () => {
  const phrases = Object.keys(enWords) as (keyof typeof enWords)[] // the keys of a constant
  const slots = { world: 'w', rule: 'r', name: 'n', id: 'i', delay: 'd' }
  const open = phrases.filter((key) => {
    const text = translate('ar', key, slots)
    return /\{(world|rule|name|id|delay)\}/.test(enWords[key]) && !/\u2068\w\u2069/.test(text)
  })
  expect(open).toEqual([])
})
