import { expect, test } from 'vitest'
import { runPlaywright } from '../browser/run-playwright.ts'

const titles = [
  'the calendar lists the events of today in Hindi',
  'the calendar is empty one day later',
  'the calendar shows an error until the service is available again',
  'a page that adds चाय does not show कॉफ़ी',
  'a page that adds कॉफ़ी does not show चाय',
]

const networkTitles = [
  'the calendar recovers from an error',
  'an event is sent once',
  'a request that never ends does not block the test',
  'fetch fails with the fault offline',
  'fetch fails with the fault drop',
  'fetch fails with the fault truncate',
  'the first test starts with the faults of the file',
  'the second test starts with the faults of the file',
  'the third page of the list fails one time in three, at 23:59 on New Year’s Eve',
]

test('the Playwright examples pass', async () => {
  const { output, ...run } = await runPlaywright('examples/playwright')
  const passed = [...titles, ...networkTitles]
  expect(run, output).toEqual({ code: 0, passed, failed: [] })
}, 120_000)

test('the Playwright example fails with a scenario of other records', async () => {
  const use = { calmockOptions: { scenario: 'empty' } }
  const { output, ...run } = await runPlaywright('examples/playwright', {
    ...{ use, expect: { timeout: 1000 }, testMatch: 'calendar.spec.ts' },
  })
  expect(run, output).toEqual({ code: 1, passed: titles.slice(3), failed: titles.slice(0, 3) })
}, 60_000)
