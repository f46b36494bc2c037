import { rm } from 'node:fs/promises'
import type { AddressInfo, Server } from 'node:net'
import { createServer } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import { createCalmock } from '../../src/index.ts'
import { interceptFetch } from '../../src/intercept/fetch/intercept-fetch.ts'
import { listen, setupCalmock } from '../../src/node.ts'
import { calmock } from '../../src/vite.ts'
import { converse, differences } from './conversation.ts'

const options = { events: 24, now: '2030-01-07T12:00:00Z' }

let expected = ''
beforeAll(async () => {
  expected = await converse(createCalmock(options).fetch, 'https://api.example')
})

const found = (pattern: RegExp): string[] =>
  [...new Set([...expected.matchAll(pattern)].map(([, what = '']) => what))].sort()

test('the conversation includes every method, five languages and errors', () => {
  const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']
  expect(found(/^([A-Z]+) \{base\}/gm)).toEqual(methods)
  expect(found(/^(\d{3})$/gm)).toEqual(['200', '201', '204', '400', '404', '410'])
  expect(found(/^content-language: (.*)$/gm)).toEqual(['ar', 'de', 'en', 'hi', 'zh-hans'])
  expect(expected).not.toContain('api.example')
})

test('the comparison of transcripts detects every difference', () => {
  const [, total] = /x-cal-total: (\d\d)$/m.exec(expected) ?? []
  const spoilt = expected.replace(`x-cal-total: ${total}`, 'x-cal-total: 7')
  expect(differences(spoilt, expected)).toEqual([
    expect.stringMatching(new RegExp(`^line \\d+: x-cal-total: 7, not x-cal-total: ${total}$`)),
  ])
  expect(differences(`${expected}\n`, expected)).toHaveLength(1)
})

test('the conversation in process below a base path is the same', async () => {
  const mock = createCalmock({ ...options, baseUrl: 'https://api.example/some/where' })
  const transcript = await converse(mock.fetch, 'https://api.example/some/where')
  expect(differences(transcript, expected)).toEqual([])
})

test('the conversation over node:http is the same', async () => {
  const { url, close } = await listen(createCalmock(options))
  const transcript = await converse(fetch, url)
  await close()
  expect(differences(transcript, expected)).toEqual([])
})

test('the conversation through msw in Node is the same', async () => {
  const mock = setupCalmock(options)
  await mock.start({ onUnhandledRequest: 'error' })
  const transcript = await converse(fetch, 'https://elsewhere.example')
  mock.stop()
  expect(differences(transcript, expected)).toEqual([])
})

test('the conversation through a patched fetch is the same', async () => {
  const restoreFetch = interceptFetch(createCalmock(options), { onUnhandledRequest: 'error' })
  const transcript = await converse(fetch, 'https://elsewhere.example')
  restoreFetch()
  expect(differences(transcript, expected)).toEqual([])
})

test.each([
  { path: '/api', base: '/', below: '/api' },
  { path: '/', base: '/', below: '' },
  { path: '/api', base: '/app/', below: '/app/api' },
])('the conversation with the Vite dev server below "$below" is the same', async (row) => {
  const { path, base, below } = row
  const cacheDir = new URL('../../node_modules/.cache/calmock-conversation', import.meta.url)
  const vite = await createServer({
    ...{ root: cacheDir.pathname, base, cacheDir: cacheDir.pathname, configFile: false },
    server: { port: 0, host: '127.0.0.1', ws: false, watch: null },
    plugins: [calmock({ ...options, path })],
  })
  const { httpServer } = await vite.listen()
  const { port } = (httpServer as Server).address() as AddressInfo // a listening server has an address
  await fetch(`http://127.0.0.1:${port}${below}/__calmock/reset`, { method: 'POST' })
  const transcript = await converse(fetch, `http://127.0.0.1:${port}${below}`)
  await vite.close()
  await rm(cacheDir, { recursive: true, force: true })
  expect(differences(transcript, expected)).toEqual([])
})
