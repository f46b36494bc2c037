import { readFile } from 'node:fs/promises'
import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchBrowser } from '../browser/launch.ts'
import type { CalmockListener } from './built-mock.ts'
import { startBuiltMock } from './built-mock.ts'

const api = '/en/cal/events/v1'

let browser: Browser
let context: BrowserContext
let page: Page
let served: CalmockListener

beforeAll(async () => {
  browser = await launchBrowser()
})
beforeEach(async () => {
  served = await startBuiltMock()
  const permissions = ['clipboard-read', 'clipboard-write']
  context = await browser.newContext({
    permissions,
    locale: 'en',
    viewport: { width: 1280, height: 900 },
  })
  page = await context.newPage()
  page.setDefaultTimeout(8000)
})
afterEach(async () => {
  await context.close()
  await served.close()
})
afterAll(() => browser?.close())

/** Opens a view of the dashboard. */
async function open(view: string): Promise<void> {
  await page.goto(`${served.url}/#${view}`)
  await page.locator('html[data-state=ready]').waitFor()
}

/** Sends a request as an app does. */
const send = async (path: string, init?: RequestInit): Promise<number> => {
  const response = await fetch(served.url + path, init)
  await response.text()
  return response.status
}

const paths = () => page.locator('td.path button')
const notice = () => page.locator('[role=status]').last()
const click = (name: string) => page.getByRole('button', { name, exact: true }).click()

describe('the request log', () => {
  test('a fault of the fault builder is in the log as a 503, with its note', async () => {
    await open('requests')
    await page.locator('.feed-state.live').waitFor()
    await send(`${api}/events?page=3&i18n_language=ar`)
    await paths().first().click()
    await click('Make this fail')
    await page.waitForURL(/#control$/)
    await click('Add fault')
    await expect.poll(() => served.mock.faults).toEqual(['GET /events?page=3&i18n_language=ar 503'])
    expect(await send(`${api}/events?page=3&i18n_language=ar`)).toBe(503)
    await page.goto(`${served.url}/#requests`)
    const row = page.locator('.requests tbody tr').first()
    await expect.poll(() => row.locator('.status').textContent()).toBe('503')
    expect(await row.locator('.fault').textContent()).toBe('503')
  })

  test('requests arrive while the page is open, and not those of the page', async () => {
    await open('requests')
    await page.locator('.feed-state.live').waitFor()
    await send(`${api}/events?serach=jazz`)
    await expect.poll(() => paths().allTextContents()).toEqual(['/events?serach=jazz'])
    expect(await page.locator('td.notes').first().textContent()).toContain('unknown-parameter')
  })

  test('filters, pausing and clearing change the list', async () => {
    await open('requests')
    await page.locator('.feed-state.live').waitFor()
    await send(`${api}/events/1`)
    await send(`${api}/venues`, { method: 'POST', body: new URLSearchParams({ venue: 'Neu' }) })
    await expect.poll(() => paths().count()).toBe(2)
    await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('4')
    expect(await paths().allTextContents()).toEqual(['/events/1'])
    await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('')
    await page.getByRole('combobox', { name: 'Method', exact: true }).selectOption('POST')
    expect(await paths().allTextContents()).toEqual(['/venues'])
    await page.getByRole('combobox', { name: 'Method', exact: true }).selectOption('')
    await page.getByRole('searchbox').fill('EVENTS')
    expect(await paths().allTextContents()).toEqual(['/events/1'])
    await page.getByRole('searchbox').fill('')
    await click('Pause')
    await send(`${api}/tags`)
    expect(await paths().count()).toBe(2)
    await click('Pause')
    await expect.poll(() => paths().first().textContent()).toBe('/tags')
    await click('Clear log')
    await expect.poll(() => paths().count()).toBe(0)
    expect(served.mock.requests).toEqual([])
  })

  test('each snippet is copied, with the keyboard', async () => {
    await send(`${api}/events?per_page=1`)
    await open('requests')
    await paths().first().press('Enter')
    const snippets = {
      curl: /^curl 'http/,
      fetch: /^\/\/ GET \/events\?per_page=1 \(200\)\nconst response = await fetch\(/,
      'Playwright test': /from 'calmock\/playwright'/,
      'Vitest test': /from 'calmock\/vitest'/,
    }
    for (const [name, pattern] of Object.entries(snippets)) {
      await page.getByRole('button', { name, exact: true }).press('Enter')
      await expect.poll(() => notice().textContent()).toBe(`Copied: ${name}`)
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(pattern)
    }
  })

  test('a request is sent again', async () => {
    await send(`${api}/events?per_page=1`)
    await open('requests')
    await paths().first().click()
    await click('Send again')
    await expect.poll(() => notice().textContent()).toBe('Sent again: 200')
    expect(served.mock.requests).toHaveLength(2)
  })

  test('the HAR file has the requests', async () => {
    await send(`${api}/events?per_page=1`)
    await open('requests')
    await paths().first().waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), click('Download HAR')])
    expect(download.suggestedFilename()).toBe('calmock.har')
    const { log } = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(log.version).toBe('1.2')
    expect(log.entries).toHaveLength(1)
    expect(log.entries[0].request.url).toBe(`${served.url}${api}/events?per_page=1`)
    expect(JSON.parse(log.entries[0].response.content.text).events).toHaveLength(1)
  })
})

describe('the API reference', () => {
  test('a request of the reference is in the log of the chosen world', async () => {
    await page.goto(`${served.url}/~shop/__calmock/#reference`)
    await page.locator('openapi-explorer').waitFor()
    await page.locator('#link-tag--events').click()
    await page.getByText('List event records').first().click()
    await page.getByRole('button', { name: 'EXECUTE' }).first().click()
    const ofReference = () => served.mock.world('shop').requests
    await expect.poll(() => ofReference().map(({ status }) => status)).toEqual([200])
  })

  test('the reference describes the control routes, too', async () => {
    await open('reference')
    await page.getByRole('combobox', { name: 'API', exact: true }).selectOption('control')
    await page.locator('#link-overview', { hasText: 'Control routes of calmock' }).waitFor()
  })
})

describe.each(['light', 'dark'])('in the theme %s', (theme) => {
  test.each(['en', 'hi', 'ar'])('axe finds nothing with the site %s', async (language) => {
    await context.addInitScript(
      ([theme = '', language = '']) => {
        localStorage.setItem('calmock.theme', theme)
        localStorage.setItem('calmock.site', language)
      },
      [theme, language],
    )
    served.mock.faults = ['GET /tags 503']
    await send(`/${language}/cal/events/v1/tags`)
    await send(`/${language}/cal/events/v1/events?serach=jazz&per_page=1`)
    await send(`/${language}/cal/events/v1/events/1`)
    await open('requests')
    await paths().nth(1).click()
    await page.getByRole('button', { name: 'curl', exact: true }).click()
    await page.locator('.snippet').waitFor()
    expect(await findViolations()).toEqual([])
    await open('reference')
    await page.locator('#link-overview').waitFor()
    expect(await findViolations()).toEqual([])
  })
})

/** Returns what axe finds on the page. */
async function findViolations(): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    () => (globalThis as unknown as { axe: typeof axe }).axe.run(), // added above
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id} ${html.slice(0, 200)}`),
  )
}
