import { expect, test } from 'vitest'
import { createMock } from '../../src/create-mock.ts'
import { inlineSource } from '../../src/seed/source/inline-source.ts'
import type { Eviction } from '../../src/world/worlds.ts'
import { NOW, over } from '../call.ts'

const TAGS = '/de/cal/events/v1/tags'
const MINUTE = 60_000

test('at the maximum, a world without changes is removed before one with changes', async () => {
  const mock = createMock({ now: NOW, empty: true, maxWorlds: 2 }, inlineSource())
  const call = over(mock)
  await call('POST', `/~changed${TAGS}`, { json: { name: 'A' } })
  for (const name of ['one', 'two', 'three']) await call('GET', `/~${name}${TAGS}`)
  expect(mock.worlds).toEqual(['default', 'changed', 'three'])
  for (const name of ['four', 'five'])
    await call('POST', `/~${name}${TAGS}`, { json: { name: 'A' } })
  expect(mock.worlds).toEqual(['default', 'four', 'five'])
  expect((await call('GET', `/~changed${TAGS}`)).status).toBe(410)
})

test('a new world that may evict no changes takes the place of a world without, or is refused with 507', async () => {
  const mock = createMock({ now: NOW, empty: true, maxWorlds: 2 }, inlineSource())
  const call = over(mock)
  const create = () => call('POST', '/__calmock/worlds', { json: { evicts: false } })
  await call('POST', `/~a${TAGS}`, { json: { name: 'A' } })
  await call('GET', `/~b${TAGS}`)
  expect((await create()).status).toBe(201)
  expect(mock.worlds).toEqual(['default', 'a', 'world-1'])
  await call('POST', `/~world-1${TAGS}`, { json: { name: 'A' } })
  const { status, body } = await create()
  expect([status, body.code]).toEqual([507, 'calmock_memory_full'])
  expect(body.message).toContain('All 2 worlds have changes')
  expect((await call('GET', `/~a${TAGS}?hide_empty=false`)).body.total).toBe(1)
})

test('an idle world is reported with the reason and whether it had changes', async () => {
  let time = 0
  const evictions: Eviction[] = []
  const mock = createMock(
    { now: NOW, empty: true, worldIdle: 2 },
    { ...inlineSource(), systemNow: () => time },
    { onEvict: (eviction) => evictions.push(eviction) },
  )
  const call = over(mock)
  await call('POST', `/~changed${TAGS}`, { json: { name: 'A' } })
  await call('GET', `/~read${TAGS}`)
  time += MINUTE
  await call('GET', `/~used${TAGS}`)
  expect(evictions).toEqual([])
  time += MINUTE
  expect((await call('GET', `/~changed${TAGS}`)).status).toBe(410)
  expect(evictions).toEqual([
    { event: 'evict', world: 'changed', reason: 'idle', modified: true },
    { event: 'evict', world: 'read', reason: 'idle', modified: false },
  ])
  expect(mock.worlds).toEqual(['default', 'used'])
})
