import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { Row } from '../../src/contract/resource.ts'
import type { Seed } from '../../src/contract/seed.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { Store } from '../../src/store/store.ts'

const models = [
  { name: 'boat', defaults: { name: null, harbor: 'home', crew: [] } },
  { name: 'sailor', defaults: { name: null } },
]

/** Each language has three boats and two sailors. The last digit of an ID is the language. */
const languages = ['en', 'de', 'hi']
const FIRST_FREE = 1000

let worlds = 0

const rowId = (kind: 'boat' | 'sailor', ordinal: number, language: string) =>
  (kind === 'boat' ? 100 : 500) + ordinal * 10 + languages.indexOf(language)

const createRow = (
  kind: 'boat' | 'sailor',
  ordinal: number,
  language: string,
  more: object,
): Row => ({
  id: rowId(kind, ordinal, language),
  slug: `${kind}-${ordinal}`,
  language,
  group: rowId(kind, ordinal, 'en'),
  name: `${kind} ${ordinal} ${language}`,
  ...more,
})

// biome-ignore lint/suspicious/noExplicitAny: its type depends on models known at run time only
const openDatabaseOf = (store: Store): any => store.openDatabase(openDatabase)

function createSeed(): Seed {
  worlds += 1
  const world = worlds
  return {
    languages,
    kinds: ['boat', 'sailor'],
    events: 3,
    firstFreeId: FIRST_FREE,
    languageOf: (id) => (id >= 100 && id < FIRST_FREE ? languages[id % 10] : undefined),
    generate(kind, language) {
      if (kind === 'sailor')
        return [0, 1].map((ordinal) => createRow('sailor', ordinal, language, {}))
      return [0, 1, 2].map((ordinal) =>
        createRow('boat', ordinal, language, {
          name: `boat ${ordinal} ${language} of world ${world}`,
          harbor: rowId('sailor', 0, language),
          crew: [rowId('sailor', ordinal % 2, language)],
        }),
      )
    },
  }
}

let store: Store

beforeEach(() => {
  worlds = 0
  store = new Store(models, createSeed)
})

const ids = (rows: readonly Pick<Row, 'id'>[]) => rows.map(({ id }) => id)

/** Returns a row, or throws if it does not exist. */
function getRow(model: string, id: number): Row {
  const row = store.get(model, id)
  if (!row) throw new Error(`no ${model} ${id}`)
  return row
}

const newBoat = (more: object = {}): Omit<Row, 'id' | 'group'> => ({
  ...{ slug: 'new', language: 'de', name: 'New', harbor: 0, crew: [], ...more },
})

/** Creates a seed that knows the IDs of translations without generating them. */
const createSeedWithMembers = (): Seed => ({
  ...createSeed(),
  members: (kind, group) =>
    kind === 'boat' && group >= 100 && group < 130 ? languages.map((_, n) => group + n) : [],
})

const byId = (id: number) => ({ where: { id: { equals: id } } })

/** The boats that a store should have, by ID, and the ID of the next one. */
interface World {
  readonly boats: Map<number, Row>
  nextId: number
}

function createWorld(): World {
  worlds = 0
  const seed = createSeed()
  const boats = languages.flatMap((language) => seed.generate('boat', language))
  return { boats: new Map(boats.map((boat) => [boat.id, boat])), nextId: FIRST_FREE }
}

interface Write {
  readonly method: keyof typeof methods
  readonly n: number
  readonly values: Omit<Row, 'id' | 'group'>
  readonly group: number
}

/** Performs a write in a store and in the world that the store should have. */
const methods = {
  insert(world: World, { values }: Write) {
    const row = store.insert('boat', values)
    expect(row.id).toBe(world.nextId)
    world.boats.set(row.id, { ...values, id: row.id, group: row.id } as Row)
    world.nextId = row.id + 1
  },
  update(world: World, { n, values, group }: Write) {
    const row = { ...pickRow(world, n), ...values, group }
    store.update('boat', row)
    world.boats.set(row.id, row)
  },
  remove(world: World, { n }: Write) {
    const { id } = pickRow(world, n)
    store.remove('boat', id)
    store.remove('boat', 5) // unknown, without effect
    world.boats.delete(id)
  },
  createInDatabase(world: World, { n, values, group }: Write) {
    const row = { ...values, id: world.nextId + (n % 3), group } as Row
    openDatabaseOf(store).boat.create(row)
    world.boats.set(row.id, row)
    world.nextId = row.id + 1
  },
  updateInDatabase(world: World, { n, values, group }: Write) {
    const { id } = pickRow(world, n)
    openDatabaseOf(store).boat.update({ ...byId(id), data: { ...values, group } })
    world.boats.set(id, { ...values, id, group } as Row)
  },
  updateManyInDatabase(world: World, { values: { language, harbor } }: Write) {
    const where = { language: { equals: language } }
    openDatabaseOf(store).boat.updateMany({ where, data: { harbor } })
    for (const boat of [...world.boats.values()])
      if (boat.language === language) world.boats.set(boat.id, { ...boat, harbor })
  },
  deleteInDatabase(world: World, { n }: Write) {
    const { id } = pickRow(world, n)
    openDatabaseOf(store).boat.delete(byId(id))
    world.boats.delete(id)
  },
  fail(world: World, write: Write) {
    const before = JSON.stringify([store.changes(), store.writtenBytes])
    const copy = { ...world, boats: new Map(world.boats) }
    const perform = () => {
      for (const name of ['insert', 'update', 'update', 'remove'] as const)
        methods[name](copy, write)
      throw new Error('failed')
    }
    expect(() => store.write(perform, 'write')).toThrow('failed')
    expect(JSON.stringify([store.changes(), store.writtenBytes])).toBe(before)
  },
  restore() {
    store.restore(JSON.parse(JSON.stringify(store.changes())))
  },
  reset(world: World) {
    store.reset()
    world.boats.clear()
    for (const [id, boat] of createWorld().boats) world.boats.set(id, boat)
    world.nextId = FIRST_FREE
  },
}

function pickRow({ boats }: World, n: number): Row {
  const rows = [...boats.values()]
  return rows[n % rows.length] ?? ({ id: 0 } as Row) // a world has boats: it has fewer writes
}

const links = [0, 501, 511, 502, 521, FIRST_FREE]
const strange = [0, -1, 5, 101.5, Number.NaN, 109, 131, 501, FIRST_FREE, FIRST_FREE + 9]
const inOrder = (rows: readonly Row[]) => ids(rows).sort((a, b) => a - b)
const plain = (row: Row | undefined) => row && JSON.parse(JSON.stringify(row))

/** Returns what a store finds, and what it should find. */
const reads = {
  byId: ({ boats }: World) =>
    [...strange, ...boats.keys()].map((id) => [plain(store.get('boat', id)), boats.get(id)]),
  bySlug: ({ boats }: World) =>
    languages.flatMap((language) =>
      ['boat-0', 'boat-1', 'new', 'nothing'].map((slug) => {
        const owners = [...boats.values()].filter((b) => b.slug === slug && b.language === language)
        return [store.bySlug('boat', slug, language)?.id, inOrder(owners)[0]]
      }),
    ),
  lists: ({ boats }: World) =>
    languages.map((language) => {
      const spoken = [...boats.values()].filter((boat) => boat.language === language)
      return [inOrder(store.all('boat', language)), inOrder(spoken)]
    }),
  links: ({ boats }: World) =>
    ['crew', 'harbor', 'nothing'].flatMap((field) =>
      links.map((id) => {
        const linked = [...boats.values()].filter((b) => id && [b[field]].flat().includes(id))
        return [inOrder(store.linking('boat', field, id)), inOrder(linked)]
      }),
    ),
  translations: ({ boats }: World) =>
    [...boats.values()]
      .filter(({ id }) => id < FIRST_FREE)
      .map((boat) => {
        const position = ({ language }: Row) => languages.indexOf(language)
        const group = [...boats.values()].filter((other) => other.group === boat.group)
        const sorted = group.sort((a, b) => position(a) - position(b) || a.id - b.id)
        return [ids(store.group('boat', boat)), ids(sorted)]
      }),
  database: ({ boats }: World) => {
    const rows: Row[] = openDatabaseOf(store).boat.getAll()
    return [...boats].map(([id, boat]) => [plain(rows.find((row) => row.id === id)), boat])
  },
}

const write: fc.Arbitrary<Write> = fc.record({
  method: fc.constantFrom(...(Object.keys(methods) as (keyof typeof methods)[])),
  n: fc.nat(99),
  values: fc.record({
    slug: fc.constantFrom('boat-0', 'boat-1', 'new'),
    language: fc.constantFrom(...languages),
    name: fc.constantFrom('A', 'B'),
    harbor: fc.constantFrom(...links),
    crew: fc.subarray(links.slice(1)),
  }),
  group: fc.constantFrom(100, 110, 7),
})
const read = fc.constantFrom(...(Object.keys(reads) as (keyof typeof reads)[]))
const steps = fc.array(fc.record({ write, read }), { minLength: 1, maxLength: 8 })

test.each([
  ['a seed', createSeed],
  ['a seed that knows the members of groups', createSeedWithMembers],
])('after any writes to %s, here or in the database, each read finds the rows', (_, seed) => {
  const newSeed = () => {
    worlds = 0 // the names of rows contain the number of the world
    return seed()
  }
  const check = (world: World, name: keyof typeof reads) => {
    const found = reads[name](world)
    const actual = found.map(([found]) => found)
    expect(actual, name).toEqual(found.map(([, expected]) => expected))
  }
  fc.assert(
    fc.property(steps, (steps) => {
      store = new Store(models, newSeed)
      const world = createWorld()
      for (const { write, read } of steps) {
        const known = store.all('boat', 'de')
        const before = JSON.stringify(known)
        methods[write.method](world, write)
        expect(JSON.stringify(known), 'rows that were read before').toBe(before)
        check(world, read)
      }
      for (const name of Object.keys(reads)) check(world, name as keyof typeof reads)
    }),
    { numRuns: 60 },
  )
})

test('a list has the rows of its model and language in the order of their creation', () => {
  expect(ids(store.all('boat', 'de'))).toEqual([101, 111, 121])
  expect(ids(store.all('sailor', 'hi'))).toEqual([502, 512])
  const row = store.insert('boat', newBoat())
  store.update('boat', { ...getRow('boat', 101), name: 'Renamed' })
  expect(ids(store.all('boat', 'de'))).toEqual([101, 111, 121, row.id])
})

test('models share one sequence of IDs, but no rows, slugs or links', () => {
  const kinds = ['boat', 'sailor', 'boat']
  expect(ids(kinds.map((kind) => store.insert(kind, newBoat())))).toEqual([1000, 1001, 1002])
  expect(store.get('sailor', 512)?.name).toBe('sailor 1 hi')
  expect(store.get('sailor', 101)).toBeUndefined()
  expect(store.bySlug('sailor', 'boat-1', 'de')).toBeUndefined()
  expect(store.linking('sailor', 'crew', 501)).toEqual([])
})

test('an ID is not reused after its row is removed', () => {
  const first = store.insert('boat', newBoat())
  store.remove('boat', first.id)
  expect(store.insert('boat', newBoat()).id).toBe(first.id + 1)
})

test('a free slug skips the ones that earlier rows of its language have, also -2', () => {
  const free = (slug: string, id = 0, language = 'de') =>
    store.freeSlug('boat', slug, { id, language })
  expect(free('boat-1')).toBe('boat-1-2')
  store.insert('boat', newBoat({ slug: 'boat-1-2' }))
  expect(free('boat-1')).toBe('boat-1-3')
  expect(free('boat-1', 111)).toBe('boat-1') // its own
  expect(free('boat-1-2', 0, 'en')).toBe('boat-1-2')
})

test('columns without a value have their defaults', () => {
  openDatabaseOf(store).boat.create({ id: 2000, language: 'de' })
  expect(store.get('boat', 2000)).toMatchObject({
    ...{ id: 2000, language: 'de', slug: '', group: 0, name: null, harbor: 'home', crew: [] },
  })
})

test('the database has every language, and accepts queries', () => {
  expect(openDatabaseOf(store).boat.count()).toBe(9)
  const query = { where: { name: { contains: 'boat 1' } } }
  expect(ids(openDatabaseOf(store).boat.findMany(query))).toEqual([110, 111, 112])
})

test('a reset does not replace the database object', () => {
  const db = openDatabaseOf(store)
  store.reset()
  store.insert('boat', newBoat())
  expect(db.boat.count()).toBe(1)
  db.boat.create({ id: 2000, slug: 'mine', language: 'de', group: 2000 })
  expect(store.bySlug('boat', 'mine', 'de')?.id).toBe(2000)
})
