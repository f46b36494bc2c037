import type { Har } from 'har-format'
import { expect, test } from 'vitest'
import { toHar } from '../../src/request-log/har.ts'
import { createTestMock, NOW, ORIGIN, over } from '../call.ts'
import { findDifferences } from './har-differences.ts'

const DE = '/de/cal/events/v1'

/** Returns the log of a mock after a read, a write, an error and a request outside the sites. */
async function createLog() {
  const mock = createTestMock({ now: NOW, empty: true })
  const call = over(mock)
  await call('GET', `${DE}/tags?page=1&search=%C3%BC`, { headers: { Cookie: 'a=secret' } })
  await call('POST', `${DE}/tags`, { json: { name: 'Neu', password: 'secret' } })
  await call('GET', `${DE}/events/7`)
  await call('HEAD', '/')
  return mock.requests
}

test('a log in HAR matches the schemas of HAR 1.2', async () => {
  const har = toHar(await createLog()) satisfies Har
  expect(findDifferences(har)).toEqual([])
  expect(findDifferences({ log: { ...har.log, entries: [{}] } })).not.toEqual([])
})

test('an entry in HAR has the parts of the request and its response, without credentials', async () => {
  const { log } = toHar(await createLog())
  expect(log.entries.map(({ request }) => `${request.method} ${request.url}`)).toEqual([
    `GET ${ORIGIN}${DE}/tags?page=1&search=%C3%BC`,
    `POST ${ORIGIN}${DE}/tags`,
    `GET ${ORIGIN}${DE}/events/7`,
    `HEAD ${ORIGIN}/`,
  ])
  const [read, write, missing] = log.entries
  expect(read?.request.queryString).toEqual([
    { name: 'page', value: '1' },
    { name: 'search', value: 'ü' },
  ])
  const text = '{"name":"Neu","password":"[redacted]"}'
  expect(write?.request).toMatchObject({
    postData: { mimeType: 'application/json', text },
    bodySize: text.length,
  })
  expect(write?.response).toMatchObject({
    status: 201,
    redirectURL: expect.stringContaining(`${DE}/tags/`),
    content: { mimeType: 'application/json; charset=UTF-8', text: expect.stringContaining('Neu') },
  })
  expect(missing?.response.status).toBe(404)
  expect(JSON.stringify(log)).not.toContain('secret')
})

test('a request without a response and without bodies matches the schemas', () => {
  const request = { time: '2030-01-07T12:00:00.000Z', method: 'GET', url: 'http://a/b', ms: 5 }
  const notes = [{ code: 'unknown-parameter', level: 'warning', message: '' }] as const
  const dropped = { ...request, status: 0, requestHeaders: {}, responseHeaders: {}, notes }
  const har = toHar([
    { ...dropped, fault: 'drop' },
    { ...dropped, time: '2029-01-01T00:00:00.000Z' },
  ])
  expect(findDifferences(har)).toEqual([])
  expect(har.log.entries.map(({ comment }) => comment)).toEqual([
    'unknown-parameter',
    'fault drop, unknown-parameter',
  ])
})
