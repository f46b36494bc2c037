import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { createSnippet, type snippetKinds } from '../../src/dashboard/requests/snippets.ts'
import { recordExchanges } from './log-entries.ts'

type Kind = keyof typeof snippetKinds
type Input = Parameters<typeof createSnippet>[1]

const PATH = '/de/cal/events/v1/venues'
const kinds = ['fetch', 'playwright', 'vitest'] as const

/** Texts with the characters that have a meaning in strings, templates and comments. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      ...["'", '"', '`', '$', '{', '}', '\\', '\n', '\r', '\t', '!', '*', '/', '#', '%', '&', ';'],
      ...['\u2028', '\u202e', '\u200d', '\ufeff', '\ud800', '\udc00'],
      ...['😀', 'ब', 'ا', ' ', '-', '@'],
    ),
  }),
)

let recorded: Input
beforeAll(async () => {
  const init = { method: 'POST', body: new URLSearchParams({ venue: 'A' }) }
  const mock = await recordExchanges({ 'a post': { path: PATH, init } })
  await mock.close()
  const [exchange] = mock.exchanges
  if (exchange) recorded = exchange.input
})

const AsyncFunction = (async () => {}).constructor as typeof Function

/** Runs a snippet as a strict script, with clients that keep their arguments. Returns the address, the options and the title of the test. */
async function runSnippet(kind: Kind, entry: Partial<Input['entry']>) {
  const input = { ...recorded, entry: { ...recorded.entry, ...entry } }
  const code = createSnippet(kind, input).replace(/^import .*$/gm, '')
  const sent: [url: string, init: Record<string, unknown>, title?: string][] = []
  const send = async (url: string, init = {}) => {
    sent.push([url, init])
    return { status: 200, text: () => '' }
  }
  const tests: (() => Promise<void>)[] = []
  const define = (title: string, run: (fixtures: object) => Promise<void>) =>
    tests.push(async () => {
      await run({ calmock: { url: '', clock: { set() {} } }, request: { fetch: send } }).catch(
        () => {},
      )
      sent[0]?.push(title)
    })
  const globals = {
    ...{ fetch: send, console: { log() {} }, expect: () => {} },
    useCalmock: () => ({ clock: { set() {} }, fetch: send }),
    test: Object.assign(define, { use() {} }),
  }
  const run = new AsyncFunction(...Object.keys(globals), `'use strict'\n${code}`)
  await run(...Object.values(globals))
  for (const test of tests) await test()
  const [[url = '', { headers, body, data }, title] = ['', {}]] = sent
  return { url, headers, body: body ?? data, title, code }
}

test.each(kinds)(
  'the code for %s sends the same address, headers and body, and is a script',
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        fc.oneof(
          text,
          fc.jsonValue({ stringUnit: 'binary' }).map((value) => JSON.stringify(value)),
        ),
        async (query, header, body) => {
          fc.pre(header !== '*' && header !== '*/*' && body !== '')
          const { href, pathname, search } = new URL(`${PATH}?a=${query}`, recorded.entry.url)
          const entry = {
            url: href,
            path: `/${query}`,
            requestHeaders: { 'x-a': header },
            requestBody: body,
          }
          const sent = await runSnippet(kind, entry)
          expect(sent.url.endsWith(pathname + search)).toBe(true)
          expect([sent.headers, sent.body]).toEqual([
            expect.objectContaining({ 'x-a': header }),
            body,
          ])
          if (kind !== 'fetch') expect(sent.title).toContain(`POST /${query}?a=`)
        },
      ),
      { numRuns: 200 },
    )
  },
)

test('an object with the key __proto__ has it as a property', async () => {
  const body = '{"__proto__":{"a":1},"constructor":2}'
  expect((await runSnippet('fetch', { requestBody: body })).body).toBe(body)
})

test('objects with long values have lines of at most 100 characters', async () => {
  const events = Array.from({ length: 20 }, (_, id) => ({ id, title: 'Jazz', tags: [] }))
  const { code } = await runSnippet('vitest', { requestBody: JSON.stringify({ events }) })
  const lines = code.split('\n')
  expect(lines.filter((line) => line.length > 100)).toEqual([])
  expect(lines).toContain("        { id: 0, title: 'Jazz', tags: [] },")
})
