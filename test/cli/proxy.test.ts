import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as openRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createForwarder, UpstreamError } from '../../src/http/forward.ts'
import type { UnknownRequest } from '../../src/http/listener.ts'
import { listen } from '../../src/http/server.ts'
import { findFreePort } from '../free-port.ts'
import { ended, serving, start } from './program.ts'
import { big, binary, startUpstream } from './upstream.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calmock-proxy-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function servingProxy(...argv: readonly string[]) {
  const upstream = await startUpstream()
  const program = await serving([
    ...['--proxy', upstream.origin, '--events', '10', '--sites', 'en', '--root', '/wp-json'],
    ...argv,
  ])
  return { ...program, upstream }
}

/** Returns the raw response of a request, as `fetch` decodes bodies. */
function send(url: string, { method = 'GET', headers = {}, body = Buffer.alloc(0) } = {}) {
  return new Promise<{
    status: number
    statusText: string
    headers: Record<string, unknown>
    body: Buffer
  }>((resolve, reject) => {
    const request = openRequest(url, { method, headers, agent: false }, async (response) => {
      const { statusCode: status = 0, statusMessage: statusText = '' } = response
      const chunks = await response.toArray().catch(reject)
      if (chunks)
        resolve({ status, statusText, headers: response.headers, body: Buffer.concat(chunks) })
    })
    request.on('error', reject).end(body)
  })
}

describe('calmock serve --proxy', () => {
  test('requests that no route knows go to the server, and all others to the mock', async () => {
    const { url, upstream } = await servingProxy()
    const posts = await fetch(`${url}/wp-json/wp/v2/posts?per_page=2&search=a%20b`)
    expect([posts.status, posts.headers.get('x-wp-total'), await posts.json()]).toEqual([
      200,
      '7',
      { url: '/wp-json/wp/v2/posts?per_page=2&search=a%20b' },
    ])
    const own = [
      ...['/', '/__calmock/health', '/__calmock/unknown', '/__calmock/pictures/999.svg'],
      ...['/wp-json', '/wp-json/cal/events/v1', '/wp-json/cal/events/v1/events'],
      ...['/wp-json/cal/events/v1/events/123456', '/event/unknown/', '/venue/unknown/'],
      ...['/?rest_route=/cal/events/v1/tags', '/~other/wp-json/cal/events/v1/tags'],
    ]
    for (const path of own) await fetch(url + path)
    expect(upstream.received.map((request) => request.url)).toEqual([
      '/wp-json/wp/v2/posts?per_page=2&search=a%20b',
    ])
    const others = [
      '/favicon.ico',
      '/wp-json/cal/events/v1/unknown',
      '/wp-json/cal/events/v2/events',
    ]
    for (const path of [...others, '/?rest_route=/wp/v2/posts', '/~other/wp-content/a.css?v=1'])
      await fetch(url + path)
    expect(upstream.received.slice(1).map((request) => request.url)).toEqual([
      ...others,
      '/?rest_route=/wp/v2/posts',
      '/wp-content/a.css?v=1',
    ])
  })

  test('the request log says which requests the server answered', async () => {
    const { url, stderr } = await servingProxy('--log-format', 'json')
    await fetch(`${url}/chunks`).then((response) => response.text())
    await fetch(`${url}/wp-json`).then((response) => response.text())
    await stderr.shows(/\n.*\n/)
    const [forwarded, own] = stderr.text.split('\n').map((line) => line && JSON.parse(line))
    expect([forwarded.url, forwarded.isProxied]).toEqual(['/chunks', true])
    expect([own.url, own.isProxied]).toEqual(['/wp-json', undefined])
  })

  test('sites with a language in their root have the same rules', async () => {
    const upstream = await startUpstream()
    const { url } = await serving(['--proxy', upstream.origin, '--log-format', 'off', '--empty'])
    for (const path of ['/de', '/de/', '/hi/cal/events/v1/tags', '/de/event/x/'])
      await fetch(url + path)
    expect(upstream.received).toEqual([])
    for (const path of ['/fr/', '/de/wp/v2/posts']) await fetch(url + path)
    expect(upstream.received.map((request) => request.url)).toEqual(['/fr/', '/de/wp/v2/posts'])
  })

  test('method, headers, and body reach the server unchanged, with its own Host', async () => {
    const { url, upstream } = await servingProxy()
    const { status, statusText, headers, body } = await send(`${url}/echo`, {
      method: 'PATCH',
      headers: {
        'Content-Type': 'application/octet-stream',
        'Content-Length': binary.length,
        Authorization: 'Basic eA==',
        Cookie: 'a=1; calmock_world=w; b=2',
        'X-Calmock-World': 'w',
        Connection: 'close, X-Private',
        'X-Private': '1',
        TE: 'trailers',
      },
      body: binary,
    })
    expect([status, statusText, headers['x-method']]).toEqual([201, 'Made', 'PATCH'])
    expect(body.equals(binary)).toBe(true)
    const [received] = upstream.received
    expect(received?.headers).toEqual({
      host: upstream.origin.slice('http://'.length),
      'content-type': 'application/octet-stream',
      'content-length': String(binary.length),
      authorization: 'Basic eA==',
      cookie: 'a=1; b=2',
      via: expect.stringMatching(/^1\.1 calmock-/),
      connection: 'keep-alive',
    })
  })

  test('bodies without a length and above --max-body stream through', async () => {
    const { url } = await servingProxy('--max-body', '1024')
    const { headers, body } = await send(`${url}/echo`, {
      method: 'POST',
      headers: { 'Transfer-Encoding': 'chunked' },
      body: big,
    })
    expect(headers['x-hash']).toBe(createHash('sha256').update(big).digest('hex'))
    expect(body.equals(big)).toBe(true)
    const expecting = await send(`${url}/echo`, {
      method: 'POST',
      headers: { Expect: '100-continue', 'Content-Length': big.length },
      body: big,
    })
    expect(expecting.body.length).toBe(big.length)
    expect((await send(`${url}/chunks`)).body.toString()).toBe('first,last')
  })

  test('compressed bodies, HEAD, 204 and 304 pass unchanged', async () => {
    const { url } = await servingProxy()
    const gzip = await send(`${url}/gzip`, { headers: { 'Accept-Encoding': 'gzip' } })
    expect([gzip.headers['content-encoding'], gzip.body.subarray(0, 2).toString('hex')]).toEqual([
      'gzip',
      '1f8b',
    ])
    const head = await send(`${url}/image.png`, { method: 'HEAD' })
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([
      200,
      String(binary.length),
      0,
    ])
    expect((await send(`${url}/empty`)).status).toBe(204)
    const tagged = await send(`${url}/tagged`, { headers: { 'If-None-Match': '"v1"' } })
    expect([tagged.status, tagged.body.length]).toEqual([304, 0])
  })

  test('redirects and cookies stay at the mock', async () => {
    const { url } = await servingProxy()
    const { status, headers } = await send(`${url}/~other/moved`)
    expect([status, headers.location, headers['set-cookie']]).toEqual([
      302,
      `${url}/~other/login?next=/`,
      ['session=secret; Path=/', 'a=b'],
    ])
  })

  test('a failing server causes 502 in JSON, and a response that breaks off breaks off', async () => {
    const { url, upstream, stderr } = await servingProxy()
    await expect(send(`${url}/half`)).rejects.toThrow('aborted')
    const gone = await fetch(`${url}/gone`, { method: 'POST', body: 'x' })
    expect([gone.status, await gone.json()]).toEqual([
      502,
      {
        code: 'calmock_proxy_failed',
        message: `The server ${upstream.origin} of --proxy sent no response to POST /gone: socket hang up.`,
        data: { status: 502 },
      },
    ])
    await stderr.shows(/POST \/gone 502 .* ms proxy The server .* socket hang up\.\n/)
    await upstream.stop()
    const down = await fetch(`${url}/wp-json/wp/v2/posts`)
    expect([down.status, (await down.json()).message]).toEqual([
      502,
      expect.stringContaining('ECONNREFUSED'),
    ])
    expect((await fetch(`${url}/wp-json/cal/events/v1/events`)).status).toBe(200)
  })

  test.each([
    ['/status-99', 502, 'invalid status 99'],
    ['/switch', 502, 'unexpected status 101'],
    ['/control-character', 200, 'x'],
  ])('a server that sends no valid HTTP does not stop the mock: %s', async (path, status, text) => {
    const { url, stderr } = await servingProxy()
    const response = await fetch(url + path)
    expect([response.status, await response.text()]).toEqual([
      status,
      expect.stringContaining(text),
    ])
    expect((await fetch(`${url}/wp-json/cal/events/v1/events`)).status).toBe(200)
    expect(stderr.text).not.toContain('bug')
  })

  test('a read is sent again if the server has closed the connection of an earlier request', async () => {
    const { url, upstream } = await servingProxy()
    const read = async () => (await send(`${url}/reused`)).body.toString()
    expect([await read(), await read(), await read()]).toEqual(['fresh', 'fresh', 'fresh'])
    await read()
    const { length } = upstream.received
    const write = await send(`${url}/reused`, { method: 'POST', body: Buffer.from('x') })
    expect([write.status, upstream.received.length]).toEqual([502, length + 1])
  })

  test('a server that does not respond in time causes an error', async () => {
    const upstream = await startUpstream()
    const forwarder = createForwarder({
      ...{ origin: new URL(upstream.origin), via: 'calmock-test', timeout: 50 },
    })
    const errors: unknown[] = []
    const fallback = {
      accepts: () => true,
      async handle({ request, response, send }: UnknownRequest) {
        const forwarded = { request, response, target: '/hangs', clientOrigin: '', headers: {} }
        await forwarder.forward(forwarded).catch((error: unknown) => {
          errors.push(error)
          return send({ status: 504, headers: {}, body: 'late' })
        })
      },
    }
    const unused = { handle: () => Promise.reject(new Error('unused')) }
    const { url, close } = await listen(unused, { fallback })
    expect((await fetch(url)).status).toBe(504)
    expect(errors).toEqual([new UpstreamError('no response within 0.05 s', { isTimeout: true })])
    forwarder.close()
    await close()
  })

  test('two mocks that are proxies of each other report a loop', async () => {
    const [a, b] = [await findFreePort(), await findFreePort()]
    const options = ['--log-format', 'off', '--empty']
    await serving(['--port', String(a), '--proxy', `http://127.0.0.1:${b}`, ...options])
    const { url } = await serving([
      '--port',
      String(b),
      '--proxy',
      `http://127.0.0.1:${a}`,
      ...options,
    ])
    const response = await fetch(`${url}/unknown`)
    expect([response.status, (await response.json()).code]).toEqual([508, 'calmock_proxy_loop'])
  })

  test('pages of this machine may read, and all others as the server allows', async () => {
    const { url, upstream } = await servingProxy()
    const local = { Origin: 'http://localhost:3000' }
    const own = await send(`${url}/cors`, { headers: local })
    expect([own.headers['access-control-allow-origin'], own.body.toString()]).toEqual([
      'http://localhost:3000',
      'x',
    ])
    const preflight = await send(`${url}/echo`, {
      method: 'OPTIONS',
      headers: {
        ...local,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'x-requested-with',
      },
    })
    expect([preflight.status, preflight.headers['access-control-allow-headers']]).toEqual([
      204,
      'x-requested-with',
    ])
    expect(upstream.received.map(({ method }) => method)).toEqual(['GET'])
    const foreign = { Origin: 'https://evil.example' }
    const other = await send(`${url}/gzip`, { headers: foreign })
    expect(other.headers['access-control-allow-origin']).toBeUndefined()
    const form = await send(`${url}/echo`, {
      method: 'POST',
      headers: { ...foreign, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' },
    })
    expect([form.status, JSON.parse(form.body.toString()).code]).toEqual([
      403,
      'calmock_cross_site',
    ])
  })

  test('unknown Host names are rejected before the proxy', async () => {
    const { url, upstream } = await servingProxy()
    const { status } = await send(`${url}/echo`, { headers: { Host: 'evil.example' } })
    expect([status, upstream.received]).toEqual([403, []])
  })

  test('handlers take precedence over the server, within --max-body', async () => {
    const file = join(folder, 'handlers.mjs')
    await writeFile(
      file,
      `import { http, HttpResponse } from ${JSON.stringify(import.meta.resolve('msw'))}
export const one = http.get('*/own', () => HttpResponse.text('own'))`,
    )
    const { url } = await servingProxy('--handlers', file, '--max-body', '5000')
    expect(await (await fetch(`${url}/own`)).text()).toBe('own')
    const sent = await send(`${url}/echo`, { method: 'POST', body: binary })
    expect(sent.body.equals(binary)).toBe(true)
    const large = await send(`${url}/echo`, { method: 'POST', body: big })
    expect([large.status, JSON.parse(large.body.toString()).message]).toEqual([
      413,
      'The body is too large; accepted with --handlers: up to 5000 bytes (--max-body).',
    ])
  })

  test.each([
    {
      argv: ['--proxy', 'example.com'],
      says: 'invalid --proxy "example.com"; accepted: an origin such as https://example.com, without a path, or a HAR file such as traffic.har',
    },
    {
      argv: ['--proxy', 'https://example.com/blog'],
      says: 'invalid --proxy "https://example.com/blog"; accepted: an origin such as https://example.com, without a path, or a HAR file such as traffic.har',
    },
    {
      argv: ['--proxy', 'https://user:pass@example.com'],
      says: /^invalid --proxy/,
    },
    { argv: ['--proxy', 'file:///etc'], says: /^invalid --proxy/ },
    {
      argv: ['--port', '4990', '--proxy', 'http://localhost:4990'],
      says: '--proxy http://localhost:4990 is this mock itself; expected another server',
    },
    {
      argv: ['--record', 'a.har'],
      says: '--record needs --proxy with an origin, such as --proxy https://example.com',
    },
    {
      argv: ['--record', 'a.har', '--proxy', 'b.har'],
      says: '--record needs --proxy with an origin, such as --proxy https://example.com',
    },
    { argv: ['--proxy', 'missing.har'], says: 'HAR file missing.har does not exist' },
    { argv: ['--handlers', 'missing.har'], says: 'HAR file missing.har does not exist' },
  ])('calmock serve $argv ends with exit code 2', async ({ argv, says }) => {
    const { code, stderr } = await ended(start(['--port', '0', ...argv]))
    expect([code, stderr.replace(/^calmock: /, '').trim()]).toEqual([
      2,
      typeof says === 'string' ? says : expect.stringMatching(says),
    ])
  })
})
