import { expect, test } from 'vitest'
import type { Row } from '../../src/contract/resource.ts'
import { createTestMock, NOW, over } from '../call.ts'

const DE = '/de/cal/events/v1'
const DEPTH = 20_000

test('lists accept a line of 20,000 categories, each below the one before', async () => {
  const mock = createTestMock({ now: NOW, empty: true, sites: ['de'] })
  const { nextId, ...state } = mock.snapshot()
  const rows = Array.from({ length: DEPTH }, (_, n): [number, Row] => {
    const id = nextId + n
    const name = `c${n}`
    const parent = n === 0 ? 0 : id - 1
    return [id, { id, group: id, slug: name, language: 'de', name, description: '', parent }]
  })
  mock.restore({
    ...state,
    nextId: nextId + DEPTH,
    records: { category: Object.fromEntries(rows) },
  })
  const call = over(mock)
  const last = nextId + DEPTH - 1
  const event = { title: 'Neu', start_date: 'tomorrow', end_date: 'tomorrow', categories: [last] }
  expect((await call('POST', `${DE}/events`, { json: event })).status).toBe(201)
  expect((await call('GET', `${DE}/categories`)).body.total).toBe(DEPTH)
  expect((await call('GET', `${DE}/events?categories=c0`)).body.total).toBe(1)
  const ring = await call('PATCH', `${DE}/categories/${nextId}`, { json: { parent: last } })
  expect([ring.status, ring.body.code]).toEqual([400, 'rest_invalid_param'])
})
