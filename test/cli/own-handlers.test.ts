import { mkdirSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { useFolder } from '../folder.ts'
import { errorOf, serving } from './program.ts'

const cache = new URL('../../node_modules/.cache', import.meta.url).pathname // msw is resolved from here
mkdirSync(cache, { recursive: true })
const file = useFolder(cache)

const source = `
import { http, HttpResponse, passthrough } from 'msw'
export const list = [
  http.get('*/de/cal/events/v1/events/104', () =>
    HttpResponse.json({ mine: true }, { headers: [['set-cookie', 'a=1'], ['set-cookie', 'b=2']] })),
  http.post('*/login', async ({ request }) => HttpResponse.json(await request.json(), { status: 201 })),
]
export const one = http.get('*/bytes', () =>
  HttpResponse.arrayBuffer(new Uint8Array([0, 255]).buffer as ArrayBuffer))
export const others = [
  http.get('*/broken', () => { throw new Error('a slip') }),
  http.get('*/down', () => HttpResponse.error()),
  http.get('*/de/cal/events/v1/venues', () => passthrough()),
]
`

beforeEach(async () => {
  await writeFile(file('mine.ts'), source)
  await writeFile(file('nothing.mjs'), 'export const answer = 42\n')
})

const serveHandlers = (...argv: readonly string[]) =>
  serving(['--handlers', file('mine.ts'), '--log-format', 'off', '--events', '20', ...argv])

describe('handlers of the user', () => {
  test('handlers take precedence, and the mock answers all other requests', async () => {
    const { url } = await serveHandlers()
    const get = (path: string) => fetch(`${url}/de/cal/events/v1/${path}`)
    const [own, passed, other] = [await get('events/104'), await get('venues'), await get('tags')]
    expect(await own.json()).toEqual({ mine: true })
    expect(own.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(own.headers.get('access-control-allow-headers')).toContain('Authorization')
    expect([passed.status, (await passed.json()).venues.length]).toEqual([200, 9])
    expect(other.status).toBe(200)
    const bytes = await fetch(`${url}/bytes`)
    expect([...new Uint8Array(await bytes.arrayBuffer())]).toEqual([0, 255])
  })

  test('handlers receive the request body, and their routes have a preflight', async () => {
    const { url } = await serveHandlers()
    const made = await fetch(`${url}/login`, { method: 'POST', body: '{"user":"ü"}' })
    expect([made.status, await made.json()]).toEqual([201, { user: 'ü' }])
    const preflight = await fetch(`${url}/login`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'http://localhost:5173',
    ])
  })

  test('a handler that throws returns its error with 500, and the server continues', async () => {
    const { url } = await serveHandlers()
    const broken = await fetch(`${url}/broken`)
    expect([broken.status, (await broken.json()).message]).toEqual([500, 'Error: a slip'])
    await expect(fetch(`${url}/down`)).rejects.toThrow('fetch failed')
    expect((await fetch(`${url}/de/cal/events/v1/events/by-slug/%`)).status).toBe(400)
  })

  test('handlers reload with --watch, and the last valid version stays active', async () => {
    await cp(file('mine.ts'), file('watched.ts'))
    const flags = ['--watch', '--log-format', 'off', '--empty']
    const { url, stderr } = await serving(['--handlers', file('watched.ts'), ...flags])
    const mine = async () => (await (await fetch(`${url}/de/cal/events/v1/events/104`)).json()).mine
    expect(await mine()).toBe(true)
    await writeFile(file('watched.ts'), source.replace('mine: true', 'mine: 2'))
    await stderr.shows(/watched\.ts reloaded\n/)
    expect(await mine()).toBe(2)
    await writeFile(file('watched.ts'), 'export const x = (')
    await stderr.shows(/watched\.ts not reloaded: .*watched\.ts:1:\d+: Unexpected end of file/)
    expect(await mine()).toBe(2)
  })

  test.each([
    ['missing.ts', /handler file .*missing\.ts does not exist$/],
    ['nothing.mjs', /nothing\.mjs does not export a handler; create one with http\.get/],
  ])('calmock serve rejects the handlers in %s', async (name, says) => {
    expect(await errorOf(['--handlers', file(name), '--port', '0'])).toMatch(says)
  })
})
