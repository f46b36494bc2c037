import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMock } from '../../src/create-mock.ts'
import { inlineSource } from '../../src/seed/source/inline-source.ts'
import { RecordCaches } from '../../src/world/record-caches.ts'
import { type Call, createTestMock, fresh, NOW, over } from '../call.ts'
import { make, options, textOf, write } from './writes.ts'

const DE = '/de/cal/events/v1'

/** Almost two megabytes in memory: one character is outside Latin-1. */
const LARGE = `Ā${'x'.repeat(999_000)}`

const postLarge = (call: Call, prefix = '', name = 'Neu') =>
  call('POST', `${prefix}${DE}/venues`, { json: { venue: name, description: LARGE } })

test('a mock whose caches are full returns the same bytes as one whose caches are not', {
  timeout: 120_000,
}, async () => {
  const worlds = ['', '/~a', '/~b']
  const step = fc.record({ world: fc.constantFrom(...worlds), write })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const [small, large] = [new RecordCaches(100), new RecordCaches()].map((caches) =>
        over(createMock({ now: NOW, ...options }, inlineSource(), { caches })),
      )
      if (!small || !large) throw new Error('two mocks')
      const send = (call: Call, prefix: string): Call =>
        ((method, target, init) => call(method, prefix + target, init)) as Call
      for (const { world, write } of steps)
        for (const call of [small, large]) await make(send(call, world), write)
      for (const world of worlds) {
        expect(await textOf(send(small, world))).toBe(await textOf(send(large, world)))
        const state = (await small('GET', `${world}/__calmock/world`)).text
        expect(state).toBe((await large('GET', `${world}/__calmock/world`)).text)
      }
    }),
    { numRuns: 15 },
  )
})

describe('a mock whose memory is full of written records', () => {
  async function createFullMock() {
    const call = fresh({ empty: true, maxMemory: 20 })
    const answers = []
    for (let n = 0; n < 20; n++) answers.push(await postLarge(call, n % 2 ? '/~a' : '', `v${n}`))
    const failed = answers.filter(({ status }) => status === 507)
    expect(failed.length).toBeGreaterThan(5)
    return { call, failed }
  }

  test('it rejects writes with 507, the reason and the remedy', async () => {
    const { call, failed } = await createFullMock()
    expect(failed[0]?.body).toEqual({
      code: 'calmock_memory_full',
      message:
        'Written records may take at most 20 MB of memory; reset or delete a world, or raise maxMemory.',
      data: { status: 507 },
    })
    expect((await postLarge(call, '/~new')).status).toBe(507)
  })

  test('it accepts reads and small writes, and lists exactly the written records', async () => {
    const { call, failed } = await createFullMock()
    const totals = await Promise.all(
      ['', '/~a'].map(async (prefix) => (await call('GET', `${prefix}${DE}/venues`)).body.total),
    )
    expect(totals[0] + totals[1]).toBe(20 - failed.length)
    expect((await call('POST', `${DE}/tags`, { form: 'name=Neu' })).status).toBe(201)
  })

  test.each([
    ['a reset of a world', 'POST', '/~a/__calmock/reset'],
    ['the removal of a world', 'DELETE', '/__calmock/worlds/a'],
    ['a change of the scenario', 'PUT', '/~a/__calmock/scenario'],
  ])('it accepts large writes again after %s', async (_, method, target) => {
    const { call } = await createFullMock()
    const init = method === 'PUT' ? { json: { scenario: 'one' } } : {}
    expect((await call(method, target, init)).status).toBeLessThan(300)
    expect((await postLarge(call)).status).toBe(201)
  })

  test('it rejects a snapshot that does not fit, and changes nothing', async () => {
    const source = createTestMock({ now: NOW, empty: true })
    for (let n = 0; n < 10; n++) await postLarge(over(source), '', `v${n}`)
    const mock = createTestMock({ now: NOW, empty: true, maxMemory: 10 })
    await postLarge(over(mock))
    const before = JSON.stringify(mock.snapshot())
    expect(() => mock.restore(source.snapshot())).toThrow(/at most 10 MB of memory/)
    expect(JSON.stringify(mock.snapshot())).toBe(before)
    mock.restore(mock.snapshot()) // it replaces the records, so it needs no more memory
    expect(JSON.stringify(mock.snapshot())).toBe(before)
  })
})

test('an update of the same record does not fill the memory', async () => {
  const call = fresh({ empty: true, maxMemory: 10 })
  const { id } = (await postLarge(call)).body
  for (let n = 0; n < 10; n++) {
    const json = { description: `${LARGE}${n}` }
    expect((await call('PATCH', `${DE}/venues/${id}`, { json })).status).toBe(200)
  }
})
