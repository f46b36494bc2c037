import { expect, test } from 'vitest'
import { runPlaywright } from '../browser/run-playwright.ts'

const titles = [
  'the calendar lists the events of today in Hindi',
  'the calendar is empty one day later',
  'the calendar shows an error until the service is available again',
  'a page that adds चाय does not show कॉफ़ी',
  'a page that adds कॉफ़ी does not show चाय',
]

test('the Playwright example passes', async () => {
  const { output, ...run } = await runPlaywright('examples/playwright')
  expect(run, output).toEqual({ code: 0, passed: titles, failed: [] })
}, 60_000)

test('the Playwright example fails with a scenario of other records', async () => {
  const use = { calmockOptions: { scenario: 'empty' } }
  const { output, ...run } = await runPlaywright('examples/playwright', {
    ...{ use, expect: { timeout: 1000 } },
  })
  expect(run, output).toEqual({ code: 1, passed: titles.slice(3), failed: titles.slice(0, 3) })
}, 60_000)
