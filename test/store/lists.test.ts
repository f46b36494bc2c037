import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Context, Query } from '../../src/contract/context.ts'
import { along, among } from '../../src/contract/filter.ts'
import { integer, integers, text } from '../../src/contract/param.ts'
import type { Filter, Resource, Row } from '../../src/contract/resource.ts'
import type { Phrase } from '../../src/contract/say.ts'
import type { Seed } from '../../src/contract/world.ts'
import { createStore, type Store } from '../../src/store/repository.ts'
import { expectSame, scan } from '../service/scan.ts'

const named = (name: string) => name as Phrase // kinds and parameters that the service has no words for

const usualOrder = (a: Row, b: Row): number =>
  a.built < b.built ? -1 : a.built > b.built ? 1 : a.id - b.id

const filters = {
  masts: { ...integer(named('masts')), ...among<number>('masts', (masts) => [masts]) },
  crew: { ...integers(named('crew')), link: 'sailor', ...among<number[]>('crew', (ids) => ids) },
  id: { ...integers(named('id')), ...among<number[]>('id', (ids) => ids) },
  since: { ...text(named('since')), ...along<string>('built', (year) => (built) => built >= year) },
  until: { ...text(named('until')), ...along<string>('sunk', (year) => (sunk) => sunk <= year) },
  odd: {
    ...integer(named('odd')),
    keeps: (odd) => (row) => row.id % 2 === odd,
  } satisfies Filter<number>,
}

const boat: Resource = {
  name: named('boat'),
  collection: 'boats',
  section: '0',
  addressedBy: ['id'],
  itemMethods: [],
  fields: {},
  filters: filters as unknown as Resource['filters'], // each rule takes the value that is asked for
  blank: { masts: 1, crew: [], built: '', sunk: '', isHidden: false },
  shape: {},
  hasLastPage: false,
  isListed: ({ isHidden }) => !isHidden,
  order: ({ back }) => (back ? (a, b) => b.id - a.id : usualOrder),
  usualOrder,
  prepare: (values) => values as Row, // never asked here
  present: (row) => row,
  removed: () => undefined,
  archive: () => ({}),
}

const year = (n: number): string => String(1000 + n)

/** One boat in a hundred lives long, one in fifty is hidden; three in four have the sailor 1 on board. */
const boatOf = (n: number, language: string): Row => ({
  id: n * 2 + (language === 'en' ? 1 : 2),
  slug: '',
  language,
  group: n,
  masts: n % 3,
  crew: [...(n % 4 > 0 ? [1] : []), 2 + (n % 40)],
  built: year((n * 37) % 500),
  sunk: year(((n * 37) % 500) + (n % 100 === 0 ? 400 : n % 9)),
  isHidden: n % 50 === 0,
})

function storeOf(boats: number): Store {
  const seed: Seed = {
    languages: ['en', 'de'],
    events: 0,
    firstFreeId: 10_000,
    languageOf: (id) => (id < 10_000 ? (id % 2 === 1 ? 'en' : 'de') : undefined),
    plant: (language) => ({ boat: Array.from({ length: boats }, (_, n) => boatOf(n, language)) }),
  }
  return createStore([boat], () => seed)
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 4 })
const crew = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 })
const years = fc.nat(600).map(year)
const query = fc.record({
  page: fc.integer({ min: 1, max: 30 }),
  per_page: fc.integer({ min: 1, max: 50 }),
  masts: maybe(fc.nat(2)),
  crew: maybe(crew),
  id: fc.option(fc.array(fc.nat(2000), { maxLength: 4 }), { nil: undefined, freq: 9 }),
  since: maybe(years),
  until: maybe(years),
  odd: fc.option(fc.nat(1), { nil: undefined, freq: 9 }),
  back: maybe(fc.constant(true)),
})
const write = fc.record({
  way: fc.constantFrom('insert', 'update', 'remove'),
  id: fc.integer({ min: 1, max: 1400 }),
  language: fc.constantFrom('en', 'de'),
  columns: fc.record({ masts: fc.nat(2), crew, built: years, sunk: years, isHidden: fc.boolean() }),
})

test('lists are what a walk over all rows finds, however many rows a limit leaves', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.array(write, { maxLength: 4 }), query), { minLength: 1, maxLength: 20 }),
      (turns) => {
        const store = storeOf(700)
        const context = { language: 'en', repository: store } as unknown as Context // all that these rules look at
        for (const [writes, one] of turns) {
          for (const { way, id, language, columns } of writes) {
            const row = store.get('boat', id)
            if (way === 'insert') store.insert('boat', { slug: '', language, ...columns })
            else if (row && way === 'update') store.update('boat', { ...row, language, ...columns })
            else store.remove('boat', id)
          }
          expectSame(store.list(boat, one, context), scan(boat, one, context))
        }
      },
    ),
    { numRuns: 100 },
  )
})

const listed = (store: Store, query: Query) =>
  store.list(boat, { page: 1, per_page: 9, ...query }, { language: 'en' } as Context) // as above

test('a page of a list that was asked for before looks at no row', () => {
  let asked = 0
  const counted: Resource = {
    ...boat,
    isListed: ({ isHidden }) => {
      asked += 1
      return !isHidden
    },
  }
  const store = storeOf(700)
  const query = { per_page: 9, masts: 1, since: year(100) }
  const page = (n: number) =>
    store.list(counted, { ...query, page: n }, { language: 'en' } as Context) // as above
  expect(page(1).total).toBe(page(9).total)
  const before = asked
  page(3)
  expect(asked).toBe(before)
})

test('more combinations of limits than are kept are answered like any other', () => {
  const store = storeOf(700)
  const totals = () =>
    Array.from(
      { length: 150 },
      (_, n) => listed(store, { crew: [1, 2 + (n % 40), 3 + (n >> 4)] }).total,
    )
  expect(totals()).toEqual(totals())
})

test('a row that cannot be placed fails where it is listed, not where it is written', () => {
  const failing = { ...boat, usualOrder: byName, order: () => byName }
  const store = storeOf(3)
  const page = () => store.list(failing, { page: 1, per_page: 9 }, { language: 'en' } as Context)
  page()
  const row = store.insert('boat', { slug: '', language: 'en', built: null })
  expect(page).toThrow(TypeError)
  store.remove('boat', row.id)
  expect(page().total).toBe(2)
})

const byName = (a: Row, b: Row): number =>
  a.built.toLowerCase().localeCompare(b.built.toLowerCase()) || a.id - b.id
