import { expect, test } from 'vitest'
import { prepareDocument } from '../../src/dashboard/reference-view.tsx'

test('Arabic texts of the API reference are isolated, and examples are not', () => {
  const document = {
    info: { title: 'خدمة', description: 'بصيغة JSON.' },
    schema: { description: 'Text', example: { title: 'خدمة' } },
  }
  expect(prepareDocument(document)).toEqual({
    info: { title: '\u2067خدمة\u2069', description: '\u2067بصيغة JSON.\u2069' },
    schema: { description: 'Text', example: { title: 'خدمة' } },
  })
})
