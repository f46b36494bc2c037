import { expect, test } from 'vitest'
import { noteLevels } from '../../src/contract/note.ts'
import { createTestMock, fresh, NOW, over } from '../call.ts'
import { DE } from '../http/world.ts'
import { explainedRequests } from './explained-requests.ts'

const PAGE = 'http://app.test'
const wrong = `${DE}/events?serach=jazz&per_page=100&start_date=2029-01-01`

test('X-Calmock-Notes lists the codes, the warnings first', async () => {
  const { headers } = await fresh()(
    'GET',
    `${DE}/events?per_page=100&start_date=2029-01-01&x=1&y=2`,
  )
  expect(headers.get('x-calmock-notes')).toBe('unknown-parameter, per-page-capped')
})

test('with x-calmock-explain: 1, X-Calmock-Notes has the notes as JSON', async () => {
  const { headers } = await fresh()('GET', wrong, { headers: { 'x-calmock-explain': '1' } })
  expect(JSON.parse(headers.get('x-calmock-notes') ?? '')).toEqual([
    {
      code: 'unknown-parameter',
      level: 'warning',
      parameter: 'serach',
      message: 'GET /events ignores "serach"; did you mean "search"?',
    },
    {
      code: 'per-page-capped',
      level: 'info',
      parameter: 'per_page',
      message:
        'per_page is 100, but a page has at most 50 records; next_rest_url leads to the rest',
    },
  ])
})

test('a name in any script makes a header in ASCII', async () => {
  const path = `${DE}/events?per_page=5&%F0%9F%8E%B7%E0%A4%B8=1`
  const { headers } = await fresh()('GET', path, { headers: { 'x-calmock-explain': '1' } })
  const text = headers.get('x-calmock-notes') ?? ''
  expect(text).toMatch(/^[ -~]+$/)
  expect(JSON.parse(text)).toMatchObject([{ parameter: '🎷स' }])
})

test('a request with a thousand unknown names has twelve notes', async () => {
  const query = Array.from({ length: 1000 }, (_, n) => `zz${n}=1`).join('&')
  const { headers, status } = await fresh()('GET', `${DE}/tags?${query}`, {
    headers: { 'x-calmock-explain': '1' },
  })
  expect(status).toBe(200)
  expect(JSON.parse(headers.get('x-calmock-notes') ?? '')).toHaveLength(12)
})

test('pages can read the header of a response that has it, and other responses are unchanged', async () => {
  const call = fresh()
  const init = { headers: { origin: PAGE } }
  const explained = await call('GET', wrong, init)
  expect(explained.headers.get('access-control-expose-headers')).toMatch(/, X-Calmock-Notes$/)
  const plain = await call('GET', `${DE}/events?per_page=5`, init)
  expect(plain.headers.get('access-control-expose-headers')).not.toContain('Calmock')
})

test('a preflight has no notes', async () => {
  const headers = { origin: PAGE, 'access-control-request-method': 'GET' }
  const answer = await fresh()('OPTIONS', wrong, { headers })
  expect(answer.status).toBe(200)
  expect(answer.headers.has('x-calmock-notes')).toBe(false)
})

test('the request log has the notes', async () => {
  const mock = createTestMock({ now: NOW })
  await over(mock)('GET', wrong)
  expect(mock.requests.map(({ notes }) => notes.map(({ code }) => code))).toEqual([
    ['unknown-parameter', 'per-page-capped'],
  ])
})

test('a file in a multipart body is a warning', async () => {
  const form = new FormData()
  form.set('venue', 'Neue Halle')
  form.set('image', new Blob(['x']), 'hall.png')
  const body = new Response(form)
  const type = body.headers.get('content-type') ?? ''
  const answer = await fresh()('POST', `${DE}/venues`, {
    raw: new Uint8Array(await body.arrayBuffer()),
    headers: { 'content-type': type },
  })
  expect([answer.status, answer.headers.get('x-calmock-notes')]).toEqual([201, 'file-ignored'])
})

test('every code occurs in the corpus', () => {
  const found = explainedRequests.flatMap(({ notes }) => notes.map((note) => note.split(' ')[0]))
  const tested = new Set([...found, 'file-ignored', 'totals-hidden', 'unpublished-linked'])
  expect(Object.keys(noteLevels).filter((code) => !tested.has(code))).toEqual([])
})

test('a body and a path with very long names are explained within five seconds', async () => {
  const call = fresh()
  const started = performance.now()
  const many = Array.from({ length: 100_000 }, (_, n) => `titl${n}=1`).join('&')
  const long = 'a'.repeat(900_000)
  for (const form of [many, `${long}=1`]) await call('PUT', `${DE}/events/104`, { form })
  await call('GET', `${DE}/events?_fields=${long.slice(0, 15_000)}`)
  await call('GET', `${DE}/${long.slice(0, 15_000)}`)
  expect(performance.now() - started).toBeLessThan(5000)
})
