import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { persistMock } from '../../src/world/persist.ts'
import { type Call, createTestMock, fresh, NOW, over } from '../call.ts'
import { MemoryJournal } from './memory-journal.ts'

const DE = '/de/cal/events/v1'
const at = (path: string) => `/__calmock${path}`

/** Returns the state of a world as clients see it, with hashes of long texts. */
async function stateOf(call: Call, prefix = '') {
  const paths = [
    at('/world'),
    at('/clock'),
    at('/faults'),
    `${DE}/events?per_page=50`,
    `${DE}/tags`,
  ]
  return Promise.all(
    paths.map(async (path) => {
      const text = (await call('GET', prefix + path)).text.replaceAll('/~b/', '/')
      return text.length < 300 ? text : createHash('sha256').update(text).digest('hex')
    }),
  )
}

/** A change, and the name of its step. */
type Change = readonly [string, (call: Call, id: number) => Promise<unknown>]

const EVENT = {
  json: { title: 'Neu', start_date: '2030-01-08 10:00:00', end_date: '2030-01-08 11:00:00' },
}

const changes: readonly Change[] = [
  [`POST ${DE}/events`, (call) => call('POST', `${DE}/events`, EVENT)],
  [
    `POST ${DE}/events`,
    (call) =>
      call('POST', `${DE}/events`, {
        json: { ...EVENT.json, venue: { venue: 'Halle' }, tags: ['A'] },
      }),
  ],
  [
    `PATCH ${DE}/events/ID`,
    (call, id) => call('PATCH', `${DE}/events/${id}`, { json: { title: 'B' } }),
  ],
  [`POST ${DE}/events/ID`, (call, id) => call('POST', `${DE}/events/${id}?_method=PUT`, EVENT)],
  [`DELETE ${DE}/events/ID`, (call, id) => call('DELETE', `${DE}/events/${id}`)],
  ['POST /__calmock/checkpoints/first', (call) => call('POST', at('/checkpoints/first'))],
  [
    `POST ${DE}/tags`,
    (call) =>
      call('POST', `${DE}/tags`, { json: { name: 'B' }, headers: { 'x-calmock-scenario': 'one' } }),
  ],
  ['POST /__calmock/reset', (call) => call('POST', at('/reset'))],
  [
    'PUT /__calmock/scenario',
    (call) => call('PUT', at('/scenario'), { json: { scenario: 'one' } }),
  ],
  ['PUT /__calmock/world', async (call) => call('PUT', at('/world'), { json: await pristine() })],
]

const pristine = async () => (await fresh()('GET', at('/world'))).body

/** Creates a world with a checkpoint and a state that nothing else has: an event, a deleted one, a fault, another time. */
async function createEdited() {
  const call = fresh()
  await call('PUT', at('/checkpoints/first'))
  const { id } = (await call('POST', `${DE}/events`, EVENT)).body
  await call('DELETE', `${DE}/events/102`)
  await call('PUT', at('/faults'), { json: { faults: ['GET /venues 503'] } })
  await call('PUT', at('/clock'), { json: { now: '2030-02-01T08:00:00Z' } })
  return { call, id: Number(id) }
}

describe('POST /undo', () => {
  test('a step keeps at most 200 characters of its request', async () => {
    const call = fresh({ sites: ['en'] })
    const { body } = await call('POST', '/en/cal/events/v1/tags', { json: { name: 'A' } })
    const path = `/en/cal/events/v1/tags/${'0'.repeat(15_000)}${body.id}`
    expect((await call('PATCH', path, { json: { name: 'B' } })).status).toBe(200)
    const undone = await call('POST', at('/undo'))
    expect(undone.body.undone).toBe(`PATCH ${path}`.slice(0, 200))
    const tag = await call('GET', `/en/cal/events/v1/tags/${body.id}`)
    expect(tag.body.name).toBe('A')
  })

  test.each(changes)('takes back %s to the byte', async (name, change) => {
    const { call, id } = await createEdited()
    const before = await stateOf(call)
    await change(call, id)
    expect(await stateOf(call)).not.toEqual(before)
    const undone = await call('POST', at('/undo'))
    expect([undone.status, undone.body]).toEqual([
      200,
      { undone: name.replace('ID', String(id)), left: 2 },
    ])
    expect(await stateOf(call)).toEqual(before)
    expect((await call('POST', `${DE}/events`, EVENT)).body.id).toBe(id + 1)
  })

  test('takes back all changes, one after the other, and then says that nothing is left', async () => {
    const { call, id } = await createEdited()
    const states = []
    for (const [, change] of changes) {
      states.push(await stateOf(call))
      await change(call, id)
    }
    const { undo } = (await call('GET', at('/checkpoints'))).body
    const names = undo.map(({ action }: { action: string }) => action)
    for (const state of states.reverse()) {
      expect((await call('POST', at('/undo'))).body.undone).toBe(names.shift())
      expect(await stateOf(call)).toEqual(state)
    }
    for (let n = 0; n < 2; n++) await call('POST', at('/undo'))
    const { status, body } = await call('POST', at('/undo'))
    expect([status, body.code, body.message]).toEqual([
      409,
      'calmock_nothing_to_undo',
      'There is no write, reset, restore or change of the scenario to undo.',
    ])
  })

  test('keeps a clock and faults that were set after a write or another scenario', async () => {
    const { call } = await createEdited()
    await call('PUT', at('/scenario'), { json: { scenario: 'one' } })
    await call('PUT', at('/clock'), { json: { now: '2031-01-01', frozen: false } })
    await call('PUT', at('/faults'), { json: { faults: [] } })
    await call('POST', at('/undo'))
    expect((await call('GET', at('/clock'))).body).toEqual({
      now: expect.stringContaining('2031-01-01T00:00:0'),
      frozen: false,
    })
    expect((await call('GET', at('/faults'))).body).toEqual({ faults: [] })
    expect((await call('GET', at('/scenario'))).body).toEqual({ scenario: 'city' })
  })

  test('is not for requests that change nothing', async () => {
    const call = fresh()
    await call('POST', at('/reset'))
    await call('POST', `${DE}/events`, { json: { title: 'no date' } })
    await call('GET', `${DE}/events`)
    await call('POST', `${DE}/tags`, { json: { name: 'A' }, headers: { 'x-calmock-fault': '503' } })
    expect((await call('GET', at('/checkpoints'))).body).toEqual({ checkpoints: [], undo: [] })
  })

  test('has the latest 50 changes of its own world', async () => {
    const call = fresh({ empty: true })
    for (let n = 0; n < 60; n++) await call('POST', `/~a${DE}/tags`, { json: { name: `n${n}` } })
    expect((await call('POST', at('/undo'))).status).toBe(409)
    for (let n = 0; n < 50; n++)
      expect((await call('POST', `/~a${at('/undo')}`)).body.left).toBe(49 - n)
    expect((await call('POST', `/~a${at('/undo')}`)).status).toBe(409)
    expect((await call('GET', `/~a${DE}/tags?hide_empty=false`)).body.total).toBe(10)
  })

  test('takes back what a program wrote to the database', () => {
    const mock = createTestMock({ empty: true, now: NOW })
    const before = JSON.stringify(mock.snapshot())
    mock.db.tag.create({ id: 500, language: 'de', slug: 'a', name: 'A', group: 500 })
    mock.db.tag.update({ where: { id: { equals: 500 } }, data: { name: 'B' } })
    expect([mock.undo(), mock.db.tag.getAll()[0]?.name]).toEqual(['db.tag 500', 'A'])
    expect([mock.undo(), mock.undo()]).toEqual(['db.tag 500', undefined])
    expect(JSON.stringify(mock.snapshot())).toBe(before)
  })
})

describe('checkpoints', () => {
  test('are saved, listed, replaced, restored and removed under any name', async () => {
    const { call } = await createEdited()
    const path = at(`/checkpoints/${encodeURIComponent('قبل / after 100 %')}`)
    const before = await stateOf(call)
    const saved = await call('PUT', path)
    expect([saved.status, saved.body]).toEqual([
      201,
      {
        name: 'قبل / after 100 %',
        saved: expect.stringMatching(/^20.*Z$/),
        bytes: expect.any(Number),
      },
    ])
    expect((await call('PUT', path)).status).toBe(200)
    const { checkpoints } = (await call('GET', at('/checkpoints'))).body
    expect(checkpoints.map(({ name }: { name: string }) => name)).toEqual([
      saved.body.name,
      'first',
    ])
    expect(checkpoints[0].bytes).toBeGreaterThan(checkpoints[1].bytes)
    await call('POST', at('/reset'))
    expect((await call('POST', path)).body).toEqual(checkpoints[0])
    expect(await stateOf(call)).toEqual(before)
    expect((await call('DELETE', path)).status).toBe(204)
    expect((await call('POST', path)).body.message).toBe(
      'The world has no checkpoint of this name; it has: first.',
    )
  })

  test('of a world are at most 20, with names of 1 to 64 characters', async () => {
    const call = fresh({ empty: true })
    for (let n = 0; n < 20; n++)
      expect((await call('PUT', at(`/checkpoints/${n}`))).status).toBe(201)
    expect((await call('PUT', at('/checkpoints/3'))).status).toBe(200)
    for (const [name, message] of [
      ['20', 'The world has 20 checkpoints, the maximum; remove one'],
      ['x'.repeat(65), 'accepted: 1 to 64 characters'],
      ['a%00', 'accepted: 1 to 64 characters'],
    ]) {
      const { status, body } = await call('PUT', at(`/checkpoints/${name}`))
      expect([status, body.message]).toEqual([400, expect.stringContaining(message ?? '')])
    }
    expect((await call('PUT', '/~other/__calmock/checkpoints/20')).status).toBe(201)
    expect((await call('POST', '/~other/__calmock/checkpoints/3')).status).toBe(404)
  })

  test('begin a new world, which has the checkpoint and is reset to it', async () => {
    const { call } = await createEdited()
    await call('PUT', at('/checkpoints/edited'))
    const before = await stateOf(call)
    const made = await call('POST', at('/worlds'), { json: { name: 'b', from: 'edited' } })
    expect(made.status).toBe(201)
    const begun = await stateOf(call, '/~b')
    expect(begun).toEqual(before)
    await call('POST', `/~b${DE}/events`, EVENT)
    await call('PUT', `/~b${at('/faults')}`, { json: { faults: [] } })
    await call('POST', `/~b${at('/reset')}`)
    expect(await stateOf(call, '/~b')).toEqual(begun)
    expect(await stateOf(call)).toEqual(before)
  })

  test.each([
    [{ from: 'none' }, 'Invalid from "none"; accepted: none'],
    [{ from: '__proto__' }, 'Invalid from "__proto__"'],
    [{ from: 'first', scenario: 'one' }, 'send from without both'],
    [{ from: 5 }, 'Invalid from 5'],
  ])('POST /worlds rejects %o and creates nothing', async (json, message) => {
    const call = fresh({ empty: true })
    const { status, body } = await call('POST', at('/worlds'), { json: { name: 'b', ...json } })
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)])
    expect((await call('GET', at('/worlds'))).body.worlds).toHaveLength(1)
  })
})

describe('memory', () => {
  const large = (name: string) => ({ json: { name, description: 'x'.repeat(100_000) } })

  test('checkpoints count as records, and are rejected with 507 when they do not fit', async () => {
    const mock = createTestMock({ empty: true, now: NOW, maxMemory: 1, maxRequests: 0 })
    const call = over(mock)
    for (let n = 0; n < 3; n++) await call('POST', `${DE}/tags`, large(`n${n}`))
    const statuses = []
    for (let n = 0; n < 4; n++) statuses.push((await call('PUT', at(`/checkpoints/${n}`))).status)
    expect(statuses).toEqual([201, 201, 507, 507])
    expect((await call('POST', at('/worlds'), { json: { from: '1' } })).status).toBe(507)
    expect(mock.memory.bytes).toBeLessThanOrEqual(1_000_000)
    for (const n of [0, 1]) await call('DELETE', at(`/checkpoints/${n}`))
    await call('POST', at('/reset'))
    expect(mock.memory.bytes).toBeLessThan(250_000) // of steps
  })

  test('the oldest steps go when memory is short, and writes are accepted as without them', async () => {
    const mock = createTestMock({ empty: true, now: NOW, maxMemory: 1, maxRequests: 0 })
    const call = over(mock)
    const { id } = (await call('POST', `${DE}/tags`, large('A'))).body
    for (let n = 0; n < 9; n++)
      expect((await call('PATCH', `${DE}/tags/${id}`, large(`n${n}`))).status).toBe(200)
    expect(mock.memory.bytes).toBeLessThanOrEqual(350_000)
    const { undo } = (await call('GET', at('/checkpoints'))).body
    expect(undo).toHaveLength(2)
    expect((await call('POST', at('/undo'))).body).toEqual({
      undone: `PATCH ${DE}/tags/${id}`,
      left: 1,
    })
    expect((await call('GET', `${DE}/tags/${id}`)).body.name).toBe('n7')
  })
})

test('checkpoints and steps are in the journal, also of changes that are appended and compacted', async () => {
  const journal = new MemoryJournal()
  const open = async () => {
    const mock = createTestMock({ now: NOW, events: 2 })
    const saved = await persistMock({ mock, journal, name: 'the journal', now: NOW })
    return { mock, saved, call: over(saved) }
  }
  const first = await open()
  const states: unknown[] = []
  const write = async (call: Call, method: string, path: string, json: object) => {
    states.push(await stateOf(call))
    expect((await call(method, path, { json })).status).toBeLessThan(300)
  }
  await write(first.call, 'POST', `${DE}/tags`, { name: 'A' })
  await first.call('PUT', at('/checkpoints/first'))
  await write(first.call, 'DELETE', `${DE}/events/102`, {})
  const second = await open()
  await write(second.call, 'PUT', at('/scenario'), { scenario: 'one' })
  await write(second.call, 'POST', `${DE}/tags`, { name: 'B' })
  await write(second.call, 'POST', at('/checkpoints/first'), {})
  second.saved.compact()
  const { call, mock } = await open()
  expect(mock.history.stored).toEqual(second.mock.history.stored)
  for (const state of states.reverse()) {
    expect((await call('POST', at('/undo'))).status).toBe(200)
    expect(await stateOf(call)).toEqual(state)
  }
  expect((await (await open()).call('GET', at('/checkpoints'))).body).toMatchObject({
    checkpoints: [{ name: 'first' }],
    undo: [],
  })
})

describe('a journal whose first line was edited', () => {
  /** Returns a mock from a journal whose saved world was edited. */
  async function openEdited(edit: (saved: Record<string, unknown[]>) => object) {
    const mock = createTestMock({ now: NOW, empty: true })
    const journal = new MemoryJournal()
    const options = { journal, name: 'the journal', now: NOW }
    const saved = await persistMock({ mock, ...options })
    const call = over(saved)
    for (const name of ['A', 'B']) {
      await call('POST', `${DE}/tags`, { json: { name } })
      await call('PUT', at(`/checkpoints/${name}`))
    }
    saved.compact()
    journal.values = journal.values.map((text) => JSON.stringify(edit(JSON.parse(text))))
    return persistMock({ mock: createTestMock({ now: NOW, empty: true }), ...options }).then(over)
  }
  const readNames = async (call: Call) =>
    (await call('GET', `${DE}/tags?hide_empty=false`)).body.tags.map(
      ({ name }: { name: string }) => name,
    )

  test.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['a list', '[]'],
    ['100,000 lists', '['.repeat(100_000)],
    ['a wrong time', '{"seed":1,"events":0,"now":7}'],
    ['wrong changes', `{"changes":{"city":{}}}`],
  ])(
    'with %s as a checkpoint and a step refuses these, and all others can be used',
    async (_, json) => {
      const call = await openEdited(({ checkpoints = [], steps = [], ...saved }) => {
        const damaged = { name: 'damaged', time: '2030-01-07T12:00:00Z', json }
        return { ...saved, checkpoints: [damaged, ...checkpoints], steps: [...steps, damaged] }
      })
      for (const path of ['/checkpoints/damaged', '/undo'])
        expect(await call('POST', at(path))).toMatchObject({
          status: 400,
          body: { code: 'calmock_invalid' },
        })
      expect(await readNames(call)).toEqual(['A', 'B'])
      expect((await call('POST', at('/undo'))).body.undone).toBe(`POST ${DE}/tags`)
      expect(await readNames(call)).toEqual(['A'])
      expect((await call('POST', at('/checkpoints/B'))).status).toBe(200)
      expect(await readNames(call)).toEqual(['A', 'B'])
    },
  )

  const state = { name: 'a', time: '2030-01-07T12:00:00Z', json: '{}' }
  test.each([
    ['checkpoints', {}, 'a list of at most 20'],
    ['checkpoints', [1], 'an object'],
    ['checkpoints', [{ ...state, name: 7 }], 'a string'],
    ['checkpoints', [{ ...state, name: 'x'.repeat(65) }], '1 to 64 characters'],
    ['checkpoints', [state, state], 'each name once'],
    ['checkpoints', Array.from({ length: 5000 }, () => state), 'a list of at most 20'],
    ['steps', [{ ...state, json: {} }], 'a string'],
    ['steps', [{ ...state, time: 'x' }], 'an instant'],
    ['steps', Array.from({ length: 51 }, () => state), 'a list of at most 50'],
  ])('is refused with these %s: %#', async (member, states, message) => {
    const opened = openEdited((saved) => ({ ...saved, [member]: states }))
    await expect(opened).rejects.toMatchObject({
      fault: 'content',
      message: expect.stringContaining(`accepted: ${message}`),
    })
  })
})
