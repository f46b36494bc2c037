import { beforeEach, describe, expect, test } from 'vitest'
import type { MockParts } from '../../src/create-mock.ts'
import { createMock } from '../../src/create-mock.ts'
import type { Options } from '../../src/options/options.ts'
import { inlineSource } from '../../src/seed/source/inline-source.ts'
import { RecordCaches } from '../../src/world/record-caches.ts'
import { type Call, NOW, over } from '../call.ts'

const EVENTS = '/de/cal/events/v1/events'

/** The kinds, languages and scenarios that were generated, and the time of the system clock. */
const generated: string[] = []
let systemTime = 0

beforeEach(() => {
  generated.length = 0
  systemTime = Date.parse(NOW)
})

/** Creates a mock that records what is generated. */
function createMockWithRecord(options: Options = {}, parts: MockParts = {}) {
  const source = inlineSource()
  const createSeed: typeof source.createSeed = (seedOptions) => {
    const seed = source.createSeed(seedOptions)
    const generate: typeof seed.generate = (kind, language) => {
      generated.push(`${kind} ${language} ${seedOptions.scenario.map(({ name }) => name)}`)
      return seed.generate(kind, language)
    }
    return { ...seed, generate }
  }
  const recording = { ...source, createSeed, systemNow: () => systemTime }
  return createMock({ now: NOW, ...options }, recording, parts)
}

const list = async (call: Call, scenario?: string, prefix = '') => {
  const headers = { ...(scenario && { 'x-calmock-scenario': scenario }) }
  const { status, text } = await call('GET', prefix + EVENTS, { headers })
  expect(status).toBe(200)
  return text
}

const create = (call: Call, scenario?: string) =>
  call('POST', EVENTS, {
    form: 'title=Neu&start_date=2030-01-08 10:00:00&end_date=2030-01-08 11:00:00',
    headers: { ...(scenario && { 'x-calmock-scenario': scenario }) },
  })

describe('a reset generates nothing again', () => {
  test.each([
    ['nothing was written', async () => {}],
    ['an event was created', (call: Call) => create(call)],
    ['another scenario was read', (call: Call) => list(call, 'today')],
    [
      'the clock was moved',
      (call: Call) => call('PUT', '/__calmock/clock', { json: { now: '2031-05-05' } }),
    ],
  ])('if %s', async (_, act) => {
    const call = over(createMockWithRecord())
    const before = await list(call)
    await act(call)
    const count = generated.length
    await call('POST', '/__calmock/reset')
    expect(await list(call)).toBe(before)
    expect(generated).toHaveLength(count)
  })
})

describe('a reset generates the records of the day or the scenario', () => {
  test('a reset after midnight moves the dates of a clock that shows today', async () => {
    const mock = createMockWithRecord({ now: 'today' })
    const before = await list(over(mock))
    systemTime += 24 * 3600 * 1000
    mock.reset()
    const after = await list(over(mock))
    expect(after).not.toBe(before)
    expect(after).toBe(await list(over(createMockWithRecord({ now: 'today' }))))
    expect(mock.snapshot().anchor).toBe('2030-01-08T12:00:00.000Z')
  })

  test('a reset restores the first scenario', async () => {
    const mock = createMockWithRecord()
    const before = await list(over(mock))
    mock.setScenario('today')
    expect(await list(over(mock))).not.toBe(before)
    mock.reset()
    expect(await list(over(mock))).toBe(before)
  })

  test('a reset restarts IDs after a snapshot without records', async () => {
    const mock = createMockWithRecord()
    const before = mock.snapshot()
    mock.restore({ ...before, nextId: before.nextId + 1000 })
    mock.reset()
    expect(mock.snapshot()).toEqual(before)
  })
})

describe('worlds with the same scenario and day share records', () => {
  test.each([60, 3000])('a further world of %i events generates nothing', async (events) => {
    const call = over(createMockWithRecord({ events }))
    const first = await list(call)
    const count = generated.length
    expect((await list(call, undefined, '/~other')).replaceAll('/~other', '')).toBe(first)
    expect(generated).toHaveLength(count)
  })

  test('mocks share records through the same caches', async () => {
    const caches = new RecordCaches()
    const first = await list(over(createMockWithRecord({}, { caches })))
    const count = generated.length
    expect(await list(over(createMockWithRecord({}, { caches })))).toBe(first)
    expect(generated).toHaveLength(count)
  })

  test('an entity cannot be changed in place, and an update stays in its world until a reset', async () => {
    const mock = createMockWithRecord()
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
