import { describe, expect, test } from 'vitest'
import { messages } from '../../fixtures/languages/messages.ts'
import { createTestMock, fresh } from '../call.ts'
import { DE, kinds, leastOf } from '../http/world.ts'

const auth = [
  'editor:secret',
  'guest:open:subscriber',
  'other:word:administrator',
  'Jürgen:pässword',
  'app:abcd efgh ijkl',
]

const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` })

const CHALLENGE = 'Basic realm="calmock", charset="UTF-8"'
const EDITOR = basic('editor:secret')
const GUEST = basic('guest:open')

describe('a mock without users', () => {
  test.each([{}, EDITOR, { authorization: 'Basic' }])(
    'any client may write, also with %o',
    async (headers) => {
      const init = { json: leastOf('tags'), headers }
      const answer = await fresh({ empty: true })('POST', `${DE}/tags`, init)
      expect(answer.status).toBe(201)
      expect(answer.headers.get('cache-control')).toBeNull()
    },
  )
})

describe('a mock with users', () => {
  /** Names that differ from the ones of the writes under test. */
  const names: Readonly<Record<string, object>> = {
    venues: { venue: 'First' },
    organizers: { organizer: 'First' },
    categories: { name: 'First' },
    tags: { name: 'First' },
  }
  const writes = kinds.flatMap(({ collection }) => [
    ['POST', `${DE}/${collection}`, { json: leastOf(collection) }] as const,
    ...['POST', 'PUT', 'PATCH', 'DELETE'].map(
      (method) => [method, `${DE}/${collection}/100`, {}] as const,
    ),
  ])

  test.each(writes)(
    '%s %s is rejected with 401 without credentials and with 403 for a subscriber',
    async (method, target, init) => {
      const call = fresh({ empty: true, auth })
      const [, collection = ''] = /v1\/(\w+)/.exec(target) ?? []
      const json = { ...leastOf(collection), ...names[collection] }
      const { body } = await call('POST', `${DE}/${collection}`, { json, headers: EDITOR })
      expect(body.id).toBe(100)
      const before = (await call('GET', '/__calmock/world')).text
      for (const [headers, status, challenge] of [
        [{}, 401, CHALLENGE],
        [GUEST, 403, null],
      ] as const) {
        const answer = await call(method, target, { ...init, headers })
        const { code, data, message } = answer.body
        expect([answer.status, code, data]).toEqual([status, 'rest_forbidden', { status }])
        expect(message.includes('"guest"')).toBe(status === 403)
        expect(answer.headers.get('allow')).toBe('GET')
        expect(answer.headers.get('www-authenticate')).toBe(challenge)
      }
      expect((await call('GET', '/__calmock/world')).text).toBe(before)
    },
  )

  test.each([
    ['venues', 404],
    ['organizers', 404],
    ['categories', 404],
    ['tags', 404],
    ['events', 401],
  ])('a write to an unknown ID of %s returns %d to a visitor', async (collection, status) => {
    const answer = await fresh({ empty: true, auth })('DELETE', `${DE}/${collection}/7`)
    expect(answer.status).toBe(status)
  })

  test.each([
    [{}, 'GET'],
    [GUEST, 'GET'],
    [EDITOR, 'GET, DELETE, POST, PUT, PATCH'],
  ])('OPTIONS with %o allows %s', async (headers, allow) => {
    const answer = await fresh({ empty: true, auth })('OPTIONS', `${DE}/events/1`, { headers })
    expect([answer.status, answer.headers.get('allow')]).toEqual([200, allow])
  })

  test('an administrator may write and read the record', async () => {
    const call = fresh({ empty: true, auth })
    const made = await call('POST', `${DE}/tags`, { json: leastOf('tags'), headers: EDITOR })
    expect(made.status).toBe(201)
    expect(made.headers.get('cache-control')).toContain('no-store')
    expect(made.headers.get('expires')).toBe('Wed, 11 Jan 1984 05:00:00 GMT')
    const target = `${DE}/tags/${made.body.id}`
    const read = await call('GET', target)
    expect([read.status, read.headers.get('cache-control')]).toEqual([200, null])
    expect((await call('DELETE', target, { headers: EDITOR })).status).toBe(200)
  })

  test.each(['/de/', `${DE}/doc`, `${DE}/tags`])(
    'no cache may store %s for a user',
    async (path) => {
      const call = fresh({ empty: true, auth })
      const { headers } = await call('GET', path, { headers: EDITOR })
      expect(headers.get('cache-control')).toContain('no-store')
      expect((await call('GET', path)).headers.get('cache-control')).toBeNull()
    },
  )

  test.each(['other:word', 'Jürgen:pässword', 'app:abcd efgh ijkl', 'app:abcdefghijkl'])(
    '%s is accepted as user and password',
    async (pair) => {
      const init = { json: leastOf('tags'), headers: basic(pair) }
      const answer = await fresh({ empty: true, auth })('POST', `${DE}/tags`, init)
      expect(answer.status).toBe(201)
    },
  )

  test.each([
    ['nobody:secret', 'invalid_username'],
    ['editor:wrong', 'incorrect_password'],
    ['editor:', 'incorrect_password'],
    [':secret', 'invalid_username'],
    ['__proto__:x', 'invalid_username'],
  ])('%s is rejected with 401 %s in every request, including reads', async (pair, code) => {
    const call = fresh({ empty: true, auth })
    for (const request of ['GET tags', 'GET tags', 'POST tags', 'GET nothing']) {
      const [method = '', path] = request.split(' ')
      const answer = await call(method, `${DE}/${path}`, { headers: basic(pair) })
      expect([answer.status, answer.body.code]).toEqual([401, code])
      expect(answer.headers.get('www-authenticate')).toBe(CHALLENGE)
    }
    expect((await call('GET', `${DE}/tags`)).status).toBe(200)
  })

  test.each(['Basic', 'Basic !!!', 'Basic YQ==', 'Bearer editor:secret', 'Digest x'])(
    'the header "%s" counts as no credentials',
    async (authorization) => {
      const call = fresh({ empty: true, auth })
      const headers = { authorization }
      expect((await call('GET', `${DE}/tags`, { headers })).status).toBe(200)
      const answer = await call('POST', `${DE}/tags`, { json: leastOf('tags'), headers })
      expect([answer.status, answer.body.code]).toEqual([401, 'rest_forbidden'])
    },
  )

  test('an invalid request is reported before missing credentials', async () => {
    const answer = await fresh({ empty: true, auth })('POST', `${DE}/tags`, { json: {} })
    expect([answer.status, answer.body.code]).toEqual([400, 'rest_missing_callback_param'])
  })

  test('the error is in the language of the site', async () => {
    const init = { json: leastOf('tags') }
    const answer = await fresh({ empty: true, auth })('POST', '/hi/cal/events/v1/tags', init)
    expect(answer.body.message).toBe(messages.hi.signIn)
  })

  test('the document describes the authentication only if there are users', async () => {
    const { body } = await fresh({ empty: true, auth })('GET', `${DE}/doc`)
    expect(body.components.securitySchemes).toEqual({ basic: { type: 'http', scheme: 'basic' } })
    const { get, post } = body.paths['/tags']
    expect(post.security).toEqual([{ basic: [] }])
    expect(Object.keys(post.responses)).toEqual(expect.arrayContaining(['201', '401', '403']))
    expect(get.security).toEqual([{}, { basic: [] }])
    expect(Object.keys(get.responses)).not.toContain('403')
    expect(body.info.description).toContain(messages.de.docUsers)
    const { get: read } = body.paths['/venues/{id}']
    expect(Object.keys(read.responses)).toEqual(expect.arrayContaining(['401', '403']))
    const open = (await fresh({ empty: true })('GET', `${DE}/doc`)).body
    expect(JSON.stringify(open)).not.toContain('securitySchemes')
  })

  test.each([
    ...['', 'editor', ':secret', 'editor:', 'editor:  ', 'joe:hidden:guest', 'a:b:c:d'],
    'a:hidden b:hidden',
    'joe:hidden:constructor',
  ])('the user "%s" is rejected with an error that shows no password', (one) => {
    expect(() => createTestMock({ auth: one })).toThrow(/^(?!.*hidden).*accepted: user:password/)
  })

  test('a duplicate user is rejected', () => {
    expect(() => createTestMock({ auth: ['a:b', 'a:c'] })).toThrow(
      'invalid auth of user "a"; accepted: each user once',
    )
  })
})
