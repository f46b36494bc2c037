import { describe, expect, onTestFinished, test } from 'vitest'
import { listen, toNodeListener } from '../../src/node.ts'
import type { Options } from '../../src/options/options.ts'
import { createTestMock, fresh } from '../call.ts'
import { serveRequests } from '../free-port.ts'
import { DE } from '../http/world.ts'
import { raw } from './raw.ts'

const auth = ['admin:word', 'author:word:author', 'guest:word:subscriber', 'Zoë A:word:editor']
const as = (login: string, path: string) => `/__calmock/as/${encodeURIComponent(login)}${path}`
const TAG = `${DE}/tags?name=A`

/** Serves a mock over a socket. The function returns the response to a write as the administrator. */
async function serve(options: Options = {}, host = '127.0.0.1') {
  const mock = createTestMock({ empty: true, auth, ...options })
  const { port, close } = await listen(mock, { host })
  onTestFinished(close)
  const write = (headers: Readonly<Record<string, string>> = {}, path = as('admin', TAG)) =>
    raw(port, path, { method: 'POST', ...headers })
  return { mock, port, write }
}

describe('a request below /__calmock/as/{login}', () => {
  test.each([
    ['admin', 201],
    ['ADMIN', 201],
    ['Zoë A', 201],
    ['guest', 403],
    ['nobody', 401],
  ])('writes as %s, without a password: %d', async (login, status) => {
    expect((await fresh({ empty: true, auth })('POST', as(login, TAG))).status).toBe(status)
  })

  test('acts as the user of the path, not of its password, in the world of the path', async () => {
    const call = fresh({ empty: true, auth })
    const headers = { authorization: `Basic ${btoa('admin:word')}` }
    const made = await call('POST', `/~blue${as('author', `${DE}/venues?venue=A`)}`, { headers })
    expect([made.status, made.body.author]).toEqual([201, '2'])
    expect((await call('GET', `${DE}/venues`)).body.total).toBe(0)
    expect((await call('GET', `/~blue${DE}/venues`)).body.total).toBe(1)
  })

  test('its answers are not sent to others', async () => {
    const call = fresh({ empty: true, auth })
    await call('POST', as('admin', `${DE}/venues?venue=A&status=draft`))
    for (let n = 0; n < 3; n++) {
      expect((await call('GET', as('admin', `${DE}/venues`))).body.total).toBe(1)
      expect((await call('GET', `${DE}/venues`)).body.total).toBe(0)
    }
  })

  test('a mock without users knows no user', async () => {
    expect((await fresh({ empty: true })('POST', as('admin', TAG))).status).toBe(401)
  })

  test.each(['/__calmock/as', '/__calmock/as/', '/__calmock/as/admin', '/__calmock/as//de'])(
    '%s is no control route: 404',
    async (path) => {
      expect((await fresh({ empty: true, auth })('GET', path)).status).toBe(404)
    },
  )

  test('a control route is not below it', async () => {
    const { status } = await fresh({ empty: true, auth })('POST', as('admin', '/__calmock/reset'))
    expect(status).toBe(404)
  })
})

describe('a request as a user is accepted where control routes are', () => {
  test.each([
    [undefined, 201],
    ['http://localhost:5173', 201],
    ['http://evil.example', 403],
    ['http://192.168.1.5', 403],
    ['null', 403],
  ])('from a page of %s: %d', async (origin, status) => {
    const { mock, write } = await serve()
    expect((await write(origin === undefined ? {} : { origin })).status).toBe(status)
    expect(mock.db.tag.count()).toBe(status === 201 ? 1 : 0)
  })

  test('allowOrigin * does not accept every page, and a named origin is accepted', async () => {
    const origin = 'https://app.example'
    expect((await (await serve({ allowOrigin: '*' })).write({ origin })).status).toBe(403)
    expect((await (await serve({ allowOrigin: origin })).write({ origin })).status).toBe(201)
  })

  test.each([
    ['without the token', {}, 401],
    ['with another token', { authorization: 'Bearer other' }, 401],
    [
      'with the password in place of the token',
      { authorization: `Basic ${btoa('admin:word')}` },
      401,
    ],
    ['with the token', { authorization: 'Bearer s3cret' }, 201],
  ])('of a mock with a token, %s: %d', async (_, headers, status) => {
    const { mock, write } = await serve({ token: 's3cret' })
    expect((await write(headers)).status).toBe(status)
    expect(mock.db.tag.count()).toBe(status === 201 ? 1 : 0)
  })

  test('not where other machines reach the server', async () => {
    expect((await (await serve({}, '0.0.0.0')).write()).status).toBe(403)
  })

  test('not by a name that a page could have pointed to this machine', async () => {
    const listener = toNodeListener(createTestMock({ empty: true, auth }))
    const { port, close } = await serveRequests(listener)
    onTestFinished(close)
    const ask = (host: string) => raw(port, as('admin', TAG), { method: 'POST', host })
    expect([(await ask('evil.example')).status, (await ask('localhost')).status]).toEqual([
      403, 201,
    ])
  })

  test.each(['no-cors', 'navigate'])(
    'not from another site with a picture, a script or a link (%s), which would tell which drafts exist',
    async (mode) => {
      const { port, write } = await serve()
      const draft = await write({}, as('admin', `${DE}/venues?venue=A&status=draft`))
      const { id } = JSON.parse(draft.text)
      const path = as('admin', `${DE}/venues/${id}`)
      const site = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode }
      expect((await raw(port, path, { method: 'GET', ...site })).status).toBe(403)
      expect((await raw(port, path, { method: 'GET' })).status).toBe(200)
    },
  )
})

test('GET users lists logins and roles, without passwords, to those who may control the mock', async () => {
  const call = fresh({ auth, token: 's3cret' })
  expect((await call('GET', '/__calmock/users')).status).toBe(401)
  const headers = { authorization: 'Bearer s3cret' }
  const { body, text } = await call('GET', '/__calmock/users', { headers })
  expect(body.users[0]).toEqual({ login: 'admin', role: 'administrator' })
  expect([body.users.length, text.includes('word')]).toEqual([4, false])
})
