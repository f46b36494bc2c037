import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo, Server } from 'node:net'
import { createServer } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import { type NamedFault, namedFaults } from '../../src/faults/fault-kind.ts'
import { createCalmock } from '../../src/index.ts'
import { interceptFetch } from '../../src/intercept/fetch/intercept-fetch.ts'
import { listen, setupCalmock } from '../../src/node.ts'
import { calmock } from '../../src/vite.ts'
import { differences } from './conversation.ts'
import { converseWithFaults } from './fault-conversation.ts'

const options = { events: 24, now: '2030-01-07T12:00:00Z' }

let expected = ''
beforeAll(async () => {
  expected = await converseWithFaults(createCalmock(options).fetch, 'https://api.example')
})

/** The part of a response that a client sees, by the part that it receives. */
const seen: Readonly<Record<NamedFault['receives'], RegExp>> = {
  response: /^\d{3}$/m,
  'slow response': /^200\n[\s\S]*\}$/m,
  broken: /the body ends in the middle$|[^}]$/,
  nothing: /^(no response|the client gives up)$/m,
}

test.each(Object.entries(namedFaults))(
  'a client of the conversation receives what %s says',
  (name, { receives }) => {
    const [, answer] = expected.split(`?per_page=5&_fields=tags.name\nfault: ${name}\n`)
    expect(answer?.split('\n\nGET ')[0]).toMatch(seen[receives])
  },
)

test('the conversation with faults has errors, delays and responses that break off', () => {
  const statuses = new Set([...expected.matchAll(/^(\d{3})$/gm)].map(([status]) => status))
  expect([...statuses].sort()).toEqual(['200', '204', '400', '404', '418', '429', '500', '503'])
  expect(expected).toMatch(/^no response$/m)
  expect(expected).toMatch(/^the body ends in the middle$/m)
  expect(expected).toMatch(/^the client gives up$/m)
  expect(expected.match(/^after \d+ ms$/gm)).toHaveLength(3)
  expect(expected).not.toContain('api.example')
})

test('the conversation with faults over node:http is the same', async () => {
  const { url, close } = await listen(createCalmock(options))
  const transcript = await converseWithFaults(fetch, url)
  await close()
  expect(differences(transcript, expected)).toEqual([])
})

const msw: { version: string } = createRequire(import.meta.url)('msw/package.json')

// with msw 3, fetch rejects for a truncated body, where msw 2 rejects when the body is read
test.skipIf(msw.version.startsWith('3'))(
  'the conversation with faults through msw 2 in Node is the same',
  async () => {
    const mock = setupCalmock(options)
    await mock.start({ onUnhandledRequest: 'error' })
    const transcript = await converseWithFaults(fetch, 'https://elsewhere.example')
    mock.stop()
    expect(differences(transcript, expected)).toEqual([])
  },
)

test('the conversation with faults through a patched fetch is the same', async () => {
  const restoreFetch = interceptFetch(createCalmock(options), { onUnhandledRequest: 'error' })
  const transcript = await converseWithFaults(fetch, 'https://elsewhere.example')
  restoreFetch()
  expect(differences(transcript, expected)).toEqual([])
})

test('the conversation with faults with the Vite dev server is the same', async () => {
  const root = new URL('../../node_modules/.cache/calmock-faults', import.meta.url).pathname
  const vite = await createServer({
    ...{ root, cacheDir: root, configFile: false },
    server: { port: 0, host: '127.0.0.1', ws: false, watch: null },
    plugins: [calmock({ ...options, path: '/api' })],
  })
  const { httpServer } = await vite.listen()
  const { port } = (httpServer as Server).address() as AddressInfo // a listening server has an address
  const transcript = await converseWithFaults(fetch, `http://127.0.0.1:${port}/api`)
  await vite.close()
  await rm(root, { recursive: true, force: true })
  expect(differences(transcript, expected)).toEqual([])
})
