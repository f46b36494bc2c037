import { readdir, readFile, rm, utimes } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import {
  build,
  createServer,
  type InlineConfig,
  type PreviewServer,
  preview,
  type ViteDevServer,
} from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchBrowser } from '../browser/launch.ts'
import { findFreePort } from '../free-port.ts'

const root = new URL('../../examples/vite/', import.meta.url).pathname
const cache = new URL('../../node_modules/.cache/calmock-vite/', import.meta.url).pathname
const EVENTS = '/api/de/cal/events/v1/events'

let config: InlineConfig
let dev: ViteDevServer
let url = ''
let browser: Browser
let page: Page

beforeAll(async () => {
  // a restarted server can use the same port again
  const place = { port: await findFreePort(), host: '127.0.0.1', strictPort: true }
  const output = { outDir: `${cache}dist`, emptyOutDir: true }
  config = { root, cacheDir: cache, logLevel: 'silent', server: place, build: output }
  url = `http://127.0.0.1:${place.port}`
  dev = await (await createServer(config)).listen()
  browser = await launchBrowser()
}, 120_000)

beforeEach(async () => {
  expect((await fetch(`${url}/api/__calmock/reset`, { method: 'POST' })).status).toBe(204)
  page = await browser.newPage()
  await page.goto(url)
})

afterEach(() => page?.close())

afterAll(async () => {
  await browser?.close()
  await dev?.close()
  await rm(cache, { recursive: true, force: true })
})

/** Returns the titles on the page, as soon as the list has loaded. */
const readTitles = async (): Promise<readonly string[]> => {
  const items = page.locator('ol[aria-busy=false] li')
  await items.first().waitFor()
  return items.allTextContents()
}

/** Creates an event through the form of the page. */
async function createEvent(title: string): Promise<void> {
  await page.fill('input', title)
  await page.click('button')
  await expect.poll(readTitles).toContainEqual(expect.stringContaining(title))
}

const touch = (file: string) => utimes(root + file, new Date(), new Date())

/** Waits for the page to reload after the given action. */
async function waitForReload(cause: () => Promise<unknown>): Promise<void> {
  const loaded = page.waitForEvent('load', { timeout: 30_000 })
  await cause()
  await loaded
}

describe('the app on the dev server', () => {
  test('the app lists the events of the mock', async () => {
    const titles = await readTitles()
    expect(titles).toHaveLength(5)
    expect(titles[0]).toMatch(/^\d{4}-\d\d-\d\d – .+ – .+/)
    const days = (Date.parse(titles[0]?.slice(0, 10) ?? '') - Date.now()) / 86_400_000
    expect(Math.abs(days)).toBeLessThan(7) // the mock starts today
  })

  test('the app shows its new event after a hot reload', async () => {
    const before = await readTitles()
    await createEvent('Ganz neu')
    await waitForReload(() => touch('main.ts'))
    expect(await readTitles()).toContainEqual(expect.stringContaining('Ganz neu'))
    expect(await readTitles()).not.toEqual(before)
  })

  test('the app shows its new event after a change of vite.config.ts restarts the server', async () => {
    await createEvent('Noch da')
    await waitForReload(() => touch('vite.config.ts'))
    expect(await readTitles()).toContainEqual(expect.stringContaining('Noch da'))
  })

  test('the app shows its new event after a manual restart, until a reset of the mock', async () => {
    const before = await readTitles()
    await createEvent('Bleibt')
    await waitForReload(() => dev.restart())
    expect(await readTitles()).toContainEqual(expect.stringContaining('Bleibt'))
    await fetch(`${url}/api/__calmock/reset`, { method: 'POST' })
    await page.reload()
    expect(await readTitles()).toEqual(before)
  })
})

describe('the built app', () => {
  let served: PreviewServer

  beforeAll(async () => {
    await build(config)
    const place = { port: await findFreePort(), host: '127.0.0.1' }
    served = await preview({ ...config, preview: place })
  }, 60_000)
  afterAll(() => served?.close())

  test('the bundle contains no code of the mock', async () => {
    const files = await readdir(`${cache}dist/assets`)
    const scripts = await Promise.all(files.map((name) => readFile(`${cache}dist/assets/${name}`)))
    expect(scripts).toHaveLength(1)
    expect(scripts[0]?.length).toBeLessThan(5000)
  })

  test('the preview server serves the mock as well', async () => {
    const [address = ''] = served.resolvedUrls?.local ?? []
    await page.goto(address)
    expect(await readTitles()).toHaveLength(5)
    await createEvent('Aus der Vorschau')
    const response = await fetch(new URL(`${EVENTS}?search=Vorschau`, address))
    expect((await response.json()).total).toBe(1)
  })
})
