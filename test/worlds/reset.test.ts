import { beforeEach, describe, expect, test } from 'vitest'
import { createMock } from '../../src/create-mock.ts'
import type { Options } from '../../src/options/options.ts'
import { inlineSource } from '../../src/seed/source/inline-source.ts'
import { type Call, NOW, over } from '../call.ts'

const EVENTS = '/de/cal/events/v1/events'

let systemTime = 0

beforeEach(() => {
  systemTime = Date.parse(NOW)
})

const create = (options: Options = {}) =>
  createMock({ now: NOW, ...options }, { ...inlineSource(), systemNow: () => systemTime })

const list = async (call: Call, scenario?: string, prefix = '') => {
  const headers = { ...(scenario && { 'x-calmock-scenario': scenario }) }
  const { status, text } = await call('GET', prefix + EVENTS, { headers })
  expect(status).toBe(200)
  return text
}

describe('a reset', () => {
  test('a reset after midnight moves the dates of a clock that shows today', async () => {
    const mock = create({ now: 'today' })
    const before = await list(over(mock))
    systemTime += 24 * 3600 * 1000
    mock.reset()
    const after = await list(over(mock))
    expect(after).not.toBe(before)
    expect(after).toBe(await list(over(create({ now: 'today' }))))
    expect(mock.snapshot().anchor).toBe('2030-01-08T12:00:00.000Z')
  })

  test('a reset restores the first scenario', async () => {
    const mock = create()
    const before = await list(over(mock))
    mock.setScenario('today')
    expect(await list(over(mock))).not.toBe(before)
    mock.reset()
    expect(await list(over(mock))).toBe(before)
  })

  test('a reset restarts IDs after a snapshot without records', async () => {
    const mock = create()
    const before = mock.snapshot()
    mock.restore({ ...before, nextId: before.nextId + 1000 })
    mock.reset()
    expect(mock.snapshot()).toEqual(before)
  })
})

describe('worlds with the same scenario and day share records', () => {
  test('an entity cannot be changed in place, and an update stays in its world until a reset', async () => {
    const mock = create()
    const before = await list(over(mock))
    const others = async () => [
      (await list(over(mock), undefined, '/~other')).replaceAll('/~other', ''),
      await list(over(mock), 'today'),
    ]
    const unchanged = await others()
    const { id } = JSON.parse(before).events[0]
    const where = { id: { equals: id } }
    for (const change of [
      () => Object.assign(mock.db.event.findFirst({ where, strict: true }), { title: 'Anders' }),
      () => Object.assign(mock.db.event.findFirst({ where, strict: true }).categories, [1]),
      () =>
        Object.assign(mock.db.event.update({ where, data: { title: 'Eins' }, strict: true }), {
          title: '',
        }),
    ])
      expect(change).toThrow(TypeError)
    expect(JSON.parse(await list(over(mock))).events[0].title).toBe('Eins')
    expect(await others()).toEqual(unchanged)
    mock.reset()
    expect(await list(over(mock))).toBe(before)
  })
})
