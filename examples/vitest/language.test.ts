import { useCalmock } from 'calmock/vitest'
import { expect, test } from 'vitest'
import { readLines } from './calendar.ts'

useCalmock({ sites: ['hi', 'ar', 'zh-hans'] })

test.each([
  ['hi', /\p{Script=Devanagari}/u],
  ['ar', /\p{Script=Arabic}/u],
  ['zh-hans', /\p{Script=Han}/u],
])('the calendar on the site %s is in the script of its language', async (site, script) => {
  const lines = await readLines(`https://api.example/${site}/cal/events/v1`)
  expect(lines).toHaveLength(5)
  for (const line of lines) expect(line).toMatch(script)
})
