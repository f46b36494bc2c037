import { cp, readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { launchBrowser } from '../../browser/launch.ts'
import { node, type Packed, pack, peers, root } from '../../packed.ts'
import { buildStorybook, createStorybookServer } from './storybook-build.ts'

vi.setConfig({ testTimeout: 60_000 })

let packed: Packed
let project: string
let server: ReturnType<typeof createStorybookServer>
let browser: Browser
let page: Page

const modules = [
  ...peers,
  ...['@storybook/addon-docs', '@storybook/html-vite', 'msw-storybook-addon', 'typescript'],
]

beforeAll(async () => {
  packed = await pack()
  project = await packed.project(modules)
  await cp(`${root}examples/storybook`, join(project, 'examples/storybook'), { recursive: true })
  const output = join(project, 'output')
  await buildStorybook(project, 'examples/storybook/.storybook', output)
  server = createStorybookServer(output)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  browser = await launchBrowser()
}, 300_000)

afterEach(() => page?.close())

afterAll(async () => {
  await browser?.close()
  server?.close()
  await packed?.remove()
})

test('the files of the example have types', async () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { compilerOptions } = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8'))
  const types = ['vite/client']
  await writeFile(
    join(project, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { ...compilerOptions, types },
      include: ['examples/storybook/**/*', 'examples/storybook/.storybook/*'],
    }),
  )
  expect(await node([tsc, '-p', '.'], project)).toMatchObject({ code: 0, stdout: '' })
})

async function open(query: string): Promise<void> {
  page = await browser.newPage()
  const { port } = server.address() as AddressInfo // a listening server has an address
  await page.goto(`http://127.0.0.1:${port}/some/where/iframe.html?${query}`)
}

const openStory = (name: string, globals = '') =>
  open(`viewMode=story&id=calendar--${name}&globals=${globals}`)

const openDocs = () => open('viewMode=docs&id=calendar--docs')

/** Emits an event of Storybook's manager on the channel of the stories. */
const emitEvent = (event: string, payload: object) =>
  page.evaluate(`__STORYBOOK_ADDONS_CHANNEL__.emit('${event}', ${JSON.stringify(payload)})`)

const setGlobals = (globals: object) => emitEvent('updateGlobals', { globals })

const selectStory = (name: string) => emitEvent('setCurrentStory', { storyId: `calendar--${name}` })

/** Returns the contents of a calendar after it has loaded. */
async function readCalendar(place: string) {
  const calendar = page.locator(`${place} .calendar[aria-busy=false]`)
  await calendar.waitFor()
  return calendar.evaluate((element) => ({
    language: element.closest('[lang]')?.getAttribute('lang'),
    direction: getComputedStyle(element).direction,
    titles: [...element.querySelectorAll('.title')].map((title) => title.textContent ?? ''),
    year: /\d{4}/.exec(element.querySelector('.month')?.textContent ?? '')?.[0],
    note: element.querySelector('.empty, .failed')?.textContent ?? undefined,
  }))
}

type Shown = Awaited<ReturnType<typeof readCalendar>>

const readStory = (): Promise<Shown> => readCalendar('#storybook-root')
const readDocsStory = (name: string): Promise<Shown> =>
  readCalendar(`#story--calendar--${name}-inner`)

/** Polls a calendar until it matches. */
const pollCalendar = (read: () => Promise<Shown>) => expect.poll(read)

const matchTitles = (script: string) =>
  Array.from({ length: 4 }, () => expect.stringMatching(new RegExp(`\\p{Script=${script}}`, 'u')))

const plain = { direction: 'ltr', titles: [], year: undefined, note: undefined }
const hindi = { ...plain, language: 'hi', titles: matchTitles('Devanagari'), year: '2030' }
const arabic = {
  ...{ ...plain, language: 'ar', titles: matchTitles('Arabic'), year: '2030' },
  direction: 'rtl',
}
const german = { ...plain, language: 'de', titles: matchTitles('Latin'), year: '2030' }
const empty = { ...plain, language: 'de', note: 'Noch ist nichts geplant.' }
const failed = { ...plain, language: 'en', note: 'The calendar could not be loaded.' }

/** Fetches a path in the page of the stories. */
const fetchInPage = (path: string, init: object = {}) =>
  page.evaluate(
    async ([path, init]) => {
      const response = await fetch(path, init)
      return { status: response.status, body: await response.json() }
    },
    [path, init] as const,
  )

const inHindi = '/~calendar--hindi/hi/cal/events/v1'
const inArabic = '/~calendar--arabic/ar/cal/events/v1'

const createEvent = (api: string) =>
  fetchInPage(`${api}/events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...{ title: 'Neu', slug: 'neu' },
      ...{ start_date: '2030-01-07 13:00:00', end_date: '2030-01-07 14:00:00' },
    }),
  })

describe('a story', () => {
  test.each([
    { name: 'hindi', expected: hindi },
    { name: 'arabic', expected: arabic },
    { name: 'empty', expected: empty },
    { name: 'failed', expected: failed },
  ])('the story $name shows its own data', async ({ name, expected }) => {
    await openStory(name)
    await pollCalendar(readStory).toEqual(expected)
  })

  test('links in responses lead back to the story', async () => {
    await openStory('hindi')
    await readStory()
    const { body } = await fetchInPage(`${inHindi}/events?per_page=1`)
    const { origin } = new URL(page.url())
    expect(body.next_rest_url).toMatch(`${origin}${inHindi}/events/?`)
    expect(body.events[0].rest_url).toMatch(`${origin}${inHindi}/events/`)
    expect((await fetchInPage(body.next_rest_url)).status).toBe(200)
  })

  test('the story intercepts requests to other origins', async () => {
    await openStory('hindi')
    await readStory()
    await createEvent(inHindi)
    const found = await fetchInPage('https://api.example/hi/cal/events/v1/events/by-slug/neu')
    expect(found.body.title).toBe('Neu')
  })
})

describe('the Docs page', () => {
  test('the Docs page shows four data sets at once', async () => {
    await openDocs()
    await pollCalendar(() => readDocsStory('hindi')).toEqual(hindi)
    await pollCalendar(() => readDocsStory('arabic')).toEqual(arabic)
    await pollCalendar(() => readDocsStory('empty')).toEqual(empty)
    await pollCalendar(() => readDocsStory('failed')).toEqual(failed)
  })

  test('the Docs page isolates the writes of each story', async () => {
    await openDocs()
    await readDocsStory('hindi')
    await readDocsStory('arabic')
    expect((await createEvent(inHindi)).status).toBe(201)
    expect((await fetchInPage(`${inHindi}/events/by-slug/neu`)).status).toBe(200)
    expect((await fetchInPage(`${inArabic}/events/by-slug/neu`)).status).toBe(404)
  })

  test('the Docs page applies the toolbar', async () => {
    await openDocs()
    await pollCalendar(() => readDocsStory('empty')).toEqual(empty)
    await setGlobals({ scenario: 'one' })
    await pollCalendar(() => readDocsStory('empty')).toMatchObject({ titles: [expect.anything()] })
    await pollCalendar(() => readDocsStory('arabic')).toMatchObject({ titles: [expect.anything()] })
    await pollCalendar(() => readDocsStory('failed')).toEqual(failed)
  })
})

describe('the toolbar', () => {
  test.each([
    { name: 'hindi', globals: 'scenario:empty', expected: { language: 'hi', titles: [] } },
    { name: 'empty', globals: 'scenario:city', expected: german },
    { name: 'hindi', globals: 'language:ar', expected: arabic },
    { name: 'hindi', globals: 'now:2032-02-29', expected: { ...hindi, year: '2032' } },
    { name: 'arabic', globals: 'language:de;scenario:empty', expected: empty },
  ])(
    '$globals in the toolbar takes precedence over the parameters of $name',
    async ({ name, globals, expected }) => {
      await openStory(name, globals)
      await pollCalendar(readStory).toMatchObject(expected)
    },
  )

  test('the toolbar preserves the handlers of a story', async () => {
    await openStory('failed', 'language:de;scenario:city')
    await pollCalendar(readStory).toMatchObject({
      language: 'de',
      titles: [],
      note: 'Der Kalender konnte nicht geladen werden.',
    })
  })

  test.each(['offline', 'unavailable', 'malformed', 'maintenance'])(
    'the network %s fails the requests of the shown story, until it is online again',
    async (network) => {
      await openStory('hindi')
      await pollCalendar(readStory).toEqual(hindi)
      await setGlobals({ network })
      await pollCalendar(readStory).toMatchObject({ titles: [] })
      await setGlobals({ network: 'online' })
      await pollCalendar(readStory).toEqual(hindi)
    },
  )

  test('the toolbar changes the shown story and restores it', async () => {
    await openStory('hindi')
    await pollCalendar(readStory).toEqual(hindi)
    await setGlobals({ language: 'de', scenario: 'empty' })
    await pollCalendar(readStory).toEqual(empty)
    await setGlobals({ language: '', scenario: '' })
    await pollCalendar(readStory).toEqual(hindi)
  })
})

describe('a change of the story', () => {
  test('writes survive while their story is shown and are discarded afterwards', async () => {
    await openStory('hindi')
    await readStory()
    await createEvent(inHindi)
    await emitEvent('updateStoryArgs', { storyId: 'calendar--hindi', updatedArgs: { count: 1 } })
    await pollCalendar(readStory).toMatchObject({ titles: [expect.anything()] })
    expect((await fetchInPage(`${inHindi}/events/by-slug/neu`)).status).toBe(200)
    await selectStory('arabic')
    await pollCalendar(readStory).toEqual(arabic)
    await selectStory('hindi')
    await pollCalendar(readStory).toMatchObject({ language: 'hi' })
    expect((await fetchInPage(`${inHindi}/events/by-slug/neu`)).status).toBe(404)
  })

  test('handlers of a story are removed with the story', async () => {
    await openStory('failed')
    await pollCalendar(readStory).toEqual(failed)
    await selectStory('hindi')
    await pollCalendar(readStory).toEqual(hindi)
    expect((await fetchInPage('https://api.example/de/cal/events/v1/events')).status).toBe(200)
    await selectStory('failed')
    await pollCalendar(readStory).toEqual(failed)
  })
})
