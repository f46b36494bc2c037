import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Context } from '../../src/contract/context.ts'
import { formatDateTime } from '../../src/contract/dates/date-time.ts'
import { whereIn } from '../../src/contract/filter.ts'
import type { MessageKey } from '../../src/contract/format-message.ts'
import { integers } from '../../src/contract/params/list.ts'
import { integer } from '../../src/contract/params/number.ts'
import { text } from '../../src/contract/params/text.ts'
import type { Filter, Resource, Row } from '../../src/contract/resource.ts'
import type { Seed } from '../../src/contract/seed.ts'
import { Store } from '../../src/store/repository.ts'
import { expectSame, scan } from '../service/scan.ts'

const named = (name: string) => name as MessageKey // kinds and parameters that the service has no words for

const defaultOrder = (a: Row, b: Row): number =>
  a.built < b.built ? -1 : a.built > b.built ? 1 : a.id - b.id

const filters = {
  masts: { ...integers(named('masts')), ...whereIn<number[]>('masts', (masts) => masts) },
  crew: { ...integers(named('crew')), link: 'sailor', ...whereIn<number[]>('crew', (ids) => ids) },
  id: { ...integers(named('id')), ...whereIn<number[]>('id', (ids) => ids) },
  since: {
    ...text(named('since')),
    matches: (day) => (row) => row.built_utc >= day,
  } satisfies Filter<string>,
  until: {
    ...text(named('until')),
    matches: (day) => (row) => row.sunk_utc <= day,
  } satisfies Filter<string>,
  odd: {
    ...integer(named('odd')),
    matches: (odd) => (row) => row.id % 2 === odd,
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
  defaults: { masts: 1, crew: [], built: '', built_utc: '', sunk_utc: '', isHidden: false },
  schema: {},
  rejectsPagePastEnd: false,
  isListed: ({ isHidden }) => !isHidden,
  defaultOrder,
  order: ({ back }) => (back ? (a, b) => b.id - a.id : undefined),
  dates: {
    start: 'built_utc',
    end: 'sunk_utc',
    sortedBy: 'built',
    includes: ({ masts }) => masts !== 2,
    bounds: ({ since, until, masts, crew, id, odd }) =>
      String(masts) === '0,1' && !crew && !id && odd === undefined
        ? { from: since as string | undefined, until: until as string | undefined }
        : undefined,
  },
  prepare: (values) => values as Row, // never asked here
  present: (row) => row,
  onDelete: () => undefined,
  presentList: () => ({}),
}

/** A day, so many hours after the year 2000 began. */
const day = (n: number): string => formatDateTime(Date.UTC(2000, 0, 1) + n * 3_600_000)

/** One boat in a hundred lives long, one in fifty is hidden; three in four have the sailor 1 on board. */
const boatOf = (n: number, language: string): Row => ({
  id: n * 2 + (language === 'en' ? 1 : 2),
  slug: '',
  language,
  group: n,
  masts: n % 3,
  crew: [...(n % 4 > 0 ? [1] : []), 2 + (n % 40)],
  built: day(((n * 37) % 500) + (n % 7)),
  built_utc: day((n * 37) % 500),
  sunk_utc: day(((n * 37) % 500) + (n % 100 === 0 ? 400 : n % 9)),
  isHidden: n % 50 === 0,
})

function storeOf(boats: number): Store {
  const seed: Seed = {
    languages: ['en', 'de'],
    kinds: ['boat'],
    events: 0,
    firstFreeId: 10_000,
    languageOf: (id) => (id < 10_000 ? (id % 2 === 1 ? 'en' : 'de') : undefined),
    generate: (_, language) => Array.from({ length: boats }, (_, n) => boatOf(n, language)),
  }
  return new Store([boat], () => seed)
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 4 })
const crew = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 })
const days = fc.nat(600).map(day)
const query = fc.record({
  page: fc.integer({ min: 1, max: 30 }),
  per_page: fc.integer({ min: 1, max: 50 }),
  masts: maybe(fc.constantFrom([0], [1, 2], [0, 1], [0, 1], [0, 1])),
  crew: maybe(crew),
  id: fc.option(fc.array(fc.nat(2000), { maxLength: 4 }), { nil: undefined, freq: 9 }),
  since: maybe(days),
  until: maybe(days),
  odd: fc.option(fc.nat(1), { nil: undefined, freq: 9 }),
  back: maybe(fc.constant(true)),
})
const write = fc.record({
  way: fc.constantFrom('insert', 'update', 'remove'),
  id: fc.integer({ min: 1, max: 1400 }),
  language: fc.constantFrom('en', 'de'),
  columns: fc.record({
    masts: fc.nat(2),
    crew,
    built: days,
    built_utc: days,
    sunk_utc: days,
    isHidden: fc.boolean(),
  }),
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

test('a row that cannot be placed fails where it is listed, not where it is written', () => {
  const { dates: _, ...undated } = boat
  const failing = { ...undated, defaultOrder: byName }
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
