import { describe, expect, test } from 'vitest'
import { createMock } from '../../src/create-mock.ts'
import { onDemandSource } from '../../src/seed/source/on-demand-source.ts'
import { JournalError, persistMock } from '../../src/world/persist.ts'
import { createTestMock, NOW, over } from '../call.ts'
import { MemoryJournal } from './memory-journal.ts'

const TAGS = '/de/cal/events/v1/tags'

/** Creates a mock from a journal, and a function that calls it. */
async function open(journal: MemoryJournal, options: object = {}) {
  const mock = createTestMock({ empty: true, now: NOW, ...options })
  const persisted = await persistMock({ mock, journal, name: 'the journal', now: NOW })
  return { mock, persisted, call: over(persisted) }
}

const readTagNames = async (call: ReturnType<typeof over>): Promise<string[]> =>
  (await call('GET', `${TAGS}?hide_empty=false`)).body.tags.map(
    ({ name }: { name: string }) => name,
  )

describe('a journal', () => {
  test('stays empty until the first change', async () => {
    const journal = new MemoryJournal()
    const { call, mock } = await open(journal)
    await call('GET', TAGS)
    await call('POST', TAGS, { json: {} })
    expect(journal.values).toEqual([])
    await call('POST', TAGS, { json: { name: 'A' } })
    const start = { seed: 1, events: 0, scenario: 'city', day: '2030-01-07' }
    const history = { checkpoints: [], steps: [expect.objectContaining({ name: `POST ${TAGS}` })] }
    const unset = { clock: null, settings: null, scenarios: null }
    expect(journal.read()).toEqual([
      { calmock: 1, start, ...unset, ...history, ...mock.snapshot() },
    ])
  })

  test('has the clock only after a move, and as an offset while it runs', async () => {
    const journal = new MemoryJournal()
    const { call, mock, persisted } = await open(journal)
    await call('POST', TAGS, { json: { name: 'A' } })
    expect(journal.read()).toMatchObject([{ clock: null }])
    const systemTime = Date.now()
    await call('PUT', '/__calmock/clock', { json: { now: '2031-02-03', frozen: false } })
    const base = Date.parse('2031-02-03T00:00:00Z')
    expect(journal.read().at(-1)).toEqual({
      now: expect.stringContaining('2031-02-03T00:00:0'),
      frozen: false,
      clock: { base, since: expect.any(Number) },
    })
    expect(JSON.parse(journal.values.at(-1) ?? '').clock.since).toBeGreaterThanOrEqual(systemTime)
    mock.clock.reset()
    expect(persisted.save()).toBeUndefined()
    expect(journal.read().at(-1)).toMatchObject({ clock: null })
    expect((await open(journal)).mock.clock.moved).toBe(false)
  })

  test('that another mock has written to is taken over', async () => {
    const journal = new MemoryJournal()
    const [first, second] = [await open(journal), await open(journal)]
    await first.call('POST', TAGS, { json: { name: 'A' } })
    await second.persisted.reload()
    await second.call('POST', TAGS, { json: { name: 'B' } })
    await first.persisted.reload()
    expect(await readTagNames(first.call)).toEqual(['A', 'B'])
    first.mock.reset()
    expect(first.persisted.save()).toBeUndefined()
    await second.persisted.reload()
    expect(await readTagNames(second.call)).toEqual([])
    expect(await readTagNames((await open(journal)).call)).toEqual([])
    first.mock.setScenario('today')
    await first.call('POST', TAGS, { json: { name: 'C' } })
    await second.persisted.reload()
    await second.call('POST', TAGS, { json: { name: 'D' } })
    await first.persisted.reload()
    expect([first.mock.scenario, second.mock.scenario]).toEqual(['today', 'today'])
    expect(await readTagNames(first.call)).toEqual(await readTagNames(second.call))
    second.mock.reset()
    second.persisted.save()
    await first.persisted.reload()
    expect(first.mock.scenario).toBe('city')
  })

  test('of a mock whose records are loaded on demand has every change, also before the first read', async () => {
    const journal = new MemoryJournal()
    const data = { tags: [{ language: 'de', name: 'Mine' }] }
    const openOnDemand = async () => {
      const mock = createMock({ empty: true, now: NOW, data }, onDemandSource())
      const persisted = await persistMock({ mock, journal, name: '', now: NOW })
      return over(persisted)
    }
    await (await openOnDemand())('PUT', '/__calmock/clock', { json: { now: '2031-02-03' } })
    await (await openOnDemand())('POST', TAGS, { json: { name: 'A' } })
    const call = await openOnDemand()
    expect((await call('GET', '/__calmock/clock')).body.now).toBe('2031-02-03T00:00:00.000Z')
    expect(await readTagNames(call)).toEqual(['A', 'Mine'])
  })

  test('of a world that was reset restores a world without changes', async () => {
    const journal = new MemoryJournal()
    const { call } = await open(journal)
    await call('POST', TAGS, { json: { name: 'A' } })
    await call('POST', '/__calmock/reset')
    expect((await open(journal)).mock.world('default').isModified).toBe(false)
  })

  test('is compacted when it has grown, also after a restart', async () => {
    const journal = new MemoryJournal()
    for (const n of [1, 2, 3]) {
      const { call } = await open(journal)
      const { id } = (await call('POST', TAGS, { json: { name: `${n}` } })).body
      for (const m of [1, 2, 3, 4, 5, 6, 7, 8])
        await call('PATCH', `${TAGS}/${id}`, { json: { description: m + 'x'.repeat(100_000) } })
    }
    expect(journal.values.length).toBeLessThan(12)
    expect(await readTagNames((await open(journal)).call)).toEqual(['1', '2', '3'])
  })

  test.each([
    [{ seed: 2 }, 'options', 'was created with --seed 1 --events 0'],
    [{ empty: false, events: 3 }, 'options', 'not with --seed 1 --events 3'],
  ] as const)('is rejected by a mock with the options %o', async (options, fault, message) => {
    const journal = new MemoryJournal()
    await (await open(journal)).call('POST', TAGS, { json: { name: 'A' } })
    const error = await open(journal, options).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(JournalError)
    expect(error).toMatchObject({ fault, message: expect.stringContaining(message) })
  })

  test('with an invalid record is rejected, and the mock is unchanged', async () => {
    const journal = new MemoryJournal()
    const { call } = await open(journal)
    await call('PUT', '/__calmock/clock', { json: { now: '2031-02-03' } })
    await call('POST', TAGS, { json: { name: 'A' } })
    journal.values = journal.values.map((text) => text.replace('"name":"A"', '"name":1'))
    const mock = createTestMock({ empty: true, now: NOW })
    const before = mock.snapshot()
    const error = await persistMock({ mock, journal, name: '', now: NOW }).catch((error) => error)
    expect(error).toMatchObject({
      fault: 'content',
      message: expect.stringContaining('.name is 1'),
    })
    expect(mock.snapshot()).toEqual(before)
  })
})

describe('while the journal is full', () => {
  test('a write returns 507 and changes nothing, and the next write is saved', async () => {
    const journal = new MemoryJournal()
    const { call } = await open(journal)
    await call('POST', TAGS, { json: { name: 'A' } })
    journal.isFull = true
    for (const name of ['B', 'C']) {
      const { status, body } = await call('POST', TAGS, { json: { name } })
      expect([status, body.code]).toEqual([507, 'calmock_state_unwritten'])
      expect(body.message).toContain('the journal could not be written: no space left.')
    }
    journal.isFull = false
    const rejected = await call('POST', TAGS, { json: {} })
    expect(rejected.status).toBe(400)
    expect(await readTagNames((await open(journal)).call)).toEqual(['A'])
    expect((await call('POST', TAGS, { json: { name: 'D' } })).status).toBe(201)
    expect(await readTagNames((await open(journal)).call)).toEqual(['A', 'D'])
  })

  test('a change of the clock returns 507 and stays, and the next write saves both', async () => {
    const journal = new MemoryJournal()
    const { call } = await open(journal)
    journal.isFull = true
    const { status, body } = await call('PUT', '/__calmock/clock', { json: { now: '2031-02-03' } })
    expect([status, body.code]).toEqual([507, 'calmock_state_unwritten'])
    expect(body.message).toContain('The request succeeded, but the journal could not be written')
    journal.isFull = false
    expect((await call('POST', TAGS, { json: { name: 'A' } })).status).toBe(201)
    const restored = await open(journal)
    expect(restored.mock.clock.now().toISOString()).toBe('2031-02-03T00:00:00.000Z')
    expect(await readTagNames(restored.call)).toEqual(['A'])
  })

  test('a write whose step is the 51st keeps all 50 steps', async () => {
    const journal = new MemoryJournal()
    const { call, mock } = await open(journal)
    for (let n = 0; n < 50; n++) await call('POST', TAGS, { json: { name: `tag ${n}` } })
    journal.isFull = true
    expect((await call('POST', TAGS, { json: { name: 'A' } })).status).toBe(507)
    journal.isFull = false
    let undone = 0
    while (mock.undo()) undone++
    expect([undone, mock.isModified]).toEqual([50, false])
  })

  test('the first write of all returns 507 and changes nothing as well', async () => {
    const journal = new MemoryJournal()
    const { call } = await open(journal)
    journal.isFull = true
    expect((await call('POST', TAGS, { json: { name: 'A' } })).status).toBe(507)
    journal.isFull = false
    expect((await call('POST', TAGS, { json: { name: 'B' } })).status).toBe(201)
    expect(await readTagNames((await open(journal)).call)).toEqual(['B'])
  })

  test('all of several simultaneous writes return 507, and reads and rejected writes do not', async () => {
    const journal = new MemoryJournal()
    const { call } = await open(journal)
    journal.isFull = true
    const names = ['A', 'B', 'C', undefined]
    const answers = await Promise.all([
      ...names.map((name) => call('POST', TAGS, { json: { name } })),
      call('GET', TAGS),
    ])
    expect(answers.map(({ status }) => status)).toEqual([507, 507, 507, 400, 200])
  })

  test('a simultaneous write is saved if the journal has room again', async () => {
    const journal = new MemoryJournal()
    const { call } = await open(journal)
    await call('POST', TAGS, { json: { name: 'A' } })
    let attempts = 0
    const { append } = journal
    journal.append = (value) => {
      if (++attempts === 1) throw new Error('no space left')
      append.call(journal, value)
    }
    const answers = await Promise.all(
      ['B', 'C'].map((name) => call('POST', TAGS, { json: { name } })),
    )
    expect(answers.map(({ status }) => status)).toEqual([507, 201])
    expect(await readTagNames((await open(journal)).call)).toEqual(['A', 'C'])
  })
})
