import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../browser/launch.ts'
import { listPages, type ServedSite, serveSite } from './built-site.ts'
import { openPage, openTab } from './open-page.ts'

let browser: Browser
let site: ServedSite

beforeAll(async () => {
  const launching = launchBrowser()
  site = await serveSite()
  browser = await launching
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

test('every page loads below a path, without errors and without requests to other hosts', async () => {
  const { page, errors, foreign, close } = await openTab(browser, site)
  const missing: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) missing.push(response.url())
  })
  const pages = await listPages(site.folder)
  expect(pages.length).toBeGreaterThan(40)
  for (const path of pages) {
    await openPage(page, site.url + path)
    expect(await page.locator('h1').count(), path).toBe(1)
    expect(await page.title()).toContain('| calmock')
    expect(await page.locator('meta[name=description]').getAttribute('content')).toMatch(/\w/)
  }
  expect({ missing, errors, foreign }).toEqual({ missing: [], errors: [], foreign: [] })
  await close()
}, 180_000)

test('the first page transfers less than 200 kB before a reader does anything', async () => {
  const { page, close } = await openTab(browser, site)
  const files = new Set<string>()
  page.on('request', (request) => files.add(request.url().slice(site.url.length)))
  await page.goto(site.url, { waitUntil: 'networkidle' })
  let size = 0
  for (const name of files) {
    const content = await readFile(join(site.folder, name || 'index.html'))
    size += (/\.(png|webp)$/.test(name) ? content : gzipSync(content)).length / 1000
  }
  console.log(`first page: ${size.toFixed(1)} kB in ${files.size} files`)
  expect(size).toBeLessThan(200)
  await close()
})

test('links lead from page to page without loading the site again', async () => {
  const { page, errors, close } = await openTab(browser, site)
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  await openPage(page, site.url)
  await page.locator('.VPNav').getByRole('link', { name: 'Hosts', exact: true }).first().click()
  await page.waitForURL(/\/hosts\/(index\.html)?$/)
  await page.locator('.VPSidebar').getByRole('link', { name: 'Vitest', exact: true }).click()
  await page.waitForURL(`${site.url}hosts/vitest.html`)
  await page.getByRole('link', { name: 'Next page' }).click()
  await page.waitForURL((url) => /^\/some\/where\/hosts\/(?!vitest)/.test(url.pathname))
  expect(await page.locator('h1').count()).toBe(1)
  expect(loads).toHaveLength(1)
  expect(errors).toEqual([])
  await close()
})

test('the search finds a page, without a network', async () => {
  const { page, foreign, close } = await openTab(browser, site)
  await openPage(page, `${site.url}hosts/vite.html`)
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.locator('.VPLocalSearchBox input').fill('faults')
  const result = page.locator('.VPLocalSearchBox .result').filter({ hasText: 'Faults' }).first()
  await result.click()
  await page.waitForURL(/\/some\/where\/.*fault/)
  expect(foreign).toEqual([])
  await close()
})

test('the theme follows the system, and the switch changes it for all pages', async () => {
  const { page, close } = await openTab(browser, site, { colorScheme: 'dark' })
  const readBackground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await openPage(page, site.url)
  const dark = await readBackground()
  await page.locator('.VPSwitchAppearance').first().click()
  await expect.poll(readBackground).not.toBe(dark)
  const light = await readBackground()
  await page.goto(`${site.url}faults.html`)
  expect(await readBackground()).toBe(light)
  await close()
})

test('an unknown address at any depth gets a page with a link to the first page', async () => {
  const { page, foreign, close } = await openTab(browser, site)
  await page.goto(`${site.url}hosts/no/such/page.html`)
  expect(await page.locator('h1').textContent()).toBe('Page not found')
  const link = page.getByRole('link', { name: 'Start here' })
  await expect.poll(() => link.getAttribute('href')).toBe(site.url)
  expect(foreign).toEqual([])
  await close()
})

test('a page shows its text and recorded responses without JavaScript', async () => {
  const { page, close } = await openTab(browser, site, { javaScriptEnabled: false })
  await page.goto(site.url)
  const text = await page.locator('main').textContent()
  expect(text).toContain('GET /en/cal/events/v1/events')
  expect(text).toContain('Blue Hour: A Night of Jazz')
  await page.locator('.VPSidebar').getByText('Vitest').click()
  expect(await page.locator('h1').textContent()).toContain('Vitest')
  await close()
})

test('every link to a heading leads to an element of the built page', async () => {
  const pages = await listPages(site.folder)
  const texts = new Map<string, string>()
  for (const path of pages) texts.set(path, await readFile(join(site.folder, path), 'utf8'))
  const dead = [...texts].flatMap(([path, text]) =>
    [...text.matchAll(/ href="(?!https?:)([^"#]*)#([^"]+)"/g)]
      .filter(([, file = '', anchor = '']) => {
        const target = file ? new URL(file, `file:///${path}`).pathname.slice(1) : path
        return !texts.get(target)?.includes(` id="${decodeURI(anchor)}"`)
      })
      .map(([link]) => `${path}: ${link}`),
  )
  expect(dead).toEqual([])
})
