import { expect, test } from 'vitest'
import { createMock } from '../../src/create-mock.ts'
import { inlineSource, landmarks } from '../../src/seed/source/inline-source.ts'
import { NOW, over } from '../call.ts'

const DE = '/de/cal/events/v1'
const jazz = `${DE}/events/${landmarks.events.jazzNight.id.de}`
const TAG = { json: { name: 'Neu', description: 'x'.repeat(5000) } }

function create(options = {}) {
  let time = 0
  const source = { ...inlineSource(), systemNow: () => time }
  const mock = createMock({ now: NOW, maxRequests: 0, ...options }, source)
  const wait = (minutes: number) => {
    time += minutes * 60_000
  }
  return { mock, call: over(mock), wait }
}
type Created = ReturnType<typeof create>

/** Returns the bytes that a mock counts, without the bytes of the steps to undo. */
const bytesOf = ({ memory, worlds, world }: Created['mock']): number =>
  worlds
    .flatMap((name) => world(name).history.stored.steps)
    .reduce((sum, { bytes }) => sum - bytes, memory.bytes)

test.each<[string, Record<string, number>, (created: Created) => unknown]>([
  ['a reset', { maxRequests: 9 }, ({ call }) => call('POST', '/~mine/__calmock/reset')],
  ['another scenario', {}, ({ mock }) => mock.world('mine').setScenario('one')],
  ['the removal of its world', { maxRequests: 9 }, ({ mock }) => mock.removeWorld('mine')],
  [
    'the eviction of its idle world',
    { maxRequests: 9 },
    ({ mock, wait }) => {
      wait(61)
      mock.world('other')
    },
  ],
  ['the eviction of one world too many', { maxWorlds: 1 }, ({ mock }) => mock.world('other')],
  ['a snapshot', {}, ({ mock }) => mock.world('mine').restore(mock.snapshot())],
])('everything that was counted is gone after %s', async (_, options, act) => {
  const created = create(options)
  const { mock, call } = created
  for (const headers of [{}, { 'x-calmock-scenario': 'empty' }, { 'x-calmock-scenario': 'rtl' }])
    await call('POST', `/~mine${DE}/tags`, { ...TAG, headers })
  await call('DELETE', `/~mine${jazz}`)
  expect(mock.memory.bytes).toBeGreaterThan(15_000)
  await act(created)
  expect(bytesOf(mock)).toBe(0)
})

test('at the maximum the oldest entries of the least recently used log go first, then writes are rejected', async () => {
  const { mock, call } = create({ maxMemory: 1, maxRequests: 1000, maxLoggedBody: 0 })
  const read = (world: string, n: number) => call('GET', `/~${world}${DE}/tags/1?q=${n}`)
  for (const world of ['a', 'b']) for (let n = 0; n < 50; n++) await read(world, n)
  for (let n = 50; n < 350; n++) await read('b', n)
  expect(mock.memory.bytes).toBeLessThanOrEqual(250_000) // a quarter of the maximum
  expect(mock.world('a').requests).toEqual([])
  expect(mock.world('b').requests.at(-1)?.query).toEqual({ q: '349' })
  const description = 'x'.repeat(90_000)
  const statuses = []
  for (let n = 0; n < 12; n++) {
    const json = { name: `n${n}`, description }
    statuses.push((await call('POST', `${DE}/tags`, { json })).status)
  }
  expect(statuses).toEqual([...Array(11).fill(201), 507])
  expect(mock.memory.bytes).toBeLessThanOrEqual(1_000_000)
  const { id } = (await call('GET', `${DE}/tags?search=n10&hide_empty=false`)).body.tags[0]
  expect((await call('DELETE', `${DE}/tags/${id}`)).status).toBe(200)
})
