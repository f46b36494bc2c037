import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { listPages } from './built-site.ts'
import { useSite } from './use-site.ts'

const { site, openTab, openPage } = useSite()

/** Returns the height of a page. The tables of the API are not counted. */
const measureHeight = (page: Page, path: string): Promise<number> =>
  page.evaluate((isApi) => {
    const tables = isApi ? [...document.querySelectorAll('table')] : []
    const height = tables.reduce((sum, table) => sum + table.offsetHeight, 0)
    return document.documentElement.scrollHeight - height
  }, path.startsWith('api/'))

test('every page loads below a path and is short, without errors and without requests to other hosts', async () => {
  const { page, problems, open } = await openTab({ viewport: { width: 1440, height: 900 } })
  const missing: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) missing.push(response.url())
  })
  const pages = await listPages(site().folder)
  expect(pages.length).toBeGreaterThan(40)
  for (const path of pages) {
    await open(path)
    expect(await page.locator('h1').count(), path).toBe(1)
    expect(await page.title()).toContain('| calmock')
    expect(await page.locator('meta[name=description]').getAttribute('content')).toMatch(/\w/)
    if (path !== 'specification.html')
      expect(await measureHeight(page, path), path).toBeLessThan(12_000)
  }
  expect({ missing, problems }).toEqual({ missing: [], problems: [] })
}, 300_000)

test('the first page transfers less than 200 kB before a reader does anything', async () => {
  const { page } = await openTab()
  const files = new Set<string>()
  page.on('request', (request) => files.add(request.url().slice(site().url.length)))
  await page.goto(site().url, { waitUntil: 'networkidle' })
  let size = 0
  for (const name of files) {
    const content = await readFile(join(site().folder, name || 'index.html'))
    size += (/\.(png|webp)$/.test(name) ? content : gzipSync(content)).length / 1000
  }
  console.log(`first page: ${size.toFixed(1)} kB in ${files.size} files`)
  expect(size).toBeLessThan(200)
})

test('links lead from page to page without loading the site again', async () => {
  const { page, problems, open } = await openTab()
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  await open('')
  await page
    .locator('.VPNav')
    .getByRole('link', { name: 'Use it with', exact: true })
    .first()
    .click()
  await page.waitForURL(/\/hosts\/(index\.html)?$/)
  await page.locator('.VPSidebar').getByRole('link', { name: 'Vitest', exact: true }).click()
  await page.waitForURL(`${site().url}hosts/vitest.html`)
  await page.getByRole('link', { name: 'Next page' }).click()
  await page.waitForURL((url) => /^\/some\/where\/hosts\/(?!vitest)/.test(url.pathname))
  await expect.poll(() => page.locator('h1').count()).toBe(1)
  expect(loads).toHaveLength(1)
  expect(problems).toEqual([])
})

test('the search finds words by their beginning, without a network', async () => {
  const { page, problems } = await openPage('hosts/vite.html')
  await page.getByRole('button', { name: 'Search' }).first().click()
  const results = page.locator('.VPLocalSearchBox .result')
  const expectFirst = async (query: string, count: number, title: RegExp): Promise<void> => {
    await page.locator('.VPLocalSearchBox input').fill(query)
    const readTitles = async () => (await results.allInnerTexts()).slice(0, count).join('\n')
    await expect.poll(readTitles, { message: query }).toMatch(title)
  }
  await expectFirst('image', 1, /Pictures and uploads/)
  await expectFirst('port in use', 1, /Troubleshooting.*Requests do not reach the mock/s)
  await expectFirst('graphql', 3, /What it does not imitate/)
  await expectFirst('storybok', 1, /^#\nStorybook$/)
  await expectFirst('ports', 1, /^$/) // the end of "exports" is not found
  await expectFirst('pagination', 1, /Pages and infinite scroll/)
  await expectFirst('login', 1, /Sign-in in tests/)
  await expectFirst('upgrade', 1, /Upgrading/)
  await expectFirst('latency', 1, /Slow and failing/)
  await expectFirst('upload', 2, /Pictures and uploads/)
  await expectFirst('Asia/Kolkata', 3, /The clock/) // only in a recorded answer
  await expectFirst('presentation choice', 20, /^(?!.*Specification)/s) // it is for maintainers
  await expectFirst('the faults', 1, /Faults and delays/) // "the" counts nothing
  await results.first().click()
  await page.waitForURL(/\/some\/where\/.*fault/)
  expect(problems).toEqual([])
})

test('the tools and the group of the page are open in the sidebar, and the others are closed', async () => {
  const { page } = await openPage('clock.html')
  const group = (name: string) => page.locator('.VPSidebar section').filter({ hasText: name })
  const isShown = (name: string) => page.locator('.VPSidebar').getByText(name).isVisible()
  await expect.poll(() => isShown('Jest')).toBe(true)
  expect([await isShown('Request log'), await isShown('Security')]).toEqual([true, false])
  const toggle = group('Security').getByRole('button')
  await toggle.press('Enter')
  await expect.poll(() => isShown('Security')).toBe(true)
  expect(await toggle.getAttribute('aria-expanded')).toBe('true')
})

test('the theme follows the system, and the switch changes it for all pages', async () => {
  const { page, open } = await openPage('', { colorScheme: 'dark', reducedMotion: 'reduce' })
  const readBackground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await readBackground()
  await page.locator('.VPSwitchAppearance').first().click()
  await expect.poll(readBackground).not.toBe(dark)
  const light = await readBackground()
  await open('faults.html')
  await expect.poll(readBackground).toBe(light)
})

test('an unknown address at any depth gets a page with a link to the first page', async () => {
  const { page, problems } = await openTab()
  await page.goto(`${site().url}hosts/no/such/page.html`)
  await page.getByRole('heading', { level: 1, name: 'Page not found', exact: true }).waitFor()
  const link = page.getByRole('link', { name: 'Start here' })
  await expect.poll(() => link.getAttribute('href')).toBe(site().url)
  expect(problems.filter((text) => text.startsWith('requests'))).toEqual([])
})

test('a page shows its text and recorded responses without JavaScript', async () => {
  const { page } = await openPage('', { javaScriptEnabled: false })
  const text = await page.locator('main').textContent()
  expect(text).toContain('GET /en/cal/events/v1/events')
  expect(text).toContain('"start_date": "20')
  await page.locator('.VPSidebar').getByText('Vitest', { exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Vitest' }).waitFor()
})

test('every link to a heading leads to an element of the built page', async () => {
  const pages = await listPages(site().folder)
  const texts = new Map<string, string>()
  for (const path of pages) texts.set(path, await readFile(join(site().folder, path), 'utf8'))
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

test('every link to an example leads to its text', async () => {
  const links = new Set<string>()
  for (const path of await listPages(site().folder)) {
    const text = await readFile(join(site().folder, path), 'utf8')
    for (const [, href = ''] of text.matchAll(/ href="([^"]*examples\/[^"]*)"/g))
      links.add(new URL(href, `file:///${path}`).pathname)
  }
  expect(links.size).toBeGreaterThan(80)
  const dead = [...links].filter((link) => !existsSync(join(site().folder, link)))
  expect(dead).toEqual([])
  const { page } = await openPage('hosts/playwright.html')
  await page.getByRole('link', { name: 'tests/world.ts' }).click()
  await page.waitForURL(/\/examples\/playwright-server\/tests\/world\.ts\.txt$/)
  expect(await page.innerText('body')).toContain('x-calmock-world')
})
