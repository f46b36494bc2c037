import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findDifferences } from '../request-log/har-differences.ts'
import { addressOf, ended, serving, spawned, start } from './program.ts'
import { big, binary, startUpstream } from './upstream.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calmock-record-'))
  file = join(folder, 'traffic.har')
})
afterEach(() => rm(folder, { recursive: true }))

const options = ['--events', '10', '--sites', 'en', '--root', '/wp-json']

/** Returns what a client can see of the response to a request. */
async function look(url: string, init?: RequestInit) {
  const response = await fetch(url, { redirect: 'manual', ...init })
  const body = Buffer.from(await response.arrayBuffer())
  const names = ['content-type', 'x-wp-total', 'x-method', 'x-hash', 'etag', 'location']
  const headers = Object.fromEntries(names.map((name) => [name, response.headers.get(name)]))
  return { status: response.status, headers, body: body.toString('base64') }
}

const conversation: readonly (readonly [path: string, init?: RequestInit])[] = [
  ['/wp-json/wp/v2/posts?per_page=2&search=a%20b'],
  ['/wp-json/wp/v2/posts'],
  ['/image.png'],
  ['/image.png', { method: 'HEAD' }],
  ['/gzip'],
  ['/brotli'],
  ['/tagged'],
  ['/empty'],
  ['/chunks'],
  ['/big'],
  ['/moved'],
  ['/missing'],
  ['/echo', { method: 'POST', body: 'one', headers: { 'Content-Type': 'text/plain' } }],
  ['/echo', { method: 'POST', body: 'two', headers: { 'Content-Type': 'text/plain' } }],
  ['/echo', { method: 'PUT', body: new Uint8Array(binary) }],
]

const withoutHost = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, ''))

async function record(...requests: typeof conversation) {
  const upstream = await startUpstream()
  const program = start(['--port', '0', '--proxy', upstream.origin, '--record', file, ...options])
  const url = await addressOf(program)
  const seen: unknown[] = []
  for (const [path, init] of requests) seen.push(await look(url + path, init))
  program.stop()
  expect(await program.exit).toBe(0)
  await upstream.stop()
  return { seen, upstream, stderr: program.stderr.text }
}

const readEntries = () => JSON.parse(readFileSync(file, 'utf8')).log.entries

describe('calmock serve --record', () => {
  test.each(['--proxy', '--handlers'])(
    '%s replays the same bytes without the server',
    async (flag) => {
      const { seen } = await record(...conversation)
      const { url } = await serving([flag, file, ...options])
      const replayed: unknown[] = []
      for (const [path, init] of conversation) replayed.push(await look(url + path, init))
      expect(withoutHost(replayed)).toEqual(withoutHost(seen))
      expect((await look(`${url}/wp-json/cal/events/v1/events`)).status).toBe(200)
    },
  )

  test('a small body that is too large when decoded passes, and is not recorded', async () => {
    const { seen, stderr } = await record(['/bomb'], ['/gzip'])
    expect(seen[0]).toMatchObject({ status: 200 })
    expect(stderr).toContain('/bomb is not recorded: Cannot create a Buffer larger than')
    expect(readEntries()).toHaveLength(1)
  })

  test.each(['--proxy', '--handlers'])('%s replays headers that HTTP cannot send', async (flag) => {
    const headers = [
      { name: 'X-Lines', value: 'one\ntwo\r\nInjected: 1' },
      { name: 'X-Letters', value: '☃ \u0001é' },
      { name: 'not a name', value: 'x' },
      { name: 'Trailer', value: 'X-Sum' },
    ]
    const response = { status: 200, headers, content: { text: 'x' } }
    const entries = [{ request: { method: 'GET', url: 'https://a.example/odd' }, response }]
    await writeFile(file, JSON.stringify({ log: { entries } }))
    const { url } = await serving([flag, file, ...options])
    const replayed = await fetch(`${url}/odd`)
    expect(await replayed.text()).toBe('x')
    expect(replayed.headers.get('x-lines')).toBe('one, two, Injected: 1')
    expect(Buffer.from(replayed.headers.get('x-letters') ?? '', 'latin1').toString()).toBe('☃ é')
    expect(replayed.headers.has('trailer')).toBe(false)
  })

  test.each([
    [{ status: 99_999 }],
    [{ status: 200.5 }],
    [{ content: null }],
    [{ content: { text: 5 } }],
    [{ headers: [null] }],
    [{ headers: [{ name: 1, value: 2 }] }],
  ])('an entry with the response %o is rejected at the start', async (wrong) => {
    const request = { method: 'GET', url: 'https://a.example/' }
    const response = { status: 200, headers: [], content: { text: 'x' }, ...wrong }
    await writeFile(file, JSON.stringify({ log: { entries: [{ request, response }] } }))
    const { code, stderr } = await ended(start(['--proxy', file]))
    expect([code, stderr]).toEqual([2, expect.stringContaining('entry 1 has no valid')])
  })

  test('a recording matches the schemas of HAR 1.2', async () => {
    await record(...conversation)
    expect(readEntries()).toHaveLength(conversation.length)
    expect(findDifferences(JSON.parse(readFileSync(file, 'utf8')))).toEqual([])
  })

  test('a replay finds a request by its query in any order, and answers conditional requests', async () => {
    await record(['/wp-json/wp/v2/posts?a=1&b=2'], ['/tagged'])
    const { url } = await serving(['--proxy', file, ...options])
    expect((await fetch(`${url}/wp-json/wp/v2/posts?b=2&a=1`)).status).toBe(200)
    expect((await fetch(`${url}/~other/wp-json/wp/v2/posts?b=2&a=1`)).status).toBe(200)
    const tagged = await fetch(`${url}/tagged`, { headers: { 'If-None-Match': '"v1"' } })
    expect([tagged.status, await tagged.text()]).toEqual([304, ''])
    const missing = await fetch(`${url}/wp-json/wp/v2/posts?b=3`)
    expect([missing.status, await missing.json()]).toEqual([
      404,
      {
        code: 'calmock_not_recorded',
        message: `${file} has no response to GET /wp-json/wp/v2/posts?b=3.`,
        data: { status: 404 },
      },
    ])
  })

  test('the file is HAR 1.2 without credentials', async () => {
    const headers = {
      Authorization: 'Basic c2VjcmV0',
      Cookie: 'session=secret',
      'Content-Type': 'application/json',
    }
    const body = JSON.stringify({ user: 'me', password: 'secret' })
    await record(['/echo?token=secret&x=1', { method: 'POST', headers, body }], ['/moved'])
    const text = await readFile(file, 'utf8')
    expect(text).not.toMatch(/secret/)
    expect(text).not.toMatch(/c2VjcmV0/)
    const [entry] = readEntries()
    expect(entry).toMatchObject({
      startedDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      time: expect.any(Number),
      request: {
        method: 'POST',
        url: expect.stringMatching(/\/echo\?token=\[redacted\]&x=1$/),
        httpVersion: 'HTTP/1.1',
        queryString: [
          { name: 'token', value: '[redacted]' },
          { name: 'x', value: '1' },
        ],
        postData: {
          mimeType: 'application/json',
          text: '{"user":"me","password":"[redacted]"}',
        },
        bodySize: body.length,
      },
      response: { status: 201, statusText: 'Made', content: { mimeType: 'application/json' } },
      cache: {},
      timings: { send: 0, receive: 0 },
    })
    const { url } = await serving(['--proxy', file, ...options])
    const again = await fetch(`${url}/echo?x=1&token=other`, { method: 'POST', headers, body })
    expect(again.status).toBe(201)
  })

  test('recording asks for whole responses, and the latest exchange of a request counts', async () => {
    const conditional = { headers: { 'If-None-Match': '"v1"', Range: 'bytes=0-1' } }
    const { upstream } = await record(['/tagged', conditional], ['/tagged'])
    expect(upstream.received[0]?.headers).not.toHaveProperty('if-none-match')
    expect(upstream.received[0]?.headers).not.toHaveProperty('range')
    expect(readEntries()).toHaveLength(1)
    await record(['/missing'], ['/tagged'])
    expect(
      readEntries().map(
        (entry: { request: { url: string } }) => new URL(entry.request.url).pathname,
      ),
    ).toHaveLength(3)
  })

  test('a response that breaks off is not recorded', async () => {
    const upstream = await startUpstream()
    const { url, stderr, stop, exit } = await serving([
      '--proxy',
      upstream.origin,
      '--record',
      file,
    ])
    await expect(fetch(`${url}/half`).then((response) => response.text())).rejects.toThrow()
    await stderr.shows(/warning: \/half is not recorded: it is too large or broke off/)
    expect((await fetch(`${url}/gone`)).status).toBe(502)
    await fetch(`${url}/empty`)
    stop()
    await exit
    expect(readEntries()).toHaveLength(1)
  })

  test('the file is valid after each exchange, and after the process is killed', async () => {
    const upstream = await startUpstream()
    const program = spawned(['--port', '0', '--proxy', upstream.origin, '--record', file])
    const url = await addressOf(program)
    await fetch(`${url}/big?n=first`).then((response) => response.arrayBuffer())
    await expect
      .poll(() =>
        stat(file).then(
          () => readEntries().length,
          () => 0,
        ),
      )
      .toBe(1)
    const requests = Array.from({ length: 20 }, (_, n) =>
      fetch(`${url}/big?n=${n}`).then((response) => response.arrayBuffer()),
    )
    await Promise.all(requests.slice(0, 10))
    program.child.kill('SIGKILL')
    await Promise.allSettled(requests)
    await program.exit
    expect(readEntries().length).toBeGreaterThanOrEqual(1)
    expect(readEntries()[0].response.content.size).toBe(big.length)
  })

  test('an existing file that is no HAR file is not replaced', async () => {
    await writeFile(file, '{"mine":true}')
    const argv = ['--port', '0', '--proxy', 'http://127.0.0.1:9', '--record', file]
    const { code, stderr } = await ended(start(argv))
    expect([code, stderr]).toEqual([
      2,
      `calmock: ${file} is not a HAR file; expected JSON such as {"log":{"version":"1.2","entries":[...]}}\n`,
    ])
    expect(await readFile(file, 'utf8')).toBe('{"mine":true}')
  })

  test('a HAR file of --proxy reloads with --watch', async () => {
    await record(['/empty'])
    const { url, stderr } = await serving(['--proxy', file, '--watch', ...options])
    expect((await fetch(`${url}/missing`)).status).toBe(404)
    const [entry] = readEntries()
    const { response, request } = entry
    const changed = { request: { ...request, url: 'http://x.example/new' }, response }
    await writeFile(file, JSON.stringify({ log: { entries: [changed] } }))
    await stderr.shows(/traffic\.har reloaded\n/)
    expect((await fetch(`${url}/new`)).status).toBe(204)
    await writeFile(file, '{')
    await stderr.shows(/traffic\.har not reloaded: .* is not a HAR file/)
    expect((await fetch(`${url}/new`)).status).toBe(204)
  })

  test('the HAR file of calmock export replays', async () => {
    const exported = await ended(
      start(['export', '--format', 'har', '--sites', 'en', '--events', '5']),
    )
    await writeFile(file, exported.stdout)
    const { url } = await serving(['--handlers', file, '--sites', 'en', '--empty'])
    const entries = readEntries()
    const { pathname, search } = new URL(entries[1].request.url)
    const response = await fetch(url + pathname + search)
    expect(await response.text()).toBe(entries[1].response.content.text)
  })
})
