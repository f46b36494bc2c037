import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Context } from '../../src/contract/context.ts'
import { whereIn } from '../../src/contract/filter.ts'
import type { MessageKey } from '../../src/contract/format-message.ts'
import { boolean, integer, integers, text } from '../../src/contract/params/values.ts'
import type { Filter, Resource, Row } from '../../src/contract/resource.ts'
import type { Seed } from '../../src/contract/seed.ts'
import { formatDateTime } from '../../src/dates/date-time.ts'
import { Store } from '../../src/store/store.ts'
import { expectSame, scan } from './scan.ts'

const named = (name: string) => name as MessageKey // kinds and parameters without messages

const defaultOrder = (a: Row, b: Row): number =>
  a.built < b.built ? -1 : a.built > b.built ? 1 : a.id - b.id

const filters = {
  masts: { ...integers(named('masts')), ...whereIn<number[]>('masts', (masts) => masts) },
  crew: { ...integers(named('crew')), link: 'sailor', ...whereIn<number[]>('crew', (ids) => ids) },
  id: { ...integers(named('id')), ...whereIn<number[]>('id', (ids) => ids) },
  since: { ...text(named('since')), compares: { column: 'built_utc', operator: '>=' } },
  until: { ...text(named('until')), compares: { column: 'sunk_utc', operator: '<=' } },
  after: { ...text(named('after')), compares: { column: 'built_utc', operator: '>' } },
  before: { ...text(named('before')), compares: { column: 'sunk_utc', operator: '<' } },
  anchored: { ...boolean(named('anchored')), compares: { column: 'anchored', operator: '=' } },
  berth: { ...integers(named('berth')), compares: { column: 'berth', operator: '=' } },
  odd: {
    ...integer(named('odd')),
    matches: (odd) => (row) => row.id % 2 === odd,
  } satisfies Filter<number>,
}

const boat: Resource = {
  name: named('boat'),
  collection: 'boats',
  addressedBy: ['id'],
  itemMethods: [],
  fields: {},
  filters: filters as unknown as Resource['filters'], // each filter takes a value of its type
  defaults: {
    masts: 1,
    crew: [],
    built: '',
    built_utc: '',
    sunk_utc: '',
    anchored: false,
    berth: 0,
    isHidden: false,
  },
  schema: {},
  rejectsPagePastEnd: false,
  isListed: ({ isHidden }) => !isHidden,
  defaultOrder,
  order: ({ back }) => (back ? (a, b) => b.id - a.id : undefined),
  prepare: (values) => values as Row, // these tests do not use it
  present: (row) => row,
  onDelete: () => undefined,
  presentList: () => ({}),
}

/** Returns the time `n` hours after the start of the year 2000. */
const hour = (n: number): string => formatDateTime(Date.UTC(2000, 0, 1) + n * 3_600_000)

/** Returns a boat. One in 100 has a long life, one in 50 is hidden, and three in four have sailor 1 in the crew. */
const createBoat = (n: number, language: string): Row => ({
  id: n * 2 + (language === 'en' ? 1 : 2),
  slug: '',
  language,
  group: n,
  masts: n % 3,
  crew: [...(n % 4 > 0 ? [1] : []), 2 + (n % 40)],
  built: hour(((n * 37) % 500) + (n % 7)),
  built_utc: hour((n * 37) % 500),
  sunk_utc: hour(((n * 37) % 500) + (n % 100 === 0 ? 400 : n % 9)),
  anchored: n % 3 === 0,
  berth: n % 5,
  isHidden: n % 50 === 0,
})

function createStore(boats: number): Store {
  const seed: Seed = {
    languages: ['en', 'de'],
    kinds: ['boat'],
    events: 0,
    firstFreeId: 10_000,
    languageOf: (id) => (id < 10_000 ? (id % 2 === 1 ? 'en' : 'de') : undefined),
    generate: (_, language) => Array.from({ length: boats }, (_, n) => createBoat(n, language)),
  }
  return new Store([boat], () => seed)
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 4 })
const crew = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 })
const times = fc.nat(600).map(hour)
const query = fc.record({
  page: fc.integer({ min: 1, max: 30 }),
  per_page: fc.integer({ min: 1, max: 50 }),
  masts: maybe(fc.constantFrom([0], [1, 2], [0, 1], [0, 1], [0, 1])),
  crew: maybe(crew),
  id: fc.option(fc.array(fc.nat(2000), { maxLength: 4 }), { nil: undefined, freq: 9 }),
  since: maybe(times),
  until: maybe(times),
  after: maybe(times),
  before: maybe(times),
  anchored: maybe(fc.boolean()),
  berth: maybe(fc.array(fc.nat(5), { minLength: 1, maxLength: 3 })),
  odd: fc.option(fc.nat(1), { nil: undefined, freq: 9 }),
  back: maybe(fc.constant(true)),
})
const write = fc.record({
  method: fc.constantFrom('insert', 'update', 'remove'),
  id: fc.integer({ min: 1, max: 1400 }),
  language: fc.constantFrom('en', 'de'),
  columns: fc.record({
    masts: fc.nat(2),
    crew,
    built: times,
    built_utc: times,
    sunk_utc: times,
    anchored: fc.boolean(),
    berth: fc.nat(4),
    isHidden: fc.boolean(),
  }),
})

test('a list has the same rows as a scan of all rows, with any filters', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.array(write, { maxLength: 4 }), query), { minLength: 1, maxLength: 20 }),
      (steps) => {
        const store = createStore(700)
        const context = { language: 'en', repository: store } as unknown as Context // the filters use nothing else
        for (const [writes, query] of steps) {
          for (const { method, id, language, columns } of writes) {
            const row = store.get('boat', id)
            if (method === 'insert') store.insert('boat', { slug: '', language, ...columns })
            else if (row && method === 'update')
              store.update('boat', { ...row, language, ...columns })
            else store.remove('boat', id)
          }
          expectSame(store.list(boat, query, context), scan(boat, query, context))
        }
      },
    ),
    { numRuns: 50 },
  )
})

test('a row that cannot be sorted fails when it is listed, not when it is written', () => {
  const failing = { ...boat, defaultOrder: byName }
  const store = createStore(3)
  const page = () => store.list(failing, { page: 1, per_page: 9 }, { language: 'en' } as Context)
  page()
  const row = store.insert('boat', { slug: '', language: 'en', built: null })
  expect(page).toThrow(TypeError)
  store.remove('boat', row.id)
  expect(page().total).toBe(2)
})

const byName = (a: Row, b: Row): number =>
  a.built.toLowerCase().localeCompare(b.built.toLowerCase()) || a.id - b.id

test('a date that is not one is within no bounds, and a list without bounds shows its row', () => {
  const store = createStore(3)
  const total = (query: object) =>
    store.list(boat, { page: 1, per_page: 9, ...query }, { language: 'en' } as Context).total
  const since = hour(-9999)
  expect([total({ since }), total({})]).toEqual([2, 2])
  store.insert('boat', { slug: '', language: 'en', built: '', built_utc: null, sunk_utc: 'never' })
  expect([total({ since }), total({ until: hour(9999) }), total({})]).toEqual([2, 2, 3])
})
