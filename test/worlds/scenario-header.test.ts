import { describe, expect, test } from 'vitest'
import { createMock } from '../../src/create-mock.ts'
import { onDemandSource } from '../../src/seed/source/on-demand-source.ts'
import { persistMock } from '../../src/world/persist.ts'
import { type Call, createTestMock, NOW, over } from '../call.ts'
import { MemoryJournal } from './memory-journal.ts'

const DE = '/de/cal/events/v1'
const EMPTY = { 'x-calmock-scenario': 'empty' }

const createTag = (call: Call, prefix = '', headers: Record<string, string> = EMPTY) =>
  call('POST', `${prefix}${DE}/tags`, { form: 'name=Neu', headers })

const countTags = async (call: Call, prefix = '', headers: Record<string, string> = EMPTY) =>
  (await call('GET', `${prefix}${DE}/tags?hide_empty=false`, { headers })).body.total

const create = () => createTestMock({ now: NOW, maxWorlds: 1 })

describe('the records that x-calmock-scenario selects', () => {
  test('keep their writes, and have none of the world', async () => {
    const call = over(create())
    await createTag(call)
    const joined = { 'x-calmock-scenario': 'empty+rtl' }
    expect(await countTags(call)).toBe(1)
    expect(await countTags(call, '', {})).toBe(21)
    expect(await countTags(call, '', joined)).toBe(0)
    await createTag(call, '', joined)
    expect(await countTags(call, '', { 'x-calmock-scenario': ' empty + rtl ' })).toBe(1)
  })

  test('are those of the world if it has the same scenario', async () => {
    const mock = create()
    await createTag(over(mock), '', { 'x-calmock-scenario': 'city' })
    expect(await countTags(over(mock), '', {})).toBe(22)
  })

  test('share the clock, the delay and the log of the world', async () => {
    const mock = create()
    mock.clock.advance('P10D')
    mock.delay = 1234
    const { body } = await over(mock)('GET', `${DE}/events`, { headers: EMPTY })
    expect(body.rest_url).toContain('start_date=2030-01-16')
    await createTag(over(mock))
    expect(mock.requests).toMatchObject([
      { method: 'GET', delay: 1234 },
      { method: 'POST', status: 201, world: 'default' },
    ])
  })

  test('share the faults of the world, with their counts', async () => {
    const mock = create()
    mock.faults = ['GET /tags 503 2x']
    const statuses = []
    for (const headers of [EMPTY, {}, EMPTY])
      statuses.push((await over(mock)('GET', `${DE}/tags`, { headers })).status)
    expect(statuses).toEqual([503, 503, 200])
  })

  test.each([
    ['a reset', 'POST', 'reset', undefined],
    ['another scenario', 'PUT', 'scenario', { scenario: 'city' }],
  ])('are reset with the world by %s, and their IDs restart', async (_, method, route, json) => {
    const call = over(create())
    const { id } = (await createTag(call)).body
    await call(method, `/__calmock/${route}`, json && { json })
    expect(await countTags(call)).toBe(0)
    expect((await createTag(call)).body.id).toBe(id)
  })

  test('are saved and restored with the world by a snapshot', async () => {
    const mock = create()
    await createTag(over(mock))
    await countTags(over(mock), '', { 'x-calmock-scenario': 'rtl' })
    const snapshot = mock.snapshot()
    expect(Object.keys(snapshot.scenarios ?? {})).toEqual(['empty'])
    const other = create()
    other.restore(snapshot)
    expect(other.snapshot()).toEqual(snapshot)
    expect(await countTags(over(other))).toBe(1)
    mock.reset()
    expect(mock.snapshot()).not.toHaveProperty('scenarios')
  })

  test('are saved and restored with the world by a journal', async () => {
    const journal = new MemoryJournal()
    const start = async () => {
      const mock = createMock({ now: NOW }, onDemandSource())
      const persisted = await persistMock({ mock, journal, name: 'it', now: NOW })
      return over(persisted)
    }
    const first = await start()
    await createTag(first, '', {})
    await createTag(first)
    expect(await countTags(await start())).toBe(1)
  })

  test('are removed with the world', async () => {
    const mock = create()
    await createTag(over(mock), '/~mine')
    mock.removeWorld('mine')
    expect(await countTags(over(mock), '/~mine')).toBe(0)
  })

  test('do not count as a world', async () => {
    const call = over(create())
    await createTag(call, '/~mine', {})
    for (const scenario of ['empty', 'rtl', 'one'])
      await createTag(call, '/~mine', { 'x-calmock-scenario': scenario })
    const { worlds } = (await call('GET', '/__calmock/worlds')).body
    expect(worlds.map(({ name }: { name: string }) => name)).toEqual(['default', 'mine'])
    expect((await call('GET', '/__calmock/health')).body.worlds).toBe(2)
    expect(await countTags(call, '/~mine', {})).toBe(22) // at most one world: it was not evicted
  })

  test('have no URL: /~mine--empty/ is another world', async () => {
    const mock = createTestMock({ now: NOW })
    await createTag(over(mock), '/~mine')
    expect(await countTags(over(mock), '/~mine--empty', {})).toBe(21)
    mock.world('mine--empty').clock.advance('P1D')
    expect(mock.world('mine').clock.now().toISOString()).toBe('2030-01-07T12:00:00.000Z')
    mock.removeWorld('mine--empty')
    expect(await countTags(over(mock), '/~mine')).toBe(1)
  })
})

test('a world has changes in at most 32 scenarios of x-calmock-scenario; others are forgotten', async () => {
  const call = over(createTestMock({ now: NOW, empty: true }))
  const scenarioOf = (n: number) => `${n < 17 ? 'one' : 'nulls'}+`.repeat(1 + (n % 17)).slice(0, -1)
  const headers = (n: number) => ({ 'x-calmock-scenario': scenarioOf(n) })
  for (let n = 0; n < 34; n++) await countTags(call, '', headers(n))
  for (let n = 0; n < 32; n++) expect((await createTag(call, '', headers(n))).status).toBe(201)
  expect(await countTags(call, '', headers(31))).toBe(1)
  const { status, body } = await createTag(call, '', headers(33))
  expect([status, body.message]).toEqual([
    400,
    'The world "default" has changes in 32 scenarios of x-calmock-scenario, the maximum; reset the world.',
  ])
})
