import { readFile } from 'node:fs/promises'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../browser/launch.ts'
import { listPages, type ServedSite, serveSite } from './built-site.ts'
import { openPage, openTab } from './open-page.ts'

let browser: Browser
let site: ServedSite
let axe = ''

beforeAll(async () => {
  const launching = launchBrowser()
  axe = await readFile(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
  site = await serveSite()
  browser = await launching
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

/** Returns the violations that axe finds, with their elements. */
async function findViolations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const { violations }: AxeResults = await page.evaluate(`axe.run(${JSON.stringify(options)})`)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}

/** Returns a message if a page of this width can be scrolled to the side. */
async function findOverflow(page: Page, width: number): Promise<readonly string[]> {
  await page.setViewportSize({ width, height: 800 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  return overflow > 0 ? [`scrolls to the side by ${overflow} px at ${width} px`] : []
}

/** Returns what is wrong with a page in both themes, on a screen and on a phone. */
async function checkPage(page: Page, withPhone: boolean): Promise<readonly string[]> {
  await page.evaluate(axe)
  const found = [...(await findViolations(page))]
  await page.emulateMedia({ colorScheme: 'dark' })
  found.push(...(await findViolations(page, ['color-contrast'])).map((text) => `dark: ${text}`))
  found.push(...(await findOverflow(page, 360)))
  if (withPhone) found.push(...(await findViolations(page)).map((text) => `360 px: ${text}`))
  return [...found, ...(await findOverflow(page, 320))]
}

test('axe finds nothing on any page, light and dark, and no page scrolls to the side on a phone', async () => {
  const { page, close } = await openTab(browser, site)
  const found: string[] = []
  for (const [n, path] of (await listPages(site.folder)).entries()) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: 'light' })
    await openPage(page, site.url + path)
    found.push(...(await checkPage(page, n % 5 === 0)).map((text) => `${path}: ${text}`))
  }
  await close()
  expect(found).toEqual([])
}, 300_000)
