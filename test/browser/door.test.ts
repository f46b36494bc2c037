import { expect, test } from 'vitest'
import { runPlaywright } from './run-playwright.ts'

test('the Playwright tests of the entry point `calmock/playwright` pass', async () => {
  const { code, failed, passed, output } = await runPlaywright('test/browser/door')
  expect({ code, failed }, output).toEqual({ code: 0, failed: [] })
  expect(passed.length).toBeGreaterThan(30)
})
