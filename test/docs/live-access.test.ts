import { readFile } from 'node:fs/promises'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../browser/launch.ts'
import { type ServedSite, serveSite } from './built-site.ts'
import { openPage, run, waitForMock } from './live-page.ts'

let site: ServedSite
let browser: Browser
let axe = ''

beforeAll(async () => {
  site = await serveSite()
  browser = await launchBrowser()
  axe = await readFile(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

/** Returns the violations that axe finds in live requests, with their elements. */
async function findViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe)
  const { violations }: AxeResults = await page.evaluate("axe.run('.live-session')")
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}

test.each(['light', 'dark'] as const)('axe finds nothing in open answers, %s', async (theme) => {
  const { page, context } = await openPage(browser, site, 'scenarios.html', { colorScheme: theme })
  const request = page.locator('.live-request').first()
  await request.getByRole('textbox').fill('GET /ar/cal/events/v1/events?serach=x&per_page=2')
  await run(request)
  await request.getByText(/All \d+ headers/).click()
  expect(await findViolations(page)).toEqual([])
  await context.close()
})

test('a request is edited and run by keyboard, and the focus stays', async () => {
  const { page, context } = await openPage(browser, site, 'index.html')
  const request = page.locator('.live-request').first()
  await page
    .locator('.live-toolbar')
    .first()
    .getByLabel(/^Clock/)
    .focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText('GET /de/cal/events/v1/events?per_page=1&_fields=total')
  await page.keyboard.press('Control+Enter')
  await request.getByText('from this page').waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await request.getByRole('button', { name: 'Run', exact: true }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Run')
  await context.close()
})

test('a page of 360 px has no horizontal scrolling', async () => {
  const { page, context } = await openPage(browser, site, 'api/events.html', {
    viewport: { width: 360, height: 740 },
  })
  await run(page.locator('.live-request').first())
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(360)
  await context.close()
})

test('the mock is loaded at the first run, once for all pages of a visit', async () => {
  const { page, context } = await openPage(browser, site, 'index.html')
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
  await context.close()
})
