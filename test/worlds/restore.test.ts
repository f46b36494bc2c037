import fc from 'fast-check'
import { expect, test } from 'vitest'
import { languages } from '../../src/contract/site.ts'
import type { Snapshot } from '../../src/world/world.ts'
import { type Call, createTestMock, fresh, NOW, over } from '../call.ts'
import { leastOf } from '../http/world.ts'
import { make, textOf, options as twoSites, type Write, write } from './writes.ts'

const COLLECTIONS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const
const KINDS = ['event', 'venue', 'organizer', 'category', 'tag']
const SITES = ['de', 'hi', 'en'] as const
const options = { now: NOW, events: 3, sites: SITES }

/** Returns a mock with writes in two scenarios. */
async function createWrittenMock(writes: readonly Write[]) {
  const mock = createTestMock(options)
  const call = over(mock)
  const parent = (await call('POST', '/de/cal/events/v1/categories', { form: 'name=A' })).body.id
  const event = {
    ...leastOf('events'),
    categories: [{ name: 'B', parent }],
    tags: ['neu'],
    venue: { venue: 'Ort', image: 'https://images.test/a.png' },
    organizer: { organizer: 'Wer' },
  }
  for (const scenario of ['city', 'rtl'])
    await call('POST', '/de/cal/events/v1/events', {
      json: event,
      headers: { 'x-calmock-scenario': scenario },
    })
  for (const one of writes) await make(call, one)
  return { mock, call }
}

/** Values by type that replace a value of a snapshot. */
const replacements: Readonly<Record<string, readonly unknown[]>> = {
  number: [0, 1, -1, 1.5, 100, 704, 7000, 2 ** 31, 2 ** 52, 2 ** 53 - 1],
  string: [
    ...['', 'x', 'a+b', '\u0000\uD800', '__proto__', '<b>', 'https://x.test/%', 'javascript:x'],
    ...['trash', 'future', 'draft', 'pending', 'private', 'ar', 'de', 'Nope/Zone', 'Asia/Tokyo'],
    ...['0000-00-00 00:00:00', '2030-02-30 10:00:00', '9999-12-31 23:59:59', '0001-01-01 00:00:00'],
  ],
  boolean: [true, false],
  object: [null, [], [1], [0], [-1], ['x'], [704, 704], {}, { a: 1 }],
}
const anyReplacement = Object.values(replacements).flat()

/** A change of a snapshot: the value at one of its places is replaced, removed, or moved to another key. */
const mutation = fc.record({
  place: fc.nat(),
  action: fc.constantFrom(
    ...'retype remove rename copy copy'.split(' '),
    ...Array(9).fill('replace'),
  ),
  other: fc.nat(),
})
/** A generated mutation. */
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never

interface Place {
  readonly parent: Record<string, unknown>
  readonly key: string
}

/** Returns all places of a JSON value. */
const listPlaces = (value: unknown): Place[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, child]) => [
        { parent: value as Record<string, unknown>, key },
        ...listPlaces(child),
      ])

function mutate(snapshot: object, { place, action, other }: Mutation): void {
  const places = listPlaces(snapshot)
  const chosen = places[place % places.length]
  if (!chosen) return
  const { parent, key } = chosen
  const before = parent[key]
  const sameType = places.filter((source) => typeof source.parent[source.key] === typeof before)
  const source = sameType[other % sameType.length] ?? chosen
  const values = action === 'retype' ? anyReplacement : (replacements[typeof before] ?? [])
  if (action === 'remove' || action === 'rename') delete parent[key]
  if (action === 'rename') parent[source.key] = before
  if (action === 'copy') parent[key] = structuredClone(source.parent[source.key])
  if (action === 'replace' || action === 'retype') parent[key] = values[other % values.length]
}

/** Reads and writes everything that a snapshot names. A response with a status of 500 or more fails. */
async function useRecords(call: Call, snapshot: Snapshot): Promise<void> {
  const send: Call = async (...request) => {
    const answer = await call(...request)
    expect([request, answer.status >= 500]).toEqual([request, false])
    return answer
  }
  const scenarios = [snapshot.scenario, ...Object.keys(snapshot.scenarios ?? {})]
  for (const scenario of scenarios) {
    const headers = { 'x-calmock-scenario': scenario }
    const { records } =
      scenario === snapshot.scenario ? snapshot : (snapshot.scenarios?.[scenario] ?? snapshot)
    for (const site of SITES) {
      const base = `/${site}/cal/events/v1`
      const statuses = 'status=publish,future,draft,pending,private,trash'
      for (const collection of COLLECTIONS) {
        const query = `hide_empty=true&${statuses}&per_page=50&start_date=0001-01-01&end_date=9999-12-31`
        await send('GET', `${base}/${collection}?${query}`, { headers })
        await send('GET', `${base}/${collection}`, { headers })
      }
      for (const [n, collection] of COLLECTIONS.entries())
        for (const id of Object.keys(records[KINDS[n] ?? ''] ?? {})) {
          await send('GET', `${base}/${collection}/${id}?password=x`, { headers })
          await send('GET', `/__calmock/pictures/${id}.svg`, { headers })
        }
    }
    await writeRecords(send, records, headers)
  }
}

async function writeRecords(
  send: Call,
  records: Snapshot['records'],
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const base = '/de/cal/events/v1'
  const created = []
  for (const collection of COLLECTIONS) {
    const { status, body } = await send('POST', `${base}/${collection}`, {
      json: { ...leastOf(collection), slug: 'new' },
      headers,
    })
    if (status === 201) created.push({ collection, id: body.id })
  }
  for (const { collection, id } of created)
    for (const other of COLLECTIONS)
      expect((await send('GET', `${base}/${other}/${id}`, { headers })).status).toBe(
        other === collection ? 200 : 404,
      )
  for (const [n, collection] of COLLECTIONS.entries())
    for (const id of Object.keys(records[KINDS[n] ?? ''] ?? {})) {
      const json = { ...leastOf(collection), status: 'publish' }
      await send('PATCH', `${base}/${collection}/${id}`, { json, headers })
      await send('DELETE', `${base}/${collection}/${id}`, { headers })
    }
}

test('a mutated snapshot is rejected without a change, or every record of it can be read and written', async () => {
  const counts = { accepted: 0, rejected: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.array(write, { maxLength: 4 }),
      fc.array(mutation, { minLength: 1, maxLength: 2 }),
      async (writes, mutations) => {
        const { mock, call } = await createWrittenMock(writes)
        const before = JSON.stringify(mock.snapshot())
        const snapshot = JSON.parse(before)
        for (const one of mutations) mutate(snapshot, one)
        const { status } = await call('PUT', '/__calmock/world', { json: snapshot })
        if (status === 204) {
          counts.accepted++
          await useRecords(call, JSON.parse(JSON.stringify(mock.snapshot())))
          return
        }
        counts.rejected++
        expect(status).toBe(400)
        expect(JSON.stringify(mock.snapshot())).toBe(before)
      },
    ),
    { numRuns: Number(process.env.RUNS ?? 60) },
  )
  expect(Math.min(counts.accepted, counts.rejected)).toBeGreaterThan(5)
}, 120_000)

test('a snapshot of one mock is accepted by another one of the same options in any scenario', async () => {
  const names = 'orphans duplicates half-translated drafts password nulls pseudo'.split(' ')
  const path = '/de/cal/events/v1/events'
  for (const scenario of names) {
    const mock = createTestMock({ ...options, scenario, sites: languages })
    const call = over(mock)
    const { events } = (await call('GET', `${path}?status=draft,publish`)).body
    for (const { id } of events) await call('DELETE', `${path}/${id}`)
    const other = createTestMock({ ...options, scenario, sites: languages })
    other.restore(mock.snapshot())
    expect(other.snapshot()).toEqual(mock.snapshot())
  }
})

test('a state imported into another mock returns the same bytes, and a reset the initial ones', async () => {
  const start = await textOf(fresh(twoSites))
  await fc.assert(
    fc.asyncProperty(fc.array(write, { maxLength: 12 }), fc.boolean(), async (writes, moves) => {
      const [here, there] = [fresh(twoSites), fresh(twoSites)]
      const readState = async (call: Call) => (await call('GET', '/__calmock/world')).text
      for (const one of writes) await make(here, one)
      if (moves) await here('PUT', '/__calmock/clock', { json: { advance: 'PT30H' } })
      const state = await readState(here)
      const put = await there('PUT', '/__calmock/world', { raw: state })
      expect([put.status, put.text]).toEqual([204, ''])
      expect(await readState(there)).toBe(state)
      expect(await textOf(there)).toBe(await textOf(here))
      const next = { ...writes[0], method: 'POST', site: 'de', collection: 'tags', text: 'next' }
      for (const call of [here, there]) await make(call, next as Write)
      expect(await readState(there)).toBe(await readState(here))
      await here('POST', '/__calmock/reset')
      expect(await textOf(here)).toBe(start)
    }),
    { numRuns: 25 },
  )
})
