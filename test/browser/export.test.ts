import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createCalmock } from '../../src/index.ts'
import { NOW } from '../call.ts'
import { choose } from '../dashboard/use-dashboard.ts'
import { root } from '../packed.ts'
import { converse, differences } from '../transports/conversation.ts'
import { converseWithFaults } from '../transports/fault-conversation.ts'
import { type FileServer, serveFiles } from './serve-files.ts'
import { useBrowser } from './use-browser.ts'

const browser = useBrowser()
let folder = ''
let script = ''
let page: Page
let home = ''
/** Names of the files that the page requested, in order. */
let read: string[] = []

/** The export below a sub-path of a static server. */
let server: FileServer

async function readExported(path: string): Promise<string> {
  const [, name = ''] = /^some\/where\/(.+)$/.exec(path) ?? []
  const file = name === 'talk.js' ? script : await readFile(join(folder, name), 'utf8')
  read.push(name)
  return file
}

const exportTo = (dir: string, flags: readonly string[]) =>
  promisify(execFile)(process.execPath, ['bin/calmock.js', 'export', dir, ...flags], { cwd: root })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calmock-page-'))
  const flags = ['--events', '24', '--now', NOW, '--sites', 'hi,de,zh-hans,ar', '--force']
  await exportTo(folder, flags)
  const stdin = {
    contents: `
      export { converse } from './test/transports/conversation.ts'
      export { converseWithFaults } from './test/transports/fault-conversation.ts'`,
    resolveDir: root,
  }
  const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false })
  script = outputFiles[0]?.text ?? ''
  server = await serveFiles(readExported)
  home = `${server.url}/some/where/`
}, 120_000)

afterEach(() => page?.context().close())

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

async function open(address = '', context: BrowserContextOptions = {}): Promise<void> {
  read = []
  page = await (await browser().newContext({ locale: 'de-DE', ...context })).newPage()
  await page.goto(home + address)
}

/** Waits until the calendar shows events. */
const isReady = () => page.locator('.ec-event').first().waitFor()

/** Returns the names of the shown events, without the names of the languages that can be selected. */
const eventNames = async () => (await page.locator('.ec-event').allInnerTexts()).join('\n')

const openEvent = (name: RegExp) => page.getByRole('button', { name }).first().click()

/** Returns the width of the picture of the open event, which is 0 until it is loaded. */
const pictureWidth = () =>
  page.locator('.poster').evaluate((image) => (image as HTMLImageElement).naturalWidth)

test('the exported page is the dashboard, under any path', async () => {
  await open()
  await expect.poll(eventNames).toContain('Blaue Stunde: Eine Nacht voller Jazz')
  await openEvent(/Blaue Stunde/)
  await expect.poll(pictureWidth).toBeGreaterThan(0)
  expect(await page.locator('.poster').getAttribute('src')).toMatch(
    /^http:.*\/__calmock\/pictures\/154/,
  )
  expect(read).toContain('mockServiceWorker.js')
  expect(read.join()).not.toMatch(/pools|graphql|open-database/)
})

test('the exported page loads another site, language and scenario on demand', async () => {
  await open()
  await isReady()
  expect(read).not.toContain('world.ar.json')
  await choose(page, 'Site', 'ar')
  await expect.poll(eventNames).toMatch(/\p{Script=Arabic}{4}/u)
  expect(read).toContain('world.ar.json')
  await page.getByRole('link', { name: 'Control' }).click()
  await page.getByRole('button', { name: /^empty/ }).click()
  await page.getByText('The scenario is now empty.').waitFor()
  await page.getByRole('link', { name: 'Calendar' }).click()
  await expect.poll(() => read).toContain('pools.js')
  await page.getByRole('link', { name: 'Control' }).click()
  await page.getByRole('button', { name: '+1 day' }).click()
  await page.getByRole('link', { name: /Jan 8, 2030/ }).waitFor()
  await page.getByRole('button', { name: 'Reset world' }).click()
  await page.getByRole('link', { name: 'Calendar' }).click()
  await isReady()
})

test('records that the user creates survive a change of the site', async () => {
  await open('#records/events/new')
  await page.locator('#field-title').fill('Größer als gedacht')
  await page.locator('#field-start_date').fill('2030-01-09 10:00')
  await page.locator('#field-end_date').fill('2030-01-09 11:00')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL(/events\/3400$/)
  await page.getByRole('link', { name: 'Calendar' }).click()
  await page.getByText('Größer als gedacht').first().waitFor()
  await choose(page, 'Site', 'hi')
  await expect.poll(eventNames).toMatch(/\p{Script=Devanagari}{3}/u)
  await choose(page, 'Site', 'de')
  await page.getByText('Größer als gedacht').first().waitFor()
})

test('an export with users asks for a password, and its dashboard acts as an administrator', async () => {
  const users = join(folder, 'users')
  await exportTo(users, ['--events', '5', '--now', NOW, '--sites', 'en', '--auth', 'ada:secret'])
  await open('users/')
  await isReady()
  const create = (headers: Readonly<Record<string, string>>) =>
    page.evaluate(async (sent) => {
      const body = new URLSearchParams({ title: 'A', start_date: 'tomorrow', end_date: 'tomorrow' })
      const init = { method: 'POST', headers: sent, body }
      return (await fetch('/en/cal/events/v1/events', init)).status
    }, headers)
  expect(await create({})).toBe(401)
  expect(await create({ Authorization: `Basic ${btoa('ada:secret')}` })).toBe(201)
  await page.getByRole('link', { name: 'Control' }).click()
  expect(await page.getByLabel('Acts as').first().innerText()).toContain('ada')
})

test('the exported page shows the same records and pictures without a service worker', async () => {
  await open('', { serviceWorkers: 'block' })
  await isReady()
  await openEvent(/Blaue Stunde/)
  await expect.poll(pictureWidth).toBeGreaterThan(0)
  expect(await page.locator('.poster').getAttribute('src')).toMatch(/^data:image\/svg\+xml,/)
})

test('the exported page shows a mock at the base URL of another origin', async () => {
  const flags = ['--events', '24', '--now', NOW, '--sites', 'de']
  await exportTo(join(folder, 'based'), [...flags, '--base-url', 'https://api.example.com/v2'])
  await open('based/index.html')
  await isReady()
  await openEvent(/Blaue Stunde/)
  await expect.poll(pictureWidth).toBeGreaterThan(0)
  expect(await page.locator('.poster').getAttribute('src')).toMatch(
    /^https:\/\/api\.example\.com\/v2\//,
  )
})

test('the request log of the exported page shows the requests of the page', async () => {
  await open('#requests')
  await page.locator('.toolbar').waitFor()
  await page.evaluate(() => fetch('/de/cal/events/v1/events?search=jazz'))
  await page.locator('tr', { hasText: 'search=jazz' }).waitFor()
})

test.each([
  ['{}', [expect.stringContaining('[calmock] intercepting')]],
  ['{ quiet: true }', []],
] as const)('start(%s) of an export writes to the console', async (options, expected) => {
  await open('talk.js')
  const lines: string[] = []
  page.on('console', (message) => lines.push(message.text()))
  await page.evaluate(
    `import('/some/where/calmock.js').then(({ start }) => start(${options})).then(() => console.log('started'))`,
  )
  await expect.poll(() => lines).toContain('started') // lines arrive in their order
  expect(lines.filter((line) => line.startsWith('[calmock]'))).toEqual(expected)
})

/** Returns the transcript of a conversation with the exported mock. */
const converseInPage = (name = 'converse'): Promise<string> =>
  page.evaluate(`(async () => {
    const { start } = await import('/some/where/calmock.js')
    await start()
    const { ${name} } = await import('/some/where/talk.js')
    return ${name}(fetch, location.origin)
  })()`)

test.each([
  ['the worker', 'allow'],
  ['fetch', 'block'],
] as const)(
  'the conversation with faults through %s equals the conversation in Node',
  async (_, serviceWorkers) => {
    await open('talk.js', { serviceWorkers })
    const mock = createCalmock({ events: 24, sites: ['hi', 'de', 'zh-hans', 'ar'] })
    const there = await converseWithFaults(mock.fetch, new URL(home).origin)
    expect(differences(await converseInPage('converseWithFaults'), there)).toEqual([])
  },
)

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
)
