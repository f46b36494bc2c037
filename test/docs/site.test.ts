import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../browser/launch.ts'
import { type ServedSite, serveSite } from './built-site.ts'

let browser: Browser
let site: ServedSite

beforeAll(async () => {
  const launching = launchBrowser()
  site = await serveSite()
  browser = await launching
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

test('the site loads below any path', async () => {
  const page = await browser.newPage()
  await page.goto(site.url)
  expect(await page.locator('h1').textContent()).toContain('Start here')
  await page.close()
})
