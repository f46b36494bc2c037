import { beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '../../src/contract/resource.ts'
import type { Seed } from '../../src/contract/seed.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { Store } from '../../src/store/repository.ts'

const models = [
  { name: 'boat', defaults: { name: null, harbor: 'home', crew: [] } },
  { name: 'sailor', defaults: { name: null } },
]

/** Each language has three boats and two sailors. The last digit of an ID is the language. */
const languages = ['en', 'de', 'hi']
const FIRST_FREE = 1000

/** The models and languages that were generated since the start, in order. */
let generated: string[] = []
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
      generated.push(kind === 'boat' ? language : `${kind} ${language}`)
      if (kind === 'sailor')
        return [0, 1].map((ordinal) => createRow('sailor', ordinal, language, {}))
      return [0, 1, 2].map((ordinal) =>
        createRow('boat', ordinal, language, {
          name: `boat ${ordinal} ${language} of world ${world}`,
          harbor: 7,
          crew: [rowId('sailor', ordinal % 2, language)],
        }),
      )
    },
  }
}

let store: Store

beforeEach(() => {
  generated = []
  worlds = 0
  store = new Store(models, createSeed)
})

const ids = (rows: readonly Pick<Row, 'id'>[]) => rows.map(({ id }) => id)
const sorted = (rows: readonly Row[]) => ids(rows).sort((a, b) => a - b)

/** Returns a row, or throws if it does not exist. */
function getRow(model: string, id: number): Row {
  const row = store.get(model, id)
  if (!row) throw new Error(`no ${model} ${id}`)
  return row
}

const newBoat = (more: object = {}): Omit<Row, 'id' | 'group'> => ({
  slug: 'new',
  language: 'de',
  name: 'New',
  harbor: 7,
  crew: [],
  ...more,
})

describe('lazy generation', () => {
  test('a new store generates no rows', () => {
    expect(generated).toEqual([])
  })

  test.each<[string, string[], () => unknown]>([
    ['a read of a list', ['de'], () => store.all('boat', 'de')],
    ['a read by seeded ID', ['hi'], () => store.get('boat', 102)],
    ['a read by a seeded ID without a row', ['hi'], () => store.get('boat', 992)],
    ['a read by slug', ['de'], () => store.bySlug('boat', 'boat-1', 'de')],
    ['a search for links to a seeded ID', ['hi'], () => store.linking('boat', 'crew', 502)],
    ['a read by an ID outside the seed', [], () => store.get('boat', FIRST_FREE)],
    ['a list of an unknown language', [], () => store.all('boat', 'xx')],
    ['a slug of an unknown language', [], () => store.bySlug('boat', 'boat-1', 'xx')],
  ])('%s generates %j', (_, expected, read) => {
    read()
    expect(generated).toEqual(expected)
  })

  test('every model is generated once in every language', () => {
    for (let n = 0; n < 3; n++) {
      store.all('boat', 'de')
      store.all('sailor', 'de')
      store.get('boat', 101)
      store.bySlug('sailor', 'sailor-0', 'de')
      store.linking('boat', 'crew', 501)
    }
    expect(generated).toEqual(['de', 'sailor de'])
  })

  test('the translations of a seeded row generate all languages', () => {
    store.group('boat', getRow('boat', 101))
    expect([...generated].sort()).toEqual(['de', 'en', 'hi'])
  })

  test('the translations of a created row generate no language', () => {
    const row = store.insert('boat', newBoat())
    expect(ids(store.group('boat', row))).toEqual([row.id])
    expect(generated).toEqual([])
  })

  test('the links to a created row generate no language, because only created rows have them', () => {
    const sailor = store.insert('sailor', { slug: 's', language: 'de', name: 'S' })
    const boat = store.insert('boat', newBoat({ language: 'hi', crew: [sailor.id] }))
    expect(ids(store.linking('boat', 'crew', sailor.id))).toEqual([boat.id])
    expect(generated).toEqual([])
  })
})

describe('the translations in a seed that knows the members of groups', () => {
  /** Creates a seed without boat 2 in German. */
  const createSeedWithMembers = (): Seed => ({
    ...createSeed(),
    members: (kind, group) =>
      kind === 'boat' && group >= 100 && group < 130
        ? languages.flatMap((_, n) => (group === 120 && n === 1 ? [] : [group + n]))
        : [],
  })

  beforeEach(() => {
    store = new Store(models, createSeedWithMembers)
  })

  test('the translations of a row generate no other language', () => {
    expect(store.group('boat', getRow('boat', 111))).toEqual([
      { id: 110, language: 'en', group: 110 },
      getRow('boat', 111),
      { id: 112, language: 'hi', group: 110 },
    ])
    expect(generated).toEqual(['de'])
  })

  test('the translations of a row follow removals, moves and creations', () => {
    const row = getRow('boat', 111)
    store.remove('boat', 112)
    expect(ids(store.group('boat', row))).toEqual([110, 111])
    openDatabaseOf(store).boat.create({ id: 2000, language: 'hi', slug: 'own', group: 110 })
    store.update('boat', { ...getRow('boat', 110), group: 2 })
    expect(ids(store.group('boat', row))).toEqual([111, 2000])
  })

  test('the translations of a row do not contain a restored row that left the group', () => {
    const { name: _, ...row } = getRow('boat', 110)
    const changes = { nextId: FIRST_FREE, records: { boat: { 110: { ...row, group: 5 } as Row } } }
    store.restore(changes)
    expect(ids(store.group('boat', getRow('boat', 111)))).toEqual([111, 112])
  })
})

describe('reads', () => {
  test('a list contains the rows of its model and language in the order of their creation', () => {
    expect(ids(store.all('boat', 'de'))).toEqual([101, 111, 121])
    expect(ids(store.all('sailor', 'hi'))).toEqual([502, 512])
    const row = store.insert('boat', newBoat())
    store.update('boat', { ...getRow('boat', 101), name: 'Renamed' })
    expect(ids(store.all('boat', 'de'))).toEqual([101, 111, 121, row.id])
  })

  test.each([
    ['boat', 101, 'boat 0 de of world 1'],
    ['sailor', 512, 'sailor 1 hi'],
  ])('the %s with ID %d is %s', (model, id, name) => {
    expect(store.get(model, id)).toMatchObject({ id, name })
  })

  test.each([
    ['boat', 501],
    ['sailor', 101],
    ['boat', 131],
    ['boat', 109],
    ['boat', 0],
    ['boat', -1],
    ['boat', FIRST_FREE],
    ['boat', 101.5],
    ['boat', Number.NaN],
  ])('there is no %s with ID %d', (model, id) => {
    expect(store.get(model, id)).toBeUndefined()
  })

  test('a slug belongs to a model and a language', () => {
    expect(store.bySlug('boat', 'boat-1', 'de')?.id).toBe(111)
    expect(store.bySlug('boat', 'boat-1', 'hi')?.id).toBe(112)
    expect(store.bySlug('sailor', 'boat-1', 'de')).toBeUndefined()
    expect(store.bySlug('boat', 'nothing', 'de')).toBeUndefined()
  })

  test('translations are in the order of the languages, not of their generation', () => {
    store.all('boat', 'hi')
    store.all('boat', 'de')
    expect(ids(store.group('boat', getRow('boat', 112)))).toEqual([110, 111, 112])
  })

  test.each([
    ['boat', 'crew', 501, [101, 121]],
    ['boat', 'crew', 511, [111]],
    ['boat', 'crew', 521, []],
    ['sailor', 'crew', 501, []],
    ['boat', 'nothing', 501, []],
  ])('the rows of %s whose %s contains %d are %j', (model, field, id, linked) => {
    expect(sorted(store.linking(model, field, id))).toEqual(linked)
  })

  test('a search for links finds a field with one ID like a field with a list', () => {
    for (const language of languages) store.all('boat', language)
    expect(sorted(store.linking('boat', 'harbor', 7))).toEqual([
      100, 101, 102, 110, 111, 112, 120, 121, 122,
    ])
  })
})

describe('writes', () => {
  test('created rows have IDs above all seeded rows, in one sequence for all models', () => {
    const created = [
      store.insert('boat', newBoat()),
      store.insert('sailor', { slug: 's', language: 'hi', name: 'S' }),
      store.insert('boat', newBoat({ slug: 'newer' })),
    ]
    expect(ids(created)).toEqual([FIRST_FREE, FIRST_FREE + 1, FIRST_FREE + 2])
    expect(generated).toEqual([])
    const seeded = languages.flatMap((language) => [
      ...ids(store.all('boat', language)),
      ...ids(store.all('sailor', language)),
    ])
    for (const { id } of created) seeded.splice(seeded.indexOf(id), 1)
    expect(seeded).toHaveLength(15)
    expect(Math.max(...seeded)).toBeLessThan(FIRST_FREE)
  })

  test('an ID is not reused after its row is removed', () => {
    const first = store.insert('boat', newBoat())
    store.remove('boat', first.id)
    expect(store.insert('boat', newBoat()).id).toBe(first.id + 1)
  })

  test('a write that fails is undone, and the next row has its ID', () => {
    const before = JSON.stringify(store.changes())
    const boat = getRow('boat', 101)
    expect(() =>
      store.write(() => {
        expect(store.insert('boat', newBoat()).id).toBe(FIRST_FREE)
        store.update('boat', { ...boat, name: 'Renamed' })
        store.update('boat', { ...boat, name: 'Renamed again' })
        store.remove('boat', 111)
        throw new Error('failed')
      }),
    ).toThrow('failed')
    expect(JSON.stringify(store.changes())).toBe(before)
    expect([store.get('boat', 101), store.get('boat', 111)?.id]).toEqual([boat, 111])
    expect([store.bySlug('boat', 'new', 'de'), store.writtenBytes]).toEqual([undefined, 0])
    expect(store.insert('boat', newBoat()).id).toBe(FIRST_FREE)
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

  test('a created row forms a group, and is found by ID, slug, list and link', () => {
    const row = store.insert('boat', newBoat({ crew: [501] }))
    expect(row).toMatchObject({ group: row.id, name: 'New', language: 'de' })
    expect(store.get('boat', row.id)).toMatchObject({ id: row.id, name: 'New' })
    expect(store.bySlug('boat', 'new', 'de')?.id).toBe(row.id)
    expect(ids(store.all('boat', 'de'))).toContain(row.id)
    expect(sorted(store.linking('boat', 'crew', 501))).toEqual([101, 121, row.id])
  })

  test('a row that was read before an update stays unchanged', () => {
    const before = getRow('boat', 101)
    const after = store.update('boat', { ...before, name: 'Renamed' })
    expect([before.name, after.name, getRow('boat', 101).name]).toEqual([
      'boat 0 de of world 1',
      'Renamed',
      'Renamed',
    ])
  })

  test('an update of a slug frees the old slug and takes the new one', () => {
    store.update('boat', { ...getRow('boat', 101), slug: 'moved' })
    expect(store.bySlug('boat', 'boat-0', 'de')).toBeUndefined()
    expect(store.bySlug('boat', 'moved', 'de')?.id).toBe(101)
    store.update('boat', { ...getRow('boat', 111), slug: 'boat-0' })
    expect(store.bySlug('boat', 'boat-0', 'de')?.id).toBe(111)
    store.update('boat', { ...getRow('boat', 101), slug: 'boat-0' })
    store.update('boat', { ...getRow('boat', 111), slug: 'boat-1' })
    expect(store.bySlug('boat', 'boat-0', 'de')?.id).toBe(101)
  })

  test.each([
    ['before the links are first searched', false],
    ['after the links are first searched', true],
  ])('links follow updates made %s', (_, isSearched) => {
    store.all('boat', 'de')
    if (isSearched) expect(sorted(store.linking('boat', 'crew', 501))).toEqual([101, 121])
    store.update('boat', { ...getRow('boat', 101), crew: [511] })
    store.update('boat', { ...getRow('boat', 111), crew: [511, 501] })
    expect(sorted(store.linking('boat', 'crew', 501))).toEqual([111, 121])
    expect(sorted(store.linking('boat', 'crew', 511))).toEqual([101, 111])
    store.update('boat', { ...getRow('boat', 101), crew: [501] })
    expect(sorted(store.linking('boat', 'crew', 501))).toEqual([101, 111, 121])
    store.update('boat', { ...getRow('boat', 121), crew: [] })
    expect(sorted(store.linking('boat', 'crew', 501))).toEqual([101, 111])
  })

  test('single links follow updates, and 0 is not a link', () => {
    store.all('boat', 'de')
    expect(sorted(store.linking('boat', 'harbor', 7))).toContain(101)
    store.update('boat', { ...getRow('boat', 101), harbor: 0 })
    store.update('boat', { ...getRow('boat', 111), harbor: 8 })
    expect(sorted(store.linking('boat', 'harbor', 7))).not.toContain(101)
    expect(sorted(store.linking('boat', 'harbor', 8))).toEqual([111])
    expect(store.linking('boat', 'harbor', 0)).toEqual([])
  })

  test('a search for links finds rows of a language that is generated later', () => {
    store.all('boat', 'de')
    expect(sorted(store.linking('boat', 'crew', 501))).toEqual([101, 121])
    store.update('boat', { ...getRow('boat', 102), crew: [501] })
    expect(sorted(store.linking('boat', 'crew', 501))).toEqual([101, 102, 121])
  })

  test('a removed row is not found, and its language is not generated again', () => {
    store.linking('boat', 'crew', 501)
    store.remove('boat', 101)
    expect(store.get('boat', 101)).toBeUndefined()
    expect(store.bySlug('boat', 'boat-0', 'de')).toBeUndefined()
    expect(ids(store.all('boat', 'de'))).toEqual([111, 121])
    expect(sorted(store.linking('boat', 'crew', 501))).toEqual([121])
    expect(ids(store.group('boat', getRow('boat', 100)))).toEqual([100, 102])
    expect(generated.filter((language) => language === 'de')).toHaveLength(1)
  })

  test('the removal of an unknown row has no effect', () => {
    store.remove('boat', 5)
    expect(ids(store.all('boat', 'de'))).toEqual([101, 111, 121])
  })

  test('columns without a value have their defaults', () => {
    openDatabaseOf(store).boat.create({ id: 2000, language: 'de' })
    expect(store.get('boat', 2000)).toMatchObject({
      id: 2000,
      language: 'de',
      slug: '',
      group: 0,
      name: null,
      harbor: 'home',
      crew: [],
    })
  })
})

describe('the public database', () => {
  const byId = (id: number) => ({ where: { id: { equals: id } } })

  test('the database contains the writes of the repository', () => {
    const { id } = store.insert('boat', newBoat())
    store.update('boat', { ...getRow('boat', id), name: 'Renamed' })
    expect(openDatabaseOf(store).boat.findFirst(byId(id))).toMatchObject({
      id,
      name: 'Renamed',
      crew: [],
    })
    store.remove('boat', id)
    expect(openDatabaseOf(store).boat.findFirst(byId(id))).toBeNull()
  })

  test('the database generates every language on access, and accepts queries', () => {
    expect(openDatabaseOf(store).boat.count()).toBe(9)
    const query = { where: { name: { contains: 'boat 1' } } }
    expect(ids(openDatabaseOf(store).boat.findMany(query))).toEqual([110, 111, 112])
  })

  test('a row created in the database is found by ID, slug, list and link', () => {
    store.linking('boat', 'crew', 501)
    const row = { id: 2000, slug: 'mine', language: 'de', group: 2000, name: 'Mine', crew: [501] }
    openDatabaseOf(store).boat.create(row)
    expect(store.get('boat', 2000)).toMatchObject(row)
    expect(store.bySlug('boat', 'mine', 'de')?.id).toBe(2000)
    expect(ids(store.all('boat', 'de'))).toEqual([101, 111, 121, 2000])
    expect(sorted(store.linking('boat', 'crew', 501))).toEqual([101, 121, 2000])
  })

  test('the ID of a row created in the database is not used for later rows', () => {
    const { id } = store.insert('boat', newBoat())
    openDatabaseOf(store).boat.create({
      id: id + 1,
      slug: 'mine',
      language: 'de',
      group: id + 1,
      name: 'Mine',
    })
    expect(store.insert('boat', newBoat()).id).toBe(id + 2)
    expect(store.get('boat', id + 1)?.name).toBe('Mine')
  })

  test('a row that changes its language in the database moves to the list of the new language', () => {
    openDatabaseOf(store).boat.update({ where: { id: { equals: 101 } }, data: { language: 'hi' } })
    expect(ids(store.all('boat', 'de'))).not.toContain(101)
    expect(ids(store.all('boat', 'hi'))).toContain(101)
  })

  test('a row created in the database can be the translation of another row', () => {
    store.remove('boat', getRow('boat', 102).id)
    openDatabaseOf(store).boat.create({ id: 2000, slug: 'mine', language: 'hi', group: 100 })
    expect(ids(store.group('boat', getRow('boat', 101)))).toEqual([100, 101, 2000])
  })

  test('an update in the database changes names, slugs and links', () => {
    store.linking('boat', 'crew', 501)
    const data = { name: 'Renamed', slug: 'moved', crew: [511] }
    openDatabaseOf(store).boat.update({ ...byId(101), data })
    expect(store.get('boat', 101)).toMatchObject(data)
    expect(store.bySlug('boat', 'boat-0', 'de')).toBeUndefined()
    expect(store.bySlug('boat', 'moved', 'de')?.id).toBe(101)
    expect(sorted(store.linking('boat', 'crew', 501))).toEqual([121])
    expect(sorted(store.linking('boat', 'crew', 511))).toEqual([101, 111])
  })

  test('an update in the database does not change a row that was read before', () => {
    const before = getRow('boat', 101)
    openDatabaseOf(store).boat.update({ ...byId(101), data: { name: 'Renamed' } })
    expect(before.name).toBe('boat 0 de of world 1')
  })

  test('an update of many rows in the database changes their links', () => {
    store.all('boat', 'de')
    const where = { language: { equals: 'de' } }
    openDatabaseOf(store).boat.updateMany({ where, data: { harbor: 9 } })
    expect(sorted(store.linking('boat', 'harbor', 9))).toEqual([101, 111, 121])
  })

  test('a row deleted in the database is not found', () => {
    store.linking('boat', 'crew', 501)
    openDatabaseOf(store).boat.delete(byId(101))
    expect(store.get('boat', 101)).toBeUndefined()
    expect(store.bySlug('boat', 'boat-0', 'de')).toBeUndefined()
    expect(ids(store.all('boat', 'de'))).toEqual([111, 121])
    expect(sorted(store.linking('boat', 'crew', 501))).toEqual([121])
  })

  test('the repository updates and removes a row created in the database', () => {
    openDatabaseOf(store).boat.create({
      id: 2000,
      slug: 'mine',
      language: 'de',
      group: 2000,
      name: 'Mine',
    })
    store.update('boat', { ...getRow('boat', 2000), name: 'Yours' })
    expect(openDatabaseOf(store).boat.findFirst(byId(2000))).toMatchObject({ name: 'Yours' })
    store.remove('boat', 2000)
    expect(openDatabaseOf(store).boat.findFirst(byId(2000))).toBeNull()
  })
})

describe('a reset', () => {
  test('a reset reverts creations, updates and removals by the repository and in the database', () => {
    const before = languages.map((language) => store.all('boat', language))
    store.insert('boat', newBoat())
    store.update('boat', { ...getRow('boat', 111), slug: 'moved', crew: [] })
    store.remove('boat', 101)
    openDatabaseOf(store).boat.create({ id: 2000, slug: 'mine', language: 'de', group: 2000 })
    openDatabaseOf(store).boat.delete({ where: { id: { equals: 122 } } })
    store.linking('boat', 'crew', 501)
    store.reset()
    const after = languages.map((language) => store.all('boat', language))
    const named = (lists: readonly (readonly Row[])[]) =>
      JSON.stringify(lists).replace(/(of world )\d+/g, '$1')
    expect(named(after)).toEqual(named(before))
    expect(store.get('boat', 2000)).toBeUndefined()
    expect(store.bySlug('boat', 'moved', 'de')).toBeUndefined()
    expect(store.bySlug('boat', 'new', 'de')).toBeUndefined()
    expect(sorted(store.linking('boat', 'crew', 501))).toEqual([101, 121])
  })

  test('a reset creates a new seed and generates it language by language', () => {
    store.all('boat', 'de')
    store.reset()
    expect([worlds, generated]).toEqual([2, ['de']])
    expect(store.all('boat', 'hi')[0]?.name).toBe('boat 0 hi of world 2')
    expect(generated).toEqual(['de', 'hi'])
  })

  test('a reset restarts the IDs of created rows', () => {
    store.insert('boat', newBoat())
    store.insert('boat', newBoat())
    store.reset()
    expect(store.insert('boat', newBoat()).id).toBe(FIRST_FREE)
  })

  test('a reset does not replace the database object', () => {
    const db = openDatabaseOf(store)
    store.reset()
    store.insert('boat', newBoat())
    expect(db.boat.count()).toBe(1)
    db.boat.create({ id: 2000, slug: 'mine', language: 'de', group: 2000 })
    expect(store.bySlug('boat', 'mine', 'de')?.id).toBe(2000)
  })
})

test('two stores of the same models share no rows', () => {
  const other = new Store(models, createSeed)
  const row = store.insert('boat', newBoat())
  expect(other.get('boat', row.id)).toBeUndefined()
  expect(other.bySlug('boat', 'new', 'de')).toBeUndefined()
  expect(other.insert('boat', newBoat()).id).toBe(row.id)
})
