import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findViolations } from '../browser/find-violations.ts'
import { listPages } from './built-site.ts'
import { useSite } from './use-site.ts'

const { site, openTab } = useSite()

/** Returns a message if a page of this width can be scrolled to the side. */
async function findOverflow(page: Page, width: number): Promise<readonly string[]> {
  await page.setViewportSize({ width, height: 800 })
  const fits = () => document.documentElement.scrollWidth <= innerWidth
  const hasFit = page.waitForFunction(fits, undefined, { timeout: 5000 })
  return hasFit.then(
    () => [],
    () => [`scrolls to the side at ${width} px`],
  )
}

/** Returns what is wrong with a page in both themes, on a screen and on a phone. */
async function checkPage(page: Page, withPhone: boolean): Promise<readonly string[]> {
  const found = [...(await findViolations(page))]
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html.dark').waitFor({ state: 'attached' })
  found.push(
    ...(await findViolations(page, { rules: ['color-contrast'] })).map((text) => `dark: ${text}`),
  )
  found.push(...(await findOverflow(page, 360)))
  if (withPhone) found.push(...(await findViolations(page)).map((text) => `360 px: ${text}`))
  return [...found, ...(await findOverflow(page, 320))]
}

test('axe finds nothing on any page, light and dark, and no page scrolls to the side on a phone', async () => {
  const { page, open } = await openTab({ reducedMotion: 'reduce' }) // colors change at once
  const found: string[] = []
  for (const [n, path] of (await listPages(site().folder)).entries()) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: 'light' })
    await open(path)
    found.push(...(await checkPage(page, n % 5 === 0)).map((text) => `${path}: ${text}`))
  }
  expect(found).toEqual([])
}, 600_000)
