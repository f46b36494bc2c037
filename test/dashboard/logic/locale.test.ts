import { expect, test } from 'vitest'
import { chooseLocale } from '../../../src/dashboard/locale.ts'

test('dates use the region of the browser, if it has their language', () => {
  const locales = (...tags: string[]) =>
    ['en', 'de', 'zh-hans'].map((language) => chooseLocale(language, tags))
  expect(locales('en-GB')).toEqual(['en-GB', 'de', 'zh-hans'])
  expect(locales('fr-CA', 'de-AT', 'de-DE', 'en')).toEqual(['en', 'de-AT', 'zh-hans'])
  expect(locales('en-US@posix')).toEqual(['en-US', 'de', 'zh-hans'])
  expect(locales('zh-SG')).toEqual(['en', 'de', 'zh-Hans-SG'])
})
