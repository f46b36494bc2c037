import { describe, expect, onTestFinished, test } from 'vitest'
import { createCalmock } from '../../src/index.ts'
import { listen } from '../../src/node.ts'
import { createTestMock, fresh, NOW, over } from '../call.ts'

const DE = '/de/cal/events/v1'
const REQUESTS = '/__calmock/requests'

/** Returns a function that calls a mock with three requests in its log. */
async function afterRequests() {
  const call = fresh({ empty: true })
  await call('GET', `${DE}/tags?page=1`)
  await call('POST', `${DE}/tags`, { json: { name: 'Neu' } })
  await call('GET', `${DE}/events/7`)
  const ids = async (query: string): Promise<readonly number[]> =>
    (await call('GET', `${REQUESTS}?${query}`)).body.requests.map(({ id }: { id: number }) => id)
  return { call, ids }
}

describe('GET requests', () => {
  test('lists the newest requests first, with their responses', async () => {
    const { call } = await afterRequests()
    const { status, body } = await call('GET', REQUESTS)
    expect([status, body.max]).toEqual([200, 200])
    expect(body.requests.map(({ id }: { id: number }) => id)).toEqual([3, 2, 1])
    expect(body.requests[0]).toMatchObject({
      ...{ method: 'GET', path: '/events/7', site: 'de', language: 'de', status: 404 },
      reason: expect.stringContaining('7'),
    })
  })

  test.each([
    ['method=post', [2]],
    ['method=GET,POST', [3, 2, 1]],
    ['status=404', [3]],
    ['status=4xx', [3]],
    ['status=2XX,404', [3, 2, 1]],
    ['status=0', []],
    ['path=/tags', [2, 1]],
    ['path=/events/*', [3]],
    ['path=*', [3, 2, 1]],
    ['path=*s', [2, 1]],
    ['path=/*g*s', [2, 1]],
    ['path=/tag*gs', []],
    ['path=/events,/tags', [2, 1]],
    ['limit=1', [3]],
    ['limit=0', []],
    ['limit=2&status=2xx', [2, 1]],
    ['after=1', [3, 2]],
    ['after=3', []],
    ['method=&path=&status=&limit=&after=', [3, 2, 1]],
  ])('with ?%s lists the requests %o', async (query, expected) => {
    const { ids } = await afterRequests()
    expect(await ids(query)).toEqual(expected)
  })

  test.each([
    ['status=6xx', /Invalid status "6xx"; accepted: a status such as 404, or 4xx/],
    ['status=ok', /Invalid status "ok"/],
    [`path=${'*a'.repeat(251)}`, /Invalid path .*; accepted: at most 500 characters/],
    ['limit=-1', /Invalid limit "-1"; accepted: a whole number/],
    ['after=x', /Invalid after "x"/],
  ])('with ?%s is rejected', async (query, message) => {
    const { call } = await afterRequests()
    const { status, body } = await call('GET', `${REQUESTS}?${query}`)
    expect([status, body.code]).toEqual([400, 'calmock_invalid'])
    expect(body.message).toMatch(message)
  })

  test('a request outside the sites is found by the path in its URL', async () => {
    const call = fresh({ empty: true })
    await call('GET', '/favicon.ico?x=1')
    const { body } = await call('GET', `${REQUESTS}?path=/favicon*`)
    expect(body.requests).toHaveLength(1)
  })

  test('requires the token of the mock', async () => {
    const call = fresh({ empty: true, token: 'secret' })
    expect((await call('GET', REQUESTS)).status).toBe(401)
    const headers = { Authorization: 'Bearer secret' }
    expect((await call('GET', REQUESTS, { headers })).status).toBe(200)
  })
})

test('DELETE requests empties the log of its world', async () => {
  const { call, ids } = await afterRequests()
  await call('GET', `/~mine${DE}/tags`)
  const { status, text } = await call('DELETE', REQUESTS)
  expect([status, text]).toEqual([204, ''])
  expect(await ids('')).toEqual([])
  expect((await call('GET', `/~mine${REQUESTS}`)).body.requests).toHaveLength(1)
})

test('PUT requests changes the maximum, and a reset restores it', async () => {
  const { call, ids } = await afterRequests()
  const put = await call('PUT', REQUESTS, { json: { max: 2 } })
  expect([put.status, put.body]).toEqual([200, { max: 2 }])
  expect(await ids('')).toEqual([3, 2])
  await call('POST', '/__calmock/reset')
  expect((await call('GET', REQUESTS)).body).toEqual({ max: 200, requests: [] })
})

test.each([
  [{ max: -1 }, /Invalid max -1; accepted: a whole number from 0 to 10000/],
  [{ max: '5' }, /Invalid max "5"; accepted: a whole number from 0 to 10000/],
  [{ maximum: 5 }, /Invalid properties "maximum"; accepted: max/],
  [{}, /The body is empty; accepted: max/],
])('PUT requests rejects %o', async (json, message) => {
  const { status, body } = await fresh({ empty: true })('PUT', REQUESTS, { json })
  expect([status, body.message]).toEqual([400, expect.stringMatching(message)])
})

/** Reads an event stream. `next` returns the next event or comment. */
function readEvents(response: Response) {
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=UTF-8')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let buffered = ''
  const next = async (): Promise<string> => {
    for (;;) {
      const end = buffered.indexOf('\n\n')
      if (end >= 0) {
        const event = buffered.slice(0, end)
        buffered = buffered.slice(end + 2)
        return event
      }
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done) return 'end'
      buffered += value
    }
  }
  const nextRequest = async () => {
    const [id, event, data = ''] = (await next()).split('\n')
    expect([id, event]).toEqual([expect.stringMatching(/^id: \d+$/), 'event: request'])
    return JSON.parse(data.slice('data: '.length))
  }
  return { next, nextRequest, cancel: () => reader?.cancel() }
}

const accept = { Accept: 'text/event-stream' }

/** Mocks in process and over HTTP, with the function that requests a path. */
const transports = {
  fetch: async () => {
    const mock = createCalmock({ empty: true, sites: ['de'] })
    return { mock, request: (path: string, init?: RequestInit) => mock.fetch(path, init) }
  },
  http: async () => {
    const mock = createTestMock({ empty: true, sites: ['de'] })
    const server = await listen(mock)
    onTestFinished(() => server.close())
    return { mock, request: (path: string, init?: RequestInit) => fetch(server.url + path, init) }
  },
}

describe.each(Object.entries(transports))('the event stream over %s', (_, start) => {
  test('sends each request with its number, and an event when the log is emptied', async () => {
    const { mock, request } = await start()
    await request(`${DE}/tags?page=1`)
    const stream = readEvents(await request(REQUESTS, { headers: accept }))
    expect(await stream.next()).toBe('retry: 2000')
    await request(`${DE}/tags?page=2`)
    await request(`/~mine${DE}/tags`)
    await request(`${DE}/events/7`)
    expect(await stream.nextRequest()).toEqual(mock.requests[1])
    expect(await stream.nextRequest()).toMatchObject({ id: 3, path: '/events/7', status: 404 })
    await request(REQUESTS, { method: 'DELETE' })
    expect(await stream.next()).toBe('event: clear\ndata: {}')
    await stream.cancel()
  })

  test('filters requests, and goes on after the last one that the client knows', async () => {
    const { request } = await start()
    for (const path of ['/tags', '/events/7', '/tags', '/events/8']) await request(DE + path)
    const ids = async (path: string, headers = {}) => {
      const stream = readEvents(await request(path, { headers: { ...accept, ...headers } }))
      await stream.next()
      const found = [(await stream.nextRequest()).id, (await stream.nextRequest()).id]
      await stream.cancel()
      return found
    }
    expect(await ids(`${REQUESTS}?status=404&after=0`)).toEqual([2, 4])
    expect(await ids(REQUESTS, { 'Last-Event-ID': '2' })).toEqual([3, 4])
    expect(await ids(`${REQUESTS}?after=0`, { 'Last-Event-ID': '2' })).toEqual([3, 4])
    // a number from before a restart
    expect(await ids(REQUESTS, { 'Last-Event-ID': '99' })).toEqual([1, 2])
  })

  test('a stream ends when its client leaves, and the 51st is rejected', async () => {
    const { request } = await start()
    const open = async () => readEvents(await request(REQUESTS, { headers: accept }))
    const streams = await Promise.all(Array.from({ length: 50 }, open))
    await Promise.all(streams.map(({ next }) => next()))
    const rejected = await request(REQUESTS, { headers: accept })
    expect([rejected.status, (await rejected.json()).code]).toEqual([
      503,
      'calmock_too_many_streams',
    ])
    await streams[0]?.cancel()
    await expect
      .poll(async () => {
        const response = await request(REQUESTS, { headers: accept })
        if (response.ok) await response.body?.cancel()
        return response.status
      })
      .toBe(200)
    await Promise.all(streams.map(({ cancel }) => cancel()))
  })
})

test('HEAD of the event stream returns its headers', async () => {
  const mock = createTestMock({ empty: true, now: NOW })
  const server = await listen(mock)
  onTestFinished(() => server.close())
  const response = await fetch(server.url + REQUESTS, { method: 'HEAD', headers: accept })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=UTF-8',
  ])
})

test('the server stops within a second, and ends the streams', async () => {
  const mock = createTestMock({ empty: true })
  const server = await listen(mock)
  const stream = readEvents(await fetch(server.url + REQUESTS, { headers: accept }))
  await stream.next()
  const start = performance.now()
  await server.close()
  expect(performance.now() - start).toBeLessThan(1000)
  await expect(stream.next()).rejects.toThrow()
  expect((await over(mock)('GET', REQUESTS)).status).toBe(200)
})
