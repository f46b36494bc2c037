import { readFile } from 'node:fs/promises'
import { build } from 'esbuild'
import type { HttpResponse, http } from 'msw'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { BrowserCalmock, StartOptions, setupCalmock } from '../../src/browser.ts'
import { createCalmock } from '../../src/index.ts'
import { listen } from '../../src/node.ts'
import { type FileServer, serveFiles } from '../browser/serve-files.ts'
import { useBrowser } from '../browser/use-browser.ts'
import { root } from '../packed.ts'
import { converse, differences } from './conversation.ts'

const options = { events: 24, now: '2030-01-07T12:00:00Z' }
const EVENTS = '/de/cal/events/v1/events'

/** The globals of the page's script. */
declare global {
  var brought: {
    readonly setupCalmock: typeof setupCalmock
    readonly converse: typeof converse
    readonly http: typeof http
    readonly HttpResponse: typeof HttpResponse
  }
  var mock: BrowserCalmock
}

const contents = `
  import { http, HttpResponse } from 'msw'
  import { setupCalmock } from './src/browser.ts'
  import { converse } from './test/transports/conversation.ts'
  globalThis.brought = { setupCalmock, converse, http, HttpResponse }`

/** Returns the page, its script and msw's worker. */
async function readFiles(): Promise<Readonly<Record<string, string>>> {
  const stdin = { contents, resolveDir: root }
  const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false })
  return {
    'index.html': '<!doctype html><title>page</title><script type=module src=/page.js></script>',
    'page.js': outputFiles[0]?.text ?? '',
    'mockServiceWorker.js': await readFile(
      `${root}node_modules/msw/lib/mockServiceWorker.js`,
      'utf8',
    ),
  }
}

const browser = useBrowser()
let server: FileServer
let page: Page

beforeAll(async () => {
  const files = await readFiles()
  server = await serveFiles(async (name) => files[name])
})
afterEach(() => page?.context().close())
afterAll(() => server?.close())

/** Opens a page with a mock that has not started; `prepare` runs before the script of the page. */
async function open(context: BrowserContextOptions = {}, prepare?: () => void): Promise<void> {
  page = await (await browser().newContext(context)).newPage()
  if (prepare) await page.addInitScript(prepare)
  await page.goto(server.url)
  await page.waitForFunction(() => 'brought' in globalThis)
  await page.evaluate((options) => {
    globalThis.mock = brought.setupCalmock(options)
  }, options)
}

const start = () => page.evaluate(() => mock.start())

/** Returns the status and the body of a response in the page. */
const get = (path: string) =>
  page.evaluate(async (path) => {
    const response = await fetch(path)
    return [response.status, await response.text()] as const
  }, path)

const converseInPage = () =>
  page.evaluate(() => brought.converse((url, init) => fetch(url, init), location.origin))

interface Environment {
  readonly by: 'worker' | 'fetch'
  readonly when: string
  readonly context?: BrowserContextOptions
  readonly prepare?: () => void
}

/** Environments without a service worker. */
const withoutWorker: readonly Environment[] = [
  { by: 'fetch', when: 'the browser blocks workers', context: { serviceWorkers: 'block' } },
  {
    by: 'fetch',
    when: 'the origin is not secure',
    prepare: () => void Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'),
  },
]
const ways: readonly Environment[] = [
  { by: 'worker', when: 'workers are available' },
  ...withoutWorker,
]

describe('the conversation in a page', () => {
  test('the conversation through the service worker is the same', async () => {
    await open()
    expect(await start()).toBe('worker')
    const expected = await converse(createCalmock(options).fetch, 'https://api.example')
    expect(differences(await converseInPage(), expected)).toEqual([])
  })

  test.each(withoutWorker)(
    'the conversation without a service worker is the same when $when, including pictures',
    async (row) => {
      await open(row.context, row.prepare)
      expect(await start()).toBe('fetch')
      const { fetch } = createCalmock(options)
      const expected = await converse((url, init) => {
        const headers = new Headers(init?.headers)
        headers.set('x-calmock-pictures', 'data')
        return fetch(url, { ...init, headers })
      }, 'https://api.example')
      expect(differences(await converseInPage(), expected)).toEqual([])
      const [, list] = await get(EVENTS)
      expect(JSON.parse(list).events[0].image.url).toMatch(/^data:image\/svg/)
    },
  )

  test('the conversation over a socket with another origin is the same', async () => {
    const listening = await listen(createCalmock(options))
    await open()
    const transcript = await page.evaluate(
      (url) => brought.converse((address, init) => fetch(address, init), url),
      listening.url,
    )
    await listening.close()
    const expected = await converse(createCalmock(options).fetch, 'https://api.example')
    expect(differences(transcript, expected)).toEqual([])
  })
})

describe.each(ways)('a page with its mock behind $by when $when', ({ context, prepare }) => {
  // on a loaded machine, a start with msw 2.10 has once not resolved within 20 seconds
  test('the mock responds between start and stop, also after a second start', {
    retry: 1,
  }, async () => {
    await open(context, prepare)
    const answers: number[] = []
    for (const act of ['none', 'start', 'stop', 'start', 'stop'] as const) {
      if (act === 'start') await start()
      if (act === 'stop') await page.evaluate(() => mock.stop())
      const [status] = await get(EVENTS)
      answers.push(status)
    }
    expect(answers).toEqual([404, 200, 404, 200, 404])
  })

  test('starts and stops that nobody waits for end as the last call says, as by StrictMode', {
    retry: 1,
  }, async () => {
    await open(context, prepare)
    const readStatus = async () => (await get(EVENTS))[0]
    await page.evaluate(async () => {
      const started = mock.start()
      mock.stop()
      await started
    })
    expect(await readStatus()).toBe(404)
    await page.evaluate(() => {
      void mock.start()
      mock.stop()
      return mock.start()
    })
    expect(await readStatus()).toBe(200)
    await page.evaluate(() => mock.stop())
    expect(await readStatus()).toBe(404)
    expect(await page.evaluate(() => mock.requests.length)).toBe(1)
  })

  test('requests to other addresses reach the network', async () => {
    await open(context, prepare)
    await start()
    expect(await get('/elsewhere')).toEqual([404, 'nothing here'])
    expect((await get('/mockServiceWorker.js'))[0]).toBe(200)
  })

  test('handlers of the page take precedence until resetHandlers()', async () => {
    await open(context, prepare)
    await start()
    await page.evaluate(() => {
      const { http, HttpResponse } = brought
      mock.worker.use(
        http.get('*/venues', () => HttpResponse.json({ mine: true }, { status: 503 })),
        http.get('*/events', () => HttpResponse.error(), { once: true }),
      )
    })
    expect(await get('/de/cal/events/v1/venues')).toEqual([503, '{"mine":true}'])
    await expect(get(EVENTS)).rejects.toThrow('Failed to fetch')
    expect((await get(EVENTS))[0]).toBe(200)
    await page.evaluate(() => mock.worker.resetHandlers())
    expect((await get('/de/cal/events/v1/venues'))[0]).toBe(200)
  })

  test('each world has a separate state and a separate reset', async () => {
    await open(context, prepare)
    await start()
    const statuses = await page.evaluate(async () => {
      const venues = '/de/cal/events/v1/venues'
      const body = new URLSearchParams({ venue: 'Neu' })
      const seen = [(await fetch(`/~eins${venues}`, { method: 'POST', body })).status]
      const readStatuses = async () => {
        for (const world of ['/~eins', '/~zwei', ''])
          seen.push((await fetch(`${world}${venues}/by-slug/neu`)).status)
      }
      await readStatuses()
      mock.reset()
      await readStatuses()
      mock.world('eins').reset()
      await readStatuses()
      return seen
    })
    expect(statuses).toEqual([201, 200, 404, 404, 200, 404, 404, 404, 404, 404])
  })

  test('the page shows the pictures of records', async () => {
    await open(context, prepare)
    await start()
    const size = await page.evaluate(async (path) => {
      const { events } = await (await fetch(path)).json()
      const image = new Image()
      image.src = events[0].image.url
      await image.decode()
      return [image.naturalWidth, image.naturalHeight]
    }, EVENTS)
    expect(size).toEqual([1200, 900])
  })

  test('repeated calls of start() start the mock once', async () => {
    await open(context, prepare)
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await page.evaluate(() => Promise.all([mock.start(), mock.start()]))
    await start()
    expect((await get(EVENTS))[0]).toBe(200)
    await page.evaluate(() => mock.stop())
    await page.evaluate(() => mock.stop())
    expect((await get(EVENTS))[0]).toBe(404)
    // before 2.12, msw logs that stopping is redundant after a failed registration
    const warnings = said.filter((text) => text.startsWith('[MSW]') && !text.includes('redundant'))
    expect(warnings).toEqual([])
  })

  test('the page can abort a request', async () => {
    await open(context, prepare)
    await start()
    const name = await page.evaluate((path) => {
      const controller = new AbortController()
      const response = fetch(path, { signal: controller.signal })
      controller.abort()
      return response.then(
        () => 'answered',
        (error: Error) => error.name,
      )
    }, EVENTS)
    expect(name).toBe('AbortError')
  })
})

test.each(['/missing.js', '/', '/deep/mockServiceWorker.js'])(
  'a page without a usable worker at %s intercepts fetch',
  async (workerUrl) => {
    await open()
    expect(await page.evaluate((workerUrl) => mock.start({ workerUrl }), workerUrl)).toBe('fetch')
    expect((await get(EVENTS))[0]).toBe(200)
    await page.evaluate(() => mock.stop())
    expect((await get(EVENTS))[0]).toBe(404)
  },
)

describe('the console of the page', () => {
  /** Starts the mock, and returns what it wrote. */
  async function startAndRead(startOptions: StartOptions, context?: BrowserContextOptions) {
    await open(context)
    const lines: (readonly [type: string, text: string])[] = []
    page.on('console', (message) => {
      if (message.text().startsWith('[calmock]')) lines.push([message.type(), message.text()])
    })
    await page.evaluate((options) => mock.start(options), startOptions)
    await page.evaluate(() => mock.start()) // says nothing again
    return lines
  }

  const intercepting =
    '[calmock] intercepting */en/cal/events/v1, */hi/cal/events/v1, */de/cal/events/v1, ' +
    '*/zh-hans/cal/events/v1; ' +
    '24 events; clock 2030-01-07T12:00:00.000Z'

  test('the console says once what is intercepted', async () => {
    expect(await startAndRead({})).toEqual([['info', intercepting]])
  })

  test('the console names the command for a missing worker', async () => {
    const [first, second] = await startAndRead({ workerUrl: '/missing.js' })
    expect(first).toEqual(['info', intercepting])
    expect(second?.[0]).toBe('warning')
    expect(second?.[1]).toContain('/missing.js did not start')
    expect(second?.[1]).toContain('run: npx msw init public')
    expect(second?.[1]).toContain('call start({ workerUrl })')
  })

  test('the console says that a worker in another folder cannot see the page', async () => {
    const [, second] = await startAndRead({ workerUrl: '/deep/mockServiceWorker.js' })
    expect(second?.[0]).toBe('info')
    expect(second?.[1]).toContain(
      "start({ workerUrl: new URL('mockServiceWorker.js', document.baseURI).href })",
    )
    expect(second?.[1]).toContain('/ is outside its folder')
    expect(second?.[1]).not.toContain('msw init')
  })

  test('the console is empty with the option quiet', async () => {
    expect(await startAndRead({ workerUrl: '/missing.js', quiet: true })).toEqual([])
  })
})

test('a mock of a page starts today', async () => {
  await open()
  const now = await page.evaluate(() => brought.setupCalmock().clock.now().toISOString())
  expect(now).toBe(`${new Date().toISOString().slice(0, 10)}T12:00:00.000Z`)
})
