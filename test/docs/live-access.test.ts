import { expect, test } from 'vitest'
import { findViolations } from '../browser/find-violations.ts'
import { run, waitForMock } from './live-page.ts'
import { useSite } from './use-site.ts'

const { openPage } = useSite()

test.each(['light', 'dark'] as const)('axe finds nothing in open answers, %s', async (theme) => {
  const { page } = await openPage('scenarios.html', { colorScheme: theme })
  const request = page.locator('.live-request').first()
  await request.getByRole('textbox').fill('GET /ar/cal/events/v1/events?serach=x&per_page=2')
  await run(request)
  await request.getByText(/All \d+ headers/).click()
  await request.locator('details[open]').waitFor()
  expect(await findViolations(page, { within: '.live-session' })).toEqual([])
})

test('a request is edited and run by keyboard, and the focus stays', async () => {
  const { page } = await openPage('index.html')
  const request = page.locator('.live-request').first()
  const toolbar = page.locator('.live-toolbar').first()
  await toolbar.getByLabel(/^Clock/).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText('GET /de/cal/events/v1/events?per_page=1&_fields=total')
  await page.keyboard.press('Control+Enter')
  await request.getByText('from this page').waitFor()
  await request.locator('textarea:focus').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await request.locator('button:focus', { hasText: /^Run$/ }).waitFor()
})

test('a page of 360 px has no horizontal scrolling', async () => {
  const { page } = await openPage('api/events.html', {
    viewport: { width: 360, height: 740 },
  })
  await run(page.locator('.live-request').first())
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('the mock is loaded at the first run, once for all pages of a visit', async () => {
  const { page } = await openPage('index.html')
  const loads: string[] = []
  page.on('request', (request) => {
    if (/\/mock\//.test(request.url())) loads.push(new URL(request.url()).pathname)
  })
  await page.waitForLoadState('networkidle')
  expect(loads).toEqual([])
  const generator = waitForMock(page)
  await run(page.locator('.live-request').first())
  await generator
  await page.waitForLoadState('networkidle')
  expect(loads.length).toBe(new Set(loads).size)
  const first = loads.length
  await page.getByRole('link', { name: 'The clock' }).first().click()
  await page.getByRole('heading', { level: 1, name: /clock/i }).waitFor()
  await run(page.locator('.live-request').first())
  await page.waitForLoadState('networkidle')
  expect(loads.slice(first)).toEqual([])
})
