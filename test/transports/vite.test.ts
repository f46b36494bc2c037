import { mkdir, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo, Server } from 'node:net'
import { HttpResponse, http, passthrough } from 'msw'
import {
  createLogger,
  createServer,
  type InlineConfig,
  type PreviewServer,
  preview,
  type ViteDevServer,
} from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { calmock, type ViteOptions } from '../../src/vite.ts'

const project = new URL('../..', import.meta.url).pathname
const cache = `${project}node_modules/.cache/calmock-vite-door`
const DE = '/de/cal/events/v1'

let dev: ViteDevServer | undefined
let made = 0

/** Creates a folder with a one-page app for each server. */
async function newRoot(): Promise<string> {
  const root = `${cache}/${++made}`
  await mkdir(`${root}/api`, { recursive: true })
  await writeFile(`${root}/index.html`, '<title>the app</title>')
  await writeFile(`${root}/other.txt`, 'of the app')
  return root
}

const inline = (root: string, more: InlineConfig): InlineConfig => ({
  root,
  configFile: false,
  cacheDir: `${root}/.vite`,
  logLevel: 'silent',
  ...more,
  server: { port: 0, host: '127.0.0.1', ws: false, watch: null, ...more.server },
})

/** Starts a dev server with the plugin and returns its origin. */
async function serve(options: ViteOptions = {}, more: InlineConfig = {}): Promise<string> {
  const plugins = [calmock({ events: 5, ...options })]
  dev = await (await createServer(inline(await newRoot(), { plugins, ...more }))).listen()
  return originOf(dev)
}

function originOf({ httpServer }: ViteDevServer | PreviewServer): string {
  const { port } = (httpServer as Server).address() as AddressInfo // a listening server has an address
  return `http://127.0.0.1:${port}`
}

async function restart(): Promise<string> {
  await dev?.restart()
  return dev ? originOf(dev) : ''
}

afterEach(async () => {
  await dev?.close()
  dev = undefined
})
afterAll(() => rm(cache, { recursive: true, force: true }))

/** Returns a response, and whether the app or the mock sent it. */
async function fetchFrom(url: string, init: RequestInit = {}) {
  const response = await fetch(url, { ...init, headers: { accept: '*/*', ...init.headers } })
  const text = await response.text()
  const isApp = text.includes('the app')
  return { status: response.status, by: isApp ? 'app' : 'mock', text, headers: response.headers }
}

const asPage = { headers: { accept: 'text/html,*/*' } }

const makeVenue = (api: string, name: string) =>
  fetch(`${api}${DE}/venues`, { method: 'POST', body: new URLSearchParams({ venue: name }) })

const venueStatus = async (api: string, slug: string): Promise<number> =>
  (await fetch(`${api}${DE}/venues/by-slug/${slug}`)).status

describe('the paths of the mock', () => {
  test('the mock responds below /api, and the app everywhere else', async () => {
    const origin = await serve()
    const answers = await Promise.all(
      [`/api${DE}/events`, '/api/typo', '/api', '/apis', '/', DE].map((path) =>
        fetchFrom(origin + path, asPage),
      ),
    )
    expect(answers.map(({ status, by }) => `${status} ${by}`)).toEqual([
      ...['200 mock', '404 mock', '200 mock'],
      ...['200 app', '200 app', '200 app'],
    ])
  })

  test('the mock responds at the root next to the app', async () => {
    const origin = await serve({ path: '/' })
    const answers = await Promise.all(
      [`${DE}/events`, `/~a${DE}/events`, '/__calmock/health', '/', '/de', '/other.txt'].map(
        (path) => fetchFrom(origin + path, asPage),
      ),
    )
    expect(answers.map(({ status, by }) => `${status} ${by}`)).toEqual([
      ...['200 mock', '200 mock', '200 mock'],
      ...['200 app', '200 app', '200 app'],
    ])
  })

  test.each(['/app/', '/app', './', 'https://cdn.example/app/'])(
    'the mock responds at the root and below the base %s, and links have the requested path',
    async (base) => {
      const origin = await serve({}, { base })
      const prefixes = base === './' ? [''] : ['', '/app']
      for (const prefix of prefixes) {
        const api = `${origin}${prefix}/api`
        const { text } = await fetchFrom(`${api}/~a${DE}/events?per_page=1`)
        const { events, next_rest_url } = JSON.parse(text)
        expect(events[0].rest_url).toBe(`${api}/~a${DE}/events/${events[0].id}`)
        expect((await fetchFrom(events[0].image.url)).text).toMatch(/^<svg/)
        expect((await fetchFrom(next_rest_url)).status).toBe(200)
      }
      expect((await fetchFrom(`${origin}${base === './' ? '' : '/app'}/`, asPage)).by).toBe('app')
    },
  )

  test('the mock responds on a preview server', async () => {
    const root = await newRoot()
    const served = await preview(
      inline(root, {
        base: '/app/',
        build: { outDir: root },
        plugins: [calmock({ path: '/mock' })],
        preview: { port: 0, host: '127.0.0.1' },
      }),
    )
    const origin = originOf(served)
    expect((await fetchFrom(`${origin}/mock${DE}/events`)).status).toBe(200)
    expect((await fetchFrom(`${origin}/app/mock${DE}/events`)).status).toBe(200)
    expect((await fetchFrom(`${origin}/app/`, asPage)).by).toBe('app')
    await served.close()
  })
})

test('the mock answers OPTIONS, also for cross-origin pages', async () => {
  const origin = await serve()
  const { status, headers } = await fetchFrom(`${origin}/api${DE}/events`, {
    method: 'OPTIONS',
    headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' },
  })
  expect([status, headers.get('access-control-allow-origin'), headers.get('allow')]).toEqual([
    200,
    'http://localhost:5173',
    expect.stringContaining('POST'),
  ])
  expect((await fetchFrom(`${origin}/`, { method: 'OPTIONS' })).status).toBe(204)
})

test.each(['/api//', '/api/%', '/api/../x', '//', '/api?/x', '/api/%E0%A4%A'])(
  'the malformed address %s does not crash the server',
  async (path) => {
    const origin = await serve()
    expect((await fetchFrom(origin + path)).status).not.toBe(500)
  },
)

test('an invalid path throws immediately, and an invalid option throws at the start of the server', async () => {
  expect(() => calmock({ path: 'api' })).toThrow('[calmock] invalid baseUrl "api"')
  expect(() => calmock({ baseUrl: 'api' })).toThrow('[calmock] invalid baseUrl "api"')
  await expect(serve({ scenario: 'cty' })).rejects.toThrow('[calmock] invalid scenario "cty"')
})

describe('the state of the mock', () => {
  test('each root and each path has a separate state', async () => {
    const first = await serve({ path: '/one' }, { plugins: [calmock({ path: '/one' }), calmock()] })
    await makeVenue(`${first}/one`, 'Eins')
    expect(await venueStatus(`${first}/one`, 'eins')).toBe(200)
    expect(await venueStatus(`${first}/api`, 'eins')).toBe(404)
    await dev?.close()
    expect(await venueStatus(`${await serve({ path: '/one' })}/one`, 'eins')).toBe(404)
  })

  /** Starts a server with a configuration file that imports the plugin from its sources. */
  async function serveFile(text: string) {
    const root = await newRoot()
    const file = `${root}/vite.config.ts`
    const write = (options: string) =>
      writeFile(
        file,
        `import { calmock } from '${project}src/vite.ts'
        globalThis.calmockEvaluated = (globalThis.calmockEvaluated ?? 0) + 1
        export default { plugins: [calmock(${options})] }`,
      )
    await write(text)
    dev = await (await createServer(inline(root, { configFile: file }))).listen()
    return { origin: originOf(dev), write }
  }

  const countEvaluations = (): unknown => Reflect.get(globalThis, 'calmockEvaluated')

  beforeAll(() => Reflect.deleteProperty(globalThis, 'calmockEvaluated'))

  test('records, worlds and clock survive a restart that evaluates the plugin again', async () => {
    const { origin } = await serveFile('{ events: 5 }')
    await makeVenue(`${origin}/api`, 'Bleibt')
    await makeVenue(`${origin}/api/~eins`, 'Eins')
    const clock = { method: 'PUT', body: '{"now":"2031-01-01"}' }
    expect((await fetch(`${origin}/api/__calmock/clock`, clock)).status).toBe(200)
    const before = countEvaluations()
    const next = await restart()
    expect(countEvaluations()).not.toBe(before)
    const found = ['', '/~eins', '/~zwei'].flatMap((world) =>
      ['bleibt', 'eins'].map((slug) => venueStatus(`${next}/api${world}`, slug)),
    )
    expect(await Promise.all(found)).toEqual([200, 404, 404, 200, 404, 404])
    expect((await fetchFrom(`${next}/api/__calmock/clock`)).text).toContain('2031-01-01')
  })

  test('other options reset the state', async () => {
    const { origin, write } = await serveFile('{ events: 5 }')
    await makeVenue(`${origin}/api`, 'Weg')
    await write('{ events: 6 }')
    expect(await venueStatus(`${await restart()}/api`, 'weg')).toBe(404)
  })

  test('the state survives a change of the user’s scenario, which takes effect', async () => {
    const scenario = (title: string) => `{ events: 5, scenario: { name: 'own', about: '.',
      change: (drafts) => ({ ...drafts, event: drafts.event.map((event) => ({ ...event, title: '${title}' })) }) } }`
    const { origin, write } = await serveFile(scenario('Alt'))
    await makeVenue(`${origin}/api`, 'Bleibt')
    await makeVenue(`${origin}/api/~eins`, 'Eins')
    expect((await fetchFrom(`${origin}/api${DE}/events`)).text).toContain('"title":"Alt"')
    await write(scenario('Jung'))
    const next = await restart()
    expect((await fetchFrom(`${next}/api${DE}/events`)).text).toContain('"title":"Jung"')
    expect(await venueStatus(`${next}/api`, 'bleibt')).toBe(200)
    expect(await venueStatus(`${next}/api/~eins`, 'eins')).toBe(200)
  })
})

test('the server prints the addresses of each site and of the dashboard', async () => {
  const lines: string[] = []
  const customLogger = createLogger('info')
  customLogger.info = (line) => void lines.push(line)
  const origin = await serve({ sites: ['en', 'de'] }, { customLogger })
  dev?.printUrls()
  const urls = ['en', 'de'].map((site) => `${origin}/api/${site}/cal/events/v1`)
  const dashboard = `${origin}/api/__calmock/`
  expect(lines.filter((line) => line.includes('calmock'))).toEqual([
    ...urls.map((url) => `  ➜  calmock: ${url}`),
    `  ➜  calmock dashboard: ${dashboard}`,
  ])
  for (const url of urls) expect((await fetch(url)).status).toBe(200)
  expect((await fetch(dashboard)).status).toBe(200)
})

describe('the terminal', () => {
  /** Starts a server that keeps its warnings. */
  async function serveWarnings(options?: ViteOptions) {
    const warnings: string[] = []
    const customLogger = createLogger('warn')
    customLogger.warn = (line) => void warnings.push(line)
    const origin = await serve({ sites: ['de'], ...options }, { customLogger })
    return { warnings, api: `${origin}/api${DE}` }
  }

  test('shows each warning about a request once, and no information', async () => {
    const { warnings, api } = await serveWarnings()
    for (const query of ['serch=x', 'serch=x', 'per_page=5', 'page=1&end_date=2030-01-01'])
      await fetchFrom(`${api}/events?${query}`)
    await fetchFrom(`${api}/venues?serch=x`, { headers: { 'x-calmock-log': 'none' } })
    const start = `[calmock] GET /api${DE}/events: `
    expect(warnings.filter((line) => line.includes('serch'))).toEqual([
      `${start}GET /events ignores "serch"; did you mean "search"?`,
    ])
    expect(warnings.every((line) => line.startsWith(start))).toBe(true)
  })

  test('contains no characters that control it, and nothing with the option log: false', async () => {
    const { warnings, api } = await serveWarnings()
    await fetchFrom(`${api}/events?a%1B%5B2J%C2%9B%E2%80%AEb=1`)
    expect(warnings.join()).toMatch(/ignores "a[\x20-\x7e]+b"/)
    await dev?.close()
    const silent = await serveWarnings({ log: false })
    await fetchFrom(`${silent.api}/events?serch=x`)
    expect(silent.warnings).toEqual([])
  })
})

describe('own handlers of MSW', () => {
  const handlers = [
    http.get('*/events/102', () => HttpResponse.json('mine')),
    http.get('*/weather', () => HttpResponse.json('sunny')),
    http.get('*/venues', () => passthrough()),
  ]

  test('take precedence over the mock, below its path, and others get the answer of the mock', async () => {
    const origin = await serve({ handlers })
    const texts = await Promise.all(
      [`${DE}/events/102`, '/weather'].map((path) => fetchFrom(`${origin}/api${path}`)),
    )
    expect(texts.map(({ text }) => text)).toEqual(['"mine"', '"sunny"'])
    for (const path of ['events', 'venues'])
      expect((await fetchFrom(`${origin}/api${DE}/${path}`)).text).toContain('"total"')
    expect((await fetchFrom(`${origin}/weather`, asPage)).by).toBe('app')
  })

  test('answer all below the REST root of a mock at the root of the server, where other paths get 404', async () => {
    const media = http.post('*/wp/v2/media', () => HttpResponse.json({ id: 5252 }, { status: 201 }))
    const preset = { preset: 'the-events-calendar', sites: ['en'] } as const
    const origin = await serve({ path: '/', ...preset, handlers: [media] })
    const post = { method: 'POST', body: 'picture' }
    expect((await fetchFrom(`${origin}/wp-json/wp/v2/media`, post)).text).toBe('{"id":5252}')
    const { status, text } = await fetchFrom(`${origin}/wp-json/wp/v2/posts`, asPage)
    expect([status, JSON.parse(text).code]).toEqual([404, 'rest_no_route'])
    expect((await fetchFrom(`${origin}/about`, asPage)).by).toBe('app')
  })

  test('are loaded from a file; a file without any says so in the response', async () => {
    const root = await newRoot()
    const text = `import { http, HttpResponse } from 'msw'
      export default [http.get('*/weather', () => HttpResponse.json('rainy'))]`
    await writeFile(`${root}/mine.mjs`, text)
    await writeFile(`${root}/none.mjs`, 'export const a = 1')
    const origin = await serve({ handlers: `${root}/mine.mjs` })
    expect((await fetchFrom(`${origin}/api/weather`)).text).toBe('"rainy"')
    await dev?.close()
    const wrong = await serve({ handlers: `${root}/none.mjs` })
    const { status, text: message } = await fetchFrom(`${wrong}/api/weather`)
    expect([status, message]).toEqual([500, expect.stringContaining('does not export a handler')])
  })
})

describe('a change in the dashboard', () => {
  /** Starts a server, and returns a function that sends a request and returns what the pages of the app are told. */
  async function serveChanges(options?: ViteOptions) {
    const origin = await serve(options)
    const send = vi.spyOn((dev as ViteDevServer).ws, 'send').mockReturnValue()
    /** The dashboard's own headers, and the header that a browser adds. */
    const headers = { 'x-calmock-log': 'none', origin }
    return async (method: string, path: string, body = '', others: object = headers) => {
      send.mockClear()
      const url = `${origin}/api${path}`
      const response = await fetch(url, { method, ...(body && { body }), headers: { ...others } })
      expect(response.status).toBeLessThan(500)
      return send.mock.calls.flatMap((sent) => Object(sent[0]).type)
    }
  }

  test('tells the pages of the app, and reloads them', async () => {
    const change = await serveChanges()
    const told = ['custom', 'full-reload']
    expect(await change('PUT', '/__calmock/scenario', '{"scenario":"empty"}')).toEqual(told)
    expect(await change('PUT', '/~blue/__calmock/clock', '{"advance":"P1D"}')).toEqual(told)
    expect(await change('POST', `${DE}/tags?name=A`)).toEqual(told)
    expect(await change('PUT', '/__calmock/checkpoints/a')).toEqual([])
    expect(await change('POST', '/__calmock/checkpoints/a')).toEqual(told)
    expect(await change('POST', '/__calmock/undo')).toEqual(told)
    const quiet = ['PUT /__calmock/scenario', 'DELETE /__calmock/requests', 'GET /__calmock/clock']
    for (const line of quiet) {
      const [method = '', path = ''] = line.split(' ')
      expect(await change(method, path), line).toEqual([])
    }
    const byTest = { 'x-calmock-log': 'none' }
    expect(await change('PUT', '/__calmock/delay', '{"delay":1}', byTest)).toEqual([])
    const byApp = { origin: 'http://localhost' }
    expect(await change('POST', `${DE}/tags?name=B`, '', byApp)).toEqual([])
  })

  test('only tells them with the option reload: false', async () => {
    const change = await serveChanges({ reload: false })
    expect(await change('PUT', '/__calmock/faults', '{"faults":["* 503"]}')).toEqual(['custom'])
  })
})
