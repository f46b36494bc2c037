import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSnippet, type snippetKinds } from '../../src/dashboard/requests/snippets.ts'
import { runPlaywright } from '../browser/run-playwright.ts'
import { type Ended, node, type Packed, pack, run } from '../packed.ts'
import { type Exchange, type RecordedExchange, recordExchanges } from './log-entries.ts'

const events = '/de/cal/events/v1/events'

/** A title with the characters that shells, strings and templates treat in a special way. */
const title = `O'Neill & "Söhne" \`\${HOME}\` \\n जुगलबंदी 日本 مرحبا 😀\nzweite Zeile`

const evening = { start_date: '2031-02-04 19:00:00', end_date: '2031-02-04 21:00:00' }

const requests: Readonly<Record<string, Exchange>> = {
  'a list with parameters': {
    path: `${events}?per_page=3&page=2&i18n_language=ar&_fields=events.id,events.title,total`,
  },
  'a search in Hindi': {
    path: `/hi/cal/events/v1/events?search=${encodeURIComponent("जैज़ 'की' रात")}`,
  },
  'a page that larger pages do not have': {
    path: `${events}?page=6&_fields=events.id`,
    status: 200,
  },
  'one event': { path: '/en/cal/events/v1/events/by-slug/blue-hour-a-night-of-jazz' },
  'a post of JSON': {
    path: '/en/cal/events/v1/events',
    init: {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ title, ...evening }),
    },
  },
  'a post of a form': {
    path: '/de/cal/events/v1/venues',
    init: {
      method: 'POST',
      body: new URLSearchParams({ venue: "Bobby's 100% Café", city: 'Köln' }),
    },
  },
  'an error 400': { path: `${events}?per_page=abc&start_date=neulich` },
  'an error 404': { path: '/de/cal/events/v1/nothing' },
  'a request without a site': { path: '/' },
  'another world at another time': {
    ...{ path: `${events}?per_page=2`, world: 'shop', now: '2031-03-01T23:59:00Z' },
  },
  'a fault 503': {
    ...{
      path: `${events}?page=3&i18n_language=ar`,
      faults: ['GET /events?page=3 503'],
      status: 503,
    },
  },
  'a delayed request': { path: `${events}?per_page=1`, faults: ['* delay:40'] },
  'a dropped connection': { path: events, faults: ['* drop'], status: 0 },
  'a connection that fails': { path: events, faults: ['* offline'], status: 0 },
  'a body that breaks off': { path: `${events}?per_page=2`, faults: ['* truncate'] },
  'malformed JSON': { path: `${events}?per_page=2`, faults: ['* malformed'] },
  'a page of maintenance': { path: events, faults: ['* maintenance'], status: 503 },
}

type SnippetKind = keyof typeof snippetKinds

let packed: Packed
let folder: string
let mock: Awaited<ReturnType<typeof recordExchanges>>

const modules = ['msw', 'vitest', 'tsx', '@playwright/test', 'playwright-core', 'typescript']

beforeAll(async () => {
  packed = await pack()
  folder = await packed.project(modules, {
    'package.json': JSON.stringify({ type: 'module' }),
    'playwright.config.ts': "export default { testMatch: '*.spec.ts' }",
  })
  mock = await recordExchanges(requests)
}, 120_000)

afterAll(async () => {
  await packed?.remove()
})

const names = Object.keys(requests)

function find(name: string): RecordedExchange {
  const found = mock.exchanges.find((exchange) => exchange.name === name)
  if (!found) throw new Error(`no exchange ${name}`)
  return found
}

/** Returns the name of a file for a snippet. */
const fileName = (name: string, ending: string): string => `${name.replaceAll(' ', '-')}.${ending}`

const create = (kind: SnippetKind, { input }: RecordedExchange): string =>
  createSnippet(kind, input)

/** Writes the snippets of all exchanges. Returns the names of the files. */
async function writeSnippets(kind: SnippetKind, ending: string): Promise<readonly string[]> {
  const files = mock.exchanges.map(
    (exchange) => [fileName(exchange.name, ending), create(kind, exchange)] as const,
  )
  for (const [file, text] of files) await writeFile(`${folder}/${file}`, text)
  return files.map(([file]) => file)
}

describe('with the running mock', () => {
  afterAll(() => mock.close())

  test.each(names)('the command of curl for %s gets the same response', async (name) => {
    const { input } = find(name)
    mock.reset()
    const command = `${createSnippet('curl', input)} --silent --include`
    const { code, stdout } = await run('sh', ['-c', command], folder)
    const [head = '', ...body] = stdout.split('\r\n\r\n')
    const { status, responseBody, fault } = input.entry
    const breaksOff = status === 0 || fault === 'truncate'
    expect(code === 0).toBe(!breaksOff)
    if (breaksOff) return
    expect(head).toContain(` ${status} `)
    expect(body.join('\r\n\r\n')).toBe(responseBody)
  })

  test.each(names)('the code for %s gets the same response', async (name) => {
    const exchange = find(name)
    mock.reset()
    const file = fileName(name, 'fetch.ts')
    await writeFile(`${folder}/${file}`, create('fetch', exchange))
    const { stdout, stderr } = await node(['--import', 'tsx', file], folder)
    const { status, responseBody, fault } = exchange.input.entry
    if (fault === 'truncate') expect(stderr).toContain('TypeError: terminated')
    else expect(stdout, stderr).toBe(status === 0 ? 'TypeError\n' : `${status} ${responseBody}\n`)
  })
})

/** Runs Vitest in the project. */
const runVitest = (files: readonly string[]): Promise<Ended> =>
  node(['node_modules/vitest/vitest.mjs', 'run', '--no-color', ...files], folder)

test('the tests for Vitest pass', async () => {
  const files = await writeSnippets('vitest', 'vitest.test.ts')
  const { code, stdout, stderr } = await runVitest(files)
  expect(code, stdout + stderr).toBe(0)
  expect(stdout).toContain(`${names.length} passed (${names.length})`)
}, 120_000)

test('the tests for Playwright pass', async () => {
  await writeSnippets('playwright', 'spec.ts')
  const { code, passed, failed, output } = await runPlaywright(`file://${folder}`)
  expect(failed, output).toEqual([])
  expect([code, passed.length]).toEqual([0, names.length])
}, 120_000)

test('the snippets have the right types', async () => {
  const kinds = [
    ['fetch', 'fetch.ts'],
    ['vitest', 'vitest.test.ts'],
    ['playwright', 'spec.ts'],
  ] as const
  const files = await Promise.all(kinds.map(([kind, ending]) => writeSnippets(kind, ending)))
  const options = [
    ...['--noEmit', '--strict', '--skipLibCheck', '--moduleDetection', 'force'],
    ...['--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2022'],
    ...['--lib', 'es2022,dom,dom.iterable'],
  ]
  const { code, stdout } = await node(
    ['node_modules/typescript/bin/tsc', ...options, ...files.flat()],
    folder,
  )
  expect(code, stdout).toBe(0)
}, 120_000)
