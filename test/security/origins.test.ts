import { describe, expect, onTestFinished, test } from 'vitest'
import { createCalmock } from '../../src/index.ts'
import { listen, setupCalmock, toNodeListener } from '../../src/node.ts'
import type { Options } from '../../src/options/options.ts'
import { createTestMock } from '../call.ts'
import { serving } from '../cli/program.ts'
import { serveRequests } from '../free-port.ts'
import { DE } from '../http/world.ts'
import { raw } from './raw.ts'

const TAGS = `${DE}/tags`
const EVIL = 'http://evil.example'
const APP = 'https://app.example'
const EDITOR = { authorization: `Basic ${Buffer.from('editor:secret').toString('base64')}` }

type Headers = Readonly<Record<string, string>>

/** Serves a mock over a socket. The function sends a request to it. */
async function serve(options: Options = {}, allowHost: readonly string[] = []) {
  const mock = createTestMock({ empty: true, ...options })
  const { port, close } = await listen(mock, { allowHost })
  onTestFinished(close)
  const ask = async (method: string, path: string, headers: Headers = {}) => {
    const answer = await raw(port, path, { method, ...headers })
    return { ...answer, body: answer.text === '' ? undefined : JSON.parse(answer.text) }
  }
  return { mock, ask }
}

/** Returns the status of a write by a page of an origin. */
const statusOfWrite = async (origin: string, options?: Options, allowHost?: readonly string[]) =>
  (await (await serve(options, allowHost)).ask('POST', `${TAGS}?name=A`, { origin })).status

/** The request of a browser that asks whether a page may send another one. */
const preflight = (method: string, origin = EVIL) => ({
  ...{ origin, 'access-control-request-method': method },
  'access-control-request-headers': 'x-calmock-world',
})

describe('the origin of a page', () => {
  test.each([
    ...'http://localhost:5173 https://app.localhost http://127.0.0.1:3000 http://[::1]:3000'.split(
      ' ',
    ),
    ...'http://10.0.0.7 http://172.16.0.1:3000 http://172.31.255.1 https://192.168.1.5'.split(' '),
    ...'http://169.254.1.1 http://[fc00::1] http://[fdab:1::2]:80 http://[fe80::1]'.split(' '),
    ...'http://[febf::1] capacitor://localhost'.split(' '),
  ])('%s is trusted and may write (20.4a)', async (origin) => {
    expect(await statusOfWrite(origin)).toBe(201)
  })

  test.each([
    ...`${EVIL} ${APP} null file:// chrome-extension://abcdef http://8.8.8.8`.split(' '),
    ...'http://172.15.0.1 http://172.32.0.1 http://192.169.0.1 http://11.0.0.1'.split(' '),
    ...'http://10.0.0.1.evil.example http://localhost.evil.example http://0.0.0.0'.split(' '),
    ...'http://[fc::1] http://[fe7f::1] http://[fec0::1] http://[2001:db8::1] x'.split(' '),
    ...'http://[::ffff:8.8.8.8] http://192.168.1.5.evil.example http://evil@x http://a;id'.split(
      ' ',
    ),
  ])('%s is not trusted: 403, and nothing is written (20.4a)', async (origin) => {
    const { ask } = await serve()
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, body } = await ask(method, `${TAGS}?name=A`, { origin })
      expect([status, body.code]).toEqual([403, 'calmock_foreign_origin'])
    }
    expect((await ask('GET', `${TAGS}?hide_empty=false`)).body.total).toBe(0)
  })

  test.each([
    ['the host of the mock, on any port', 'http://mock.example:3000', {}, ['mock.example']],
    ['a name of --allow-host', 'https://app.example', {}, ['mock.example', 'App.example']],
    [
      'the public URL',
      'https://pub.example',
      { publicUrl: 'https://pub.example/mock' },
      ['mock.example'],
    ],
    [
      'its own host behind a public URL',
      'http://mock.example',
      { publicUrl: 'https://pub.example' },
      ['mock.example'],
    ],
  ])('%s is trusted (20.4a)', async (_, origin, options, allowHost) => {
    const { ask } = await serve(options, allowHost)
    const headers = { host: 'mock.example', origin }
    expect((await ask('POST', `${TAGS}?name=A`, headers)).status).toBe(201)
    const other = await ask('POST', `${TAGS}?name=B`, { ...headers, origin: EVIL })
    expect(other.status).toBe(403)
  })

  test('the host that a trusted reverse proxy forwards is trusted (20.4a)', async () => {
    const { ask } = await serve({ trustProxy: true })
    const headers = { 'x-forwarded-host': 'pub.example', 'x-forwarded-proto': 'https' }
    const write = (origin: string) => ask('POST', `${TAGS}?name=A`, { ...headers, origin })
    expect((await write(EVIL)).status).toBe(403)
    expect((await write('https://pub.example')).status).toBe(201)
  })

  test.each([
    [APP, APP],
    ['https://APP.example:443', APP],
    ['chrome-extension://abcdef', 'chrome-extension://abcdef'],
    ['*', EVIL],
    ['*', 'null'],
  ])('allowOrigin %s trusts %s (20.4a)', async (allowOrigin, origin) => {
    expect(await statusOfWrite(origin, { allowOrigin })).toBe(201)
  })

  test.each([
    [APP, 'http://app.example'],
    [APP, 'https://app.example:8443'],
    [APP, 'https://evil.app.example'],
    ['chrome-extension://abcdef', 'chrome-extension://other'],
    ['chrome-extension://abcdef', 'null'],
  ])('allowOrigin %s does not trust %s (20.4a)', async (allowOrigin, origin) => {
    expect(await statusOfWrite(origin, { allowOrigin })).toBe(403)
  })

  test('the error names the flag, with the origin if the option accepts it (20.4a)', async () => {
    const { ask } = await serve()
    const { body } = await ask('POST', `${TAGS}?name=A`, { origin: APP })
    expect(body.message).toBe(
      'Pages of https://app.example may not write or create a world; the option allowOrigin (--allow-origin https://app.example) trusts them.',
    )
    // the last two would not be what a shell or the option reads
    for (const origin of ['null', 'http://a;id;.example', 'file://']) {
      const { body } = await ask('POST', `${TAGS}?name=A`, { origin })
      expect(body.message).toContain('accepts origins such as https://app.example, and not this')
    }
  })
})

describe('a page of an origin that is not trusted', () => {
  test('reads, also after a preflight, and does not create a world (20.4a)', async () => {
    const { ask, mock } = await serve()
    const read = await ask('GET', TAGS, { origin: EVIL })
    expect([read.status, read.headers.allow]).toEqual([200, 'GET'])
    expect(read.headers['access-control-allow-origin']).toBe(EVIL)
    for (const method of ['GET', 'HEAD'])
      expect((await ask('OPTIONS', TAGS, preflight(method))).status).toBe(200)
    const created = await ask('GET', `/~new${TAGS}`, { origin: EVIL })
    expect([created.status, created.body.code]).toEqual([403, 'calmock_foreign_origin'])
    expect(mock.worlds).toEqual(['default'])
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'a preflight for %s is rejected with 403, which names the flag (20.4a)',
    async (method) => {
      const { ask } = await serve()
      const foreign = await ask('OPTIONS', TAGS, preflight(method))
      expect([foreign.status, foreign.body.message]).toEqual([
        403,
        expect.stringContaining(`--allow-origin ${EVIL}`),
      ])
      const local = await ask('OPTIONS', TAGS, preflight(method, 'http://localhost:5173'))
      expect(local.status).toBe(200)
    },
  )
})

describe('credentials', () => {
  const options = { auth: 'editor:secret' }

  test.each([
    [EVIL, 'rest_forbidden'],
    ['null', 'rest_forbidden'],
  ])('of %s count as none: no draft, no write, no challenge (20.4b)', async (origin) => {
    const { ask } = await serve(options)
    const draft = await ask('POST', `${DE}/venues?venue=Secret&status=draft`, EDITOR)
    expect(draft.status).toBe(201)
    const target = `${DE}/venues/${draft.body.id}`
    const foreign = await ask('GET', target, { ...EDITOR, origin })
    expect([foreign.status, foreign.text.includes('Secret')]).toEqual([401, false])
    expect(foreign.headers['www-authenticate']).toBeUndefined()
    expect(foreign.headers['access-control-allow-credentials']).toBeUndefined()
    const list = await ask('GET', `${DE}/venues`, { ...EDITOR, origin })
    expect([list.status, list.body.total]).toEqual([200, 0])
    expect((await ask('DELETE', target, { ...EDITOR, origin })).status).toBe(403)

    const wrong = { authorization: `Basic ${btoa('editor:wrong')}`, origin }
    expect((await ask('GET', `${DE}/venues`, wrong)).status).toBe(200)
    expect((await ask('GET', target, EDITOR)).body.venue).toBe('Secret')
  })

  test.each(['/elsewhere', '/mock/~BAD/'])(
    'the error for %s allows credentials to trusted pages only (20.4b)',
    async (path) => {
      const { ask } = await serve({ baseUrl: '/mock' })
      for (const [origin, value] of [
        [EVIL, undefined],
        ['http://localhost:5173', 'true'],
      ] as const) {
        const { status, headers } = await ask('GET', path, { origin })
        expect(status).toBeGreaterThanOrEqual(400)
        expect(headers['access-control-allow-credentials']).toBe(value)
      }
    },
  )

  test.each([
    ['http://localhost:5173', {}],
    [APP, { allowOrigin: [APP] }],
  ])('of %s, which is trusted, count (20.4b)', async (origin, more) => {
    const { ask } = await serve({ ...options, ...more })
    const draft = await ask('POST', `${DE}/venues?venue=A&status=draft`, { ...EDITOR, origin })
    expect(draft.status).toBe(201)
    const read = await ask('GET', `${DE}/venues/${draft.body.id}`, { ...EDITOR, origin })
    expect([read.status, read.headers['access-control-allow-credentials']]).toEqual([200, 'true'])
  })

  test.each([
    [{}, true],
    [{ 'sec-fetch-mode': 'navigate' }, true],
    [{ 'sec-fetch-mode': 'cors' }, false],
    [{ 'sec-fetch-mode': 'cors', origin: 'http://localhost:5173' }, false],
    [{ 'sec-fetch-mode': 'same-origin' }, false],
    [{ 'sec-fetch-mode': 'no-cors' }, false],
  ])('a 401 to a request with %o has a challenge: %s (20.2a)', async (headers, hasChallenge) => {
    const { ask } = await serve(options)
    for (const more of [{}, { authorization: `Basic ${btoa('editor:wrong')}` }]) {
      const answer = await ask('POST', `${TAGS}?name=A`, { ...headers, ...more })
      expect(answer.status).toBe(401)
      expect(answer.headers['www-authenticate'] !== undefined).toBe(hasChallenge)
    }
  })
})

test.each([
  ['http://localhost:5173', {}, 200],
  ['http://mock.example', {}, 200],
  ['http://mock.example:3000', {}, 403],
  ['http://192.168.1.5', {}, 403],
  [APP, {}, 403],
  [APP, { allowOrigin: '*' }, 403],
  [APP, { allowOrigin: ['*', APP] }, 200],
  ['null', { allowOrigin: '*' }, 403],
])('control routes answer a page of %s with %o: %d (20.4d)', async (origin, options, status) => {
  const { ask } = await serve(options, ['mock.example'])
  const { body, ...answer } = await ask('GET', '/__calmock/health', {
    host: 'mock.example',
    origin,
  })
  expect(answer.status).toBe(status)
  if (status === 403) expect(body.message).toMatch(/^Pages of \S+ may not control this mock; /)
})

describe('where a mock is served', () => {
  test('toNodeListener follows the option of setupCalmock (20.4a)', async () => {
    const mock = setupCalmock({ events: 3, allowOrigin: [APP] })
    const { port, close } = await serveRequests(toNodeListener(mock))
    onTestFinished(close)
    const write = (origin: string) => raw(port, `${TAGS}?name=A`, { method: 'POST', origin })
    expect([(await write(EVIL)).status, (await write(APP)).status]).toEqual([403, 201])
  })

  test('mock.fetch, which is no server, trusts every page (20.4a)', async () => {
    const mock = createCalmock({ events: 3, auth: 'editor:secret' })
    const init = { method: 'POST', headers: { ...EDITOR, origin: EVIL } }
    const answer = await mock.fetch(`${TAGS}?name=A`, init)
    expect([answer.status, answer.headers.get('access-control-allow-credentials')]).toEqual([
      201,
      'true',
    ])
  })

  test('the log of calmock serve names the flag, and --allow-origin trusts the page (20.4a)', async () => {
    const env = { CALMOCK_ALLOW_ORIGIN: `${APP}, https://other.example` }
    const { url, stderr } = await serving(['--events', '3'], env)
    const write = async (origin: string) =>
      (await fetch(`${url}${TAGS}?name=A`, { method: 'POST', headers: { origin } })).status
    expect(await write(APP)).toBe(201)
    expect(await write(EVIL)).toBe(403)
    await stderr.shows(/POST \S+ 403 .*--allow-origin http:\/\/evil\.example/)
  })

  test('responses of your own handlers allow credentials to trusted pages only (20.4b)', async () => {
    const before = async () => new Response('mine')
    const mock = createTestMock({ empty: true })
    const { port, close } = await serveRequests(toNodeListener(mock, { before }))
    onTestFinished(close)
    const ask = async (origin: string) =>
      (await raw(port, '/mine', { origin })).headers['access-control-allow-credentials']
    expect([await ask(EVIL), await ask('http://localhost:5173')]).toEqual([undefined, 'true'])
  })
})
