import { mkdir, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo, Server } from 'node:net'
import {
  createLogger,
  createServer,
  type InlineConfig,
  type PreviewServer,
  preview,
  type ViteDevServer,
} from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
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
