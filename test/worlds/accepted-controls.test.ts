/** Every body that a control route accepts leaves a state that can be restored, also when a running clock has passed the last year. */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Schema } from '../../src/contract/params/param.ts'
import { controlRoutes } from '../../src/control/routes.ts'
import { controlSchemas } from '../../src/control/schemas.ts'
import { omitUndefined } from '../../src/options/option-types.ts'
import { persistMock } from '../../src/world/persist.ts'
import { createTestMock, NOW, over } from '../call.ts'
import { MemoryJournal } from './memory-journal.ts'

const DAY = 86_400_000

const START = Date.parse('2026-01-05T08:00:00.345Z')

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: START }))
afterEach(() => void vi.useRealTimers())

const times = [
  ...[
    'today',
    'real',
    '2030-01-07',
    '0001-01-01',
    '0001-01-01T00:00:00+14:00',
    '9000-12-31T23:59:59Z',
  ],
  ...['9000-12-31T23:59:59.999-12:00', '9001-01-01', '0000-12-31', '10000-01-01', '2030-02-30', ''],
]
/** Values by the name of a property; a third of the values has another type or text. */
const texts: Readonly<Record<string, readonly string[]>> = {
  now: times,
  anchor: times,
  advance: ['P1D', '-PT2H', 'P9999999D', '-P999999W', 'PT0S', 'P', 'P1Y', `P${'9'.repeat(400)}D`],
  scenario: [
    'city',
    'empty',
    'one',
    'rtl+no-images',
    'past-only',
    'huge+',
    '__proto__',
    'city+city',
    '',
  ],
  faults: ['* 503 10%', 'GET /events 500 2x', 'drop', '* 999', '', '* 503 1e9x', 'POST * 429 0%'],
  delay: ['0', '5', '2-8', '8-2', '-1', '1e3', '99999999999', ' 3 '],
  from: ['*'],
  name: ['a', 'mine', 'default', '__proto__', 'A', 'x'.repeat(65), ''],
}
const slips: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  2 ** 53,
  'x\u0000\ud800',
  [],
  ['x'],
  {},
  { toString: 1 },
]

type Shape = Readonly<Record<'properties' | 'items' | 'anyOf' | '$ref' | 'type', never>>

/** Returns a generator of values of a schema, most of them valid. */
function generate(schema: Schema, name: string): fc.Arbitrary<unknown> {
  const { $ref, type = 'string', anyOf, items, properties } = schema as Shape
  if ($ref) return generate(controlSchemas[String($ref).split('/').at(-1) as 'Clock'], name)
  if (anyOf) return fc.oneof(...Array.from(anyOf, (one: Schema) => generate(one, name)))
  const fields = Object.entries<Schema>(properties ?? {})
  const byType: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    string: fc.constantFrom(...(texts[name] ?? ['x'])),
    integer: fc.constantFrom(0, 1, 5, 200, 10_000, 10_001, 6100, 2 ** 52),
    boolean: fc.boolean(),
    array: items ? fc.array(generate(items, name), { maxLength: 3 }) : fc.constant([]),
    object: fc.record(Object.fromEntries(fields.map(([key, one]) => [key, generate(one, key)])), {
      requiredKeys: [],
    }),
    null: fc.constant(null),
  }
  const valid = [type].flat().map((one) => byType[one] ?? fc.constant({}))
  return fc.oneof(
    { weight: 12, arbitrary: fc.oneof(...valid) },
    { weight: 1, arbitrary: fc.constantFrom(...slips) },
  )
}

/** Bodies for every control route that has one, and writes in a world and in scenario worlds. */
const anyRequest = fc.oneof(
  ...Object.entries(controlRoutes).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { body }]) =>
      body
        ? generate(body.schema, '').map((json) => ({ method, path: `/__calmock${path}`, json }))
        : [],
    ),
  ),
  fc.constantFrom('', 'one', 'rtl', 'huge').map((scenario) => ({
    ...{ method: 'POST', path: '/de/cal/events/v1/tags', json: { name: 'A' } },
    headers: { 'x-calmock-scenario': scenario },
  })),
  fc.constantFrom({ scenario: 'one' }, { now: 'today' }, { from: '*' }).map((json) => ({
    ...{ method: 'POST', path: '/__calmock/worlds', json },
  })),
)

/** Returns a snapshot with some values of another one; half of them keep the records and the seed. */
function changeSnapshot(snapshot: object, changes: unknown): object {
  const { anchor, now, frozen, settings, ...others } = Object(changes)
  const kept = frozen === undefined ? others : {}
  return { ...snapshot, ...omitUndefined({ anchor, now, frozen, settings, ...kept }) }
}

const open = async (journal: MemoryJournal) => {
  const mock = createTestMock({ now: NOW, events: 2, sites: ['de'] })
  const saved = await persistMock({ mock, journal, name: 'the journal', now: NOW })
  return { mock, call: over(saved), save: saved.save }
}

test('whatever a control route accepts is restored from its journal and from its snapshot, also after 8,000 years', async () => {
  const accepted: Record<string, number> = {}
  const refused: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRequest, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(0, 1000, 40 * DAY, 8000 * 365 * DAY),
      async (requests, passing) => {
        vi.setSystemTime(START)
        const journal = new MemoryJournal()
        const { mock, call, save } = await open(journal)
        for (const { method, path, json, ...init } of requests) {
          const whole = path.endsWith('/world') ? changeSnapshot(mock.snapshot(), json) : json
          const { status } = await call(method, path, { json: whole, ...init })
          expect([status, [200, 201, 204, 400, 404, 409].includes(status)]).toEqual([status, true])
          const counts = status < 300 ? accepted : refused
          counts[path] = (counts[path] ?? 0) + 1
        }
        vi.setSystemTime(START + passing)
        expect(
          (await call('POST', '/de/cal/events/v1/tags', { json: { name: 'last' } })).status,
        ).toBe(201)
        expect(save()).toBeUndefined()
        const before = JSON.stringify(mock.snapshot())
        const restored = await open(journal)
        expect(JSON.stringify(restored.mock.snapshot())).toBe(before)
        expect(restored.mock.history.stored).toEqual(mock.history.stored)
        for (const { name } of (await call('GET', '/__calmock/worlds')).body.worlds) {
          const snapshot = JSON.stringify(mock.world(name).snapshot())
          const other = createTestMock({ now: NOW, events: 2, sites: ['de'] })
          other.restore(JSON.parse(snapshot))
          expect(JSON.stringify(other.snapshot())).toBe(snapshot)
        }
      },
    ),
    { numRuns: 40, seed: 1 },
  )
  // each route accepts and refuses some bodies
  const paths = Object.keys(accepted).sort()
  expect(paths.length).toBeGreaterThan(7)
  for (const path of ['clock', 'scenario', 'faults', 'delay', 'requests', 'worlds', 'world'])
    expect([
      path,
      (accepted[`/__calmock/${path}`] ?? 0) > 0,
      (refused[`/__calmock/${path}`] ?? 0) > 0,
    ]).toEqual([path, true, true])
}, 120_000)
