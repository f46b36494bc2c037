import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createCalmock } from '../../src/index.ts'
import { NOW } from '../call.ts'
import { converse, differences } from '../transports/conversation.ts'
import { launchBrowser } from './launch.ts'

const root = new URL('../..', import.meta.url).pathname
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
}

let folder = ''
let script = ''
let browser: Browser
let page: Page
let home = ''
/** Names of the files that the page requested, in order. */
let read: string[] = []

/** A plain static server with the export below a sub-path. */
const server = createServer(async (request, response) => {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname
  const name = path.replace(/^\/some\/where\//, '') || 'index.html'
  const file = name === 'talk.js' ? script : await readFile(join(folder, name)).catch(() => '')
  if (path !== `/some/where/${name}` && path !== '/some/where/')
    return response.writeHead(404).end()
  if (file) read.push(name)
  response.writeHead(file ? 200 : 404, { 'Content-Type': `${types[extname(name)]}; charset=utf-8` })
  return response.end(file)
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calmock-page-'))
  const flags = ['--events', '24', '--now', NOW, '--sites', 'hi,de,zh-hans,ar', '--force']
  await promisify(execFile)(process.execPath, ['bin/calmock.js', 'export', folder, ...flags], {
    cwd: root,
  })
  const stdin = {
    contents: `export { converse } from './test/transports/conversation.ts'`,
    resolveDir: root,
  }
  const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false })
  script = outputFiles[0]?.text ?? ''
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/where/` // a listening server has an address
  browser = await launchBrowser()
}, 120_000)

afterEach(() => page?.context().close())

afterAll(async () => {
  await browser?.close()
  server.close()
  await rm(folder, { recursive: true })
})

async function open(address = '', context: BrowserContextOptions = {}): Promise<void> {
  read = []
  page = await (await browser.newContext({ locale: 'de-DE', ...context })).newPage()
  await page.goto(home + address)
}

const isReady = () => page.waitForSelector('main[data-state=ready]', { timeout: 15_000 })
const titles = () => page.locator('[data-event]').allInnerTexts()

test('the exported page shows a calendar under any path', async () => {
  await open('#de')
  await isReady()
  expect((await titles()).join()).toContain('Blaue Stunde: Eine Nacht voller Jazz')
  expect(await page.locator('[data-day="2030-01-10"]').count()).toBeGreaterThan(0)
  const picture = page.locator('[data-event="104"] img')
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  expect(await picture.getAttribute('src')).toMatch(/^http:.*\/__calmock\/pictures\/154/)
  expect(read).toContain('mockServiceWorker.js')
  expect(read.filter((name) => name.endsWith('.json'))).toEqual(['world.json', 'world.de.json'])
  expect(read.join()).not.toMatch(/pools|graphql|open-database/)
}, 60_000)

test('the exported page loads another site, scenario and day on demand', async () => {
  await open('#de')
  await isReady()
  await page.selectOption('select[name=site]', 'ar')
  await page.waitForSelector('html[dir=rtl]')
  await isReady()
  expect((await titles()).join()).toMatch(/\p{Script=Arabic}/u)
  await page.selectOption('select[name=scenario]', 'empty')
  await page.waitForSelector('main[data-state=empty]')
  expect(read).toContain('pools.js')
  await page.click('button[name=reset]')
  await isReady()
  await page.click('button[name=advance]')
  await page.waitForSelector('[data-day="2030-01-08"] [aria-current=date]')
}, 60_000)

test('records that the user creates survive a change of the site', async () => {
  await open('#de')
  await isReady()
  await page.fill('input[name=title]', 'Größer als gedacht')
  await page.click('button[name=add]')
  await page.waitForSelector('[data-event="3300"]')
  await page.selectOption('select[name=site]', 'hi')
  await page.waitForSelector('html[lang=hi]')
  await isReady()
  await page.selectOption('select[name=site]', 'de')
  await page.waitForSelector('[data-event="3300"]')
}, 60_000)

test('the exported page shows the same records and pictures without a service worker', async () => {
  await open('#de', { serviceWorkers: 'block' })
  await isReady()
  const picture = page.locator('[data-event="104"] img')
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  expect(await picture.getAttribute('src')).toMatch(/^data:image\/svg\+xml,/)
}, 60_000)

test.each([
  ['{}', [expect.stringContaining('[calmock] intercepting')]],
  ['{ quiet: true }', []],
] as const)(
  'start(%s) of an export writes to the console',
  async (options, expected) => {
    await open('talk.js')
    const lines: string[] = []
    page.on('console', (message) => lines.push(message.text()))
    await page.evaluate(
      `import('/some/where/calmock.js').then(({ start }) => start(${options})).then(() => {})`,
    )
    expect(lines.filter((line) => line.startsWith('[calmock]'))).toEqual(expected)
  },
  60_000,
)

/** Returns the transcript of a conversation with the exported mock. */
const converseInPage = (): Promise<string> =>
  page.evaluate(`(async () => {
    const { start } = await import('/some/where/calmock.js')
    await start()
    const { converse } = await import('/some/where/talk.js')
    return converse(fetch, location.origin)
  })()`)

test.each([
  ['the worker', 'allow'],
  ['fetch', 'block'],
] as const)(
  'the conversation through %s equals the conversation in Node',
  async (by, serviceWorkers) => {
    await open('talk.js', { serviceWorkers })
    const mock = createCalmock({ events: 24, sites: ['hi', 'de', 'zh-hans', 'ar'] })
    const headers = by === 'fetch' ? { 'x-calmock-pictures': 'data' } : {}
    const there = await converse(
      (url, init) =>
        mock.fetch(url, { ...init, headers: { ...Object(init?.headers), ...headers } }),
      new URL(home).origin,
    )
    expect(differences(await converseInPage(), there)).toEqual([])
  },
  120_000,
)
