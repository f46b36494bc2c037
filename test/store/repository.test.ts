import { beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '../../src/contract/resource.ts'
import type { Seed } from '../../src/contract/seed.ts'
import { Store } from '../../src/store/repository.ts'

const models = [
  { name: 'boat', defaults: { name: null, harbor: 'home', crew: [] } },
  { name: 'sailor', defaults: { name: null } },
]

/** Three boats and two sailors in each language; the units digit of an ID is the language. */
const languages = ['en', 'de', 'hi']
const FIRST_FREE = 1000

/** The languages that were planted since the start, in their order. */
let planted: string[] = []
let worlds = 0

const idOf = (kind: 'boat' | 'sailor', ordinal: number, language: string) =>
  (kind === 'boat' ? 100 : 500) + ordinal * 10 + languages.indexOf(language)

const rowOf = (kind: 'boat' | 'sailor', ordinal: number, language: string, more: object): Row => ({
  id: idOf(kind, ordinal, language),
  slug: `${kind}-${ordinal}`,
  language,
  group: idOf(kind, ordinal, 'en'),
  name: `${kind} ${ordinal} ${language}`,
  ...more,
})

function newSeed(): Seed {
  worlds += 1
  const world = worlds
  return {
    languages,
    kinds: ['boat', 'sailor'],
    events: 3,
    firstFreeId: FIRST_FREE,
    languageOf: (id) => (id >= 100 && id < FIRST_FREE ? languages[id % 10] : undefined),
    generate(kind, language) {
      planted.push(kind === 'boat' ? language : `${kind} ${language}`)
      if (kind === 'sailor') return [0, 1].map((ordinal) => rowOf('sailor', ordinal, language, {}))
      return [0, 1, 2].map((ordinal) =>
        rowOf('boat', ordinal, language, {
          name: `boat ${ordinal} ${language} of world ${world}`,
          harbor: 7,
          crew: [idOf('sailor', ordinal % 2, language)],
        }),
      )
    },
  }
}

let store: Store

beforeEach(() => {
  planted = []
  worlds = 0
  store = new Store(models, newSeed)
})

const ids = (rows: readonly Pick<Row, 'id'>[]) => rows.map(({ id }) => id)
const sorted = (rows: readonly Row[]) => ids(rows).sort((a, b) => a - b)

/** The row there is; fails where there is none. */
function found(model: string, id: number): Row {
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

describe('planting', () => {
  test('nothing is planted before it is asked for', () => {
    expect(planted).toEqual([])
  })

  test.each<[string, string[], () => unknown]>([
    ['a list', ['de'], () => store.all('boat', 'de')],
    ['a seeded ID', ['hi'], () => store.get('boat', 102)],
    ['a seeded ID that no row has', ['hi'], () => store.get('boat', 992)],
    ['a slug', ['de'], () => store.bySlug('boat', 'boat-1', 'de')],
    ['what links to a seeded ID', ['hi'], () => store.linking('boat', 'crew', 502)],
    ['an ID that no seed gives', [], () => store.get('boat', FIRST_FREE)],
    ['a list of a language there is not', [], () => store.all('boat', 'xx')],
    ['a slug of a language there is not', [], () => store.bySlug('boat', 'boat-1', 'xx')],
  ])('%s plants %j', (_, asked, ask) => {
    ask()
    expect(planted).toEqual(asked)
  })

  test('each model is planted once in each language', () => {
    for (let n = 0; n < 3; n++) {
      store.all('boat', 'de')
      store.all('sailor', 'de')
      store.get('boat', 101)
      store.bySlug('sailor', 'sailor-0', 'de')
      store.linking('boat', 'crew', 501)
    }
    expect(planted).toEqual(['de', 'sailor de'])
  })

  test('the translations of a seeded row plant all languages', () => {
    store.group('boat', found('boat', 101))
    expect([...planted].sort()).toEqual(['de', 'en', 'hi'])
  })

  test('the translations of a created row plant none', () => {
    const row = store.insert('boat', newBoat())
    expect(ids(store.group('boat', row))).toEqual([row.id])
    expect(planted).toEqual([])
  })

  test('what links to a created row was written too: it plants none', () => {
    const sailor = store.insert('sailor', { slug: 's', language: 'de', name: 'S' })
    const boat = store.insert('boat', newBoat({ language: 'hi', crew: [sailor.id] }))
    expect(ids(store.linking('boat', 'crew', sailor.id))).toEqual([boat.id])
    expect(planted).toEqual([])
  })
})

describe('a seed that knows the members of groups', () => {
  /** Has no boat 2 in German. */
  const knowing = (): Seed => ({
    ...newSeed(),
    members: (kind, group) =>
      kind === 'boat' && group >= 100 && group < 130
        ? languages.flatMap((_, place) => (group === 120 && place === 1 ? [] : [group + place]))
        : [],
  })

  beforeEach(() => {
    store = new Store(models, knowing)
  })

  test('plants no other language for the translations of a row', () => {
    expect(store.group('boat', found('boat', 111))).toEqual([
      { id: 110, language: 'en', group: 110 },
      found('boat', 111),
      { id: 112, language: 'hi', group: 110 },
    ])
    expect(planted).toEqual(['de'])
  })

  test('finds translations that were removed, moved or created', () => {
    const row = found('boat', 111)
    store.remove('boat', 112)
    expect(ids(store.group('boat', row))).toEqual([110, 111])
    store.db.boat.create({ id: 2000, language: 'hi', slug: 'own', group: 110 })
    store.update('boat', { ...found('boat', 110), group: 2 })
    expect(ids(store.group('boat', row))).toEqual([111, 2000])
  })

  test('does not find a restored row that left its group', () => {
    const { name: _, ...row } = found('boat', 110)
    const changes = { nextId: FIRST_FREE, records: { boat: { 110: { ...row, group: 5 } as Row } } }
    store.restore(changes)
    expect(ids(store.group('boat', found('boat', 111)))).toEqual([111, 112])
  })
})

describe('reading', () => {
  test('a list holds the rows of its model and language, in the order they were made', () => {
    expect(ids(store.all('boat', 'de'))).toEqual([101, 111, 121])
    expect(ids(store.all('sailor', 'hi'))).toEqual([502, 512])
    const row = store.insert('boat', newBoat())
    store.update('boat', { ...found('boat', 101), name: 'Renamed' })
    expect(ids(store.all('boat', 'de'))).toEqual([101, 111, 121, row.id])
  })

  test.each([
    ['boat', 101, 'boat 0 de of world 1'],
    ['sailor', 512, 'sailor 1 hi'],
  ])('the %s %d is %s', (model, id, name) => {
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
  ])('there is no %s %d', (model, id) => {
    expect(store.get(model, id)).toBeUndefined()
  })

  test('a slug belongs to a model and a language', () => {
    expect(store.bySlug('boat', 'boat-1', 'de')?.id).toBe(111)
    expect(store.bySlug('boat', 'boat-1', 'hi')?.id).toBe(112)
    expect(store.bySlug('sailor', 'boat-1', 'de')).toBeUndefined()
    expect(store.bySlug('boat', 'nothing', 'de')).toBeUndefined()
  })

  test('translations stand in the order of the languages, whichever was planted first', () => {
    store.all('boat', 'hi')
    store.all('boat', 'de')
    expect(ids(store.group('boat', found('boat', 112)))).toEqual([110, 111, 112])
  })

  test.each([
    ['boat', 'crew', 501, [101, 121]],
    ['boat', 'crew', 511, [111]],
    ['boat', 'crew', 521, []],
    ['sailor', 'crew', 501, []],
    ['boat', 'nothing', 501, []],
  ])('the rows of %s whose %s holds %d are %j', (model, field, id, linked) => {
    expect(sorted(store.linking(model, field, id))).toEqual(linked)
  })

  test('a single link is found as a list is', () => {
    for (const language of languages) store.all('boat', language)
    expect(sorted(store.linking('boat', 'harbor', 7))).toEqual([
      100, 101, 102, 110, 111, 112, 120, 121, 122,
    ])
  })
})

describe('writing', () => {
  test('created rows are numbered from above all seeded ones, in one space for all models', () => {
    const made = [
      store.insert('boat', newBoat()),
      store.insert('sailor', { slug: 's', language: 'hi', name: 'S' }),
      store.insert('boat', newBoat({ slug: 'newer' })),
    ]
    expect(ids(made)).toEqual([FIRST_FREE, FIRST_FREE + 1, FIRST_FREE + 2])
    expect(planted).toEqual([])
    const seeded = languages.flatMap((language) => [
      ...ids(store.all('boat', language)),
      ...ids(store.all('sailor', language)),
    ])
    for (const { id } of made) seeded.splice(seeded.indexOf(id), 1)
    expect(seeded).toHaveLength(15)
    expect(Math.max(...seeded)).toBeLessThan(FIRST_FREE)
  })

  test('an ID is not given twice, even after its row is removed', () => {
    const first = store.insert('boat', newBoat())
    store.remove('boat', first.id)
    expect(store.insert('boat', newBoat()).id).toBe(first.id + 1)
  })

  test('a created row is its own group, and is found every way', () => {
    const row = store.insert('boat', newBoat({ crew: [501] }))
    expect(row).toMatchObject({ group: row.id, name: 'New', language: 'de' })
    expect(store.get('boat', row.id)).toMatchObject({ id: row.id, name: 'New' })
    expect(store.bySlug('boat', 'new', 'de')?.id).toBe(row.id)
    expect(ids(store.all('boat', 'de'))).toContain(row.id)
    expect(sorted(store.linking('boat', 'crew', 501))).toEqual([101, 121, row.id])
  })

  test('rows are not changed in place: what was read before a write stays as it was', () => {
    const before = found('boat', 101)
    const after = store.update('boat', { ...before, name: 'Renamed' })
    expect([before.name, after.name, found('boat', 101).name]).toEqual([
      'boat 0 de of world 1',
      'Renamed',
      'Renamed',
    ])
  })

  test('an update moves a slug: the old one is free, the new one is taken', () => {
    store.update('boat', { ...found('boat', 101), slug: 'moved' })
    expect(store.bySlug('boat', 'boat-0', 'de')).toBeUndefined()
    expect(store.bySlug('boat', 'moved', 'de')?.id).toBe(101)
    store.update('boat', { ...found('boat', 111), slug: 'boat-0' })
    expect(store.bySlug('boat', 'boat-0', 'de')?.id).toBe(111)
    store.update('boat', { ...found('boat', 101), slug: 'boat-0' })
    store.update('boat', { ...found('boat', 111), slug: 'boat-1' })
    expect(store.bySlug('boat', 'boat-0', 'de')?.id).toBe(101)
  })

  test.each([
    ['before the links are first asked for', false],
    ['after that', true],
  ])('links follow updates made %s', (_, isAsked) => {
    store.all('boat', 'de')
    if (isAsked) expect(sorted(store.linking('boat', 'crew', 501))).toEqual([101, 121])
    store.update('boat', { ...found('boat', 101), crew: [511] })
    store.update('boat', { ...found('boat', 111), crew: [511, 501] })
    expect(sorted(store.linking('boat', 'crew', 501))).toEqual([111, 121])
    expect(sorted(store.linking('boat', 'crew', 511))).toEqual([101, 111])
    store.update('boat', { ...found('boat', 101), crew: [501] })
    expect(sorted(store.linking('boat', 'crew', 501))).toEqual([101, 111, 121])
    store.update('boat', { ...found('boat', 121), crew: [] })
    expect(sorted(store.linking('boat', 'crew', 501))).toEqual([101, 111])
  })

  test('single links follow updates, and 0 links nowhere', () => {
    store.all('boat', 'de')
    expect(sorted(store.linking('boat', 'harbor', 7))).toContain(101)
    store.update('boat', { ...found('boat', 101), harbor: 0 })
    store.update('boat', { ...found('boat', 111), harbor: 8 })
    expect(sorted(store.linking('boat', 'harbor', 7))).not.toContain(101)
    expect(sorted(store.linking('boat', 'harbor', 8))).toEqual([111])
    expect(store.linking('boat', 'harbor', 0)).toEqual([])
  })

  test('links of languages that are planted later are found too', () => {
    store.all('boat', 'de')
    expect(sorted(store.linking('boat', 'crew', 501))).toEqual([101, 121])
    store.update('boat', { ...found('boat', 102), crew: [501] })
    expect(sorted(store.linking('boat', 'crew', 501))).toEqual([101, 102, 121])
  })

  test('a removed row is nowhere, and what was planted is not planted anew', () => {
    store.linking('boat', 'crew', 501)
    store.remove('boat', 101)
    expect(store.get('boat', 101)).toBeUndefined()
    expect(store.bySlug('boat', 'boat-0', 'de')).toBeUndefined()
    expect(ids(store.all('boat', 'de'))).toEqual([111, 121])
    expect(sorted(store.linking('boat', 'crew', 501))).toEqual([121])
    expect(ids(store.group('boat', found('boat', 100)))).toEqual([100, 102])
    expect(planted.filter((language) => language === 'de')).toHaveLength(1)
  })

  test('the removal of a row that is not there does nothing', () => {
    store.remove('boat', 5)
    expect(ids(store.all('boat', 'de'))).toEqual([101, 111, 121])
  })

  test('columns that were not given are those of the blank', () => {
    store.db.boat.create({ id: 2000, language: 'de' })
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

describe('the database', () => {
  const byId = (id: number) => ({ where: { id: { equals: id } } })

  test('shows what the repository wrote', () => {
    const { id } = store.insert('boat', newBoat())
    store.update('boat', { ...found('boat', id), name: 'Renamed' })
    expect(store.db.boat.findFirst(byId(id))).toMatchObject({ id, name: 'Renamed', crew: [] })
    store.remove('boat', id)
    expect(store.db.boat.findFirst(byId(id))).toBeNull()
  })

  test('holds every language as soon as it is asked for, and takes queries', () => {
    expect(store.db.boat.count()).toBe(9)
    const query = { where: { name: { contains: 'boat 1' } } }
    expect(ids(store.db.boat.findMany(query))).toEqual([110, 111, 112])
  })

  test('a row created there is found every way', () => {
    store.linking('boat', 'crew', 501)
    const row = { id: 2000, slug: 'mine', language: 'de', group: 2000, name: 'Mine', crew: [501] }
    store.db.boat.create(row)
    expect(store.get('boat', 2000)).toMatchObject(row)
    expect(store.bySlug('boat', 'mine', 'de')?.id).toBe(2000)
    expect(ids(store.all('boat', 'de'))).toEqual([101, 111, 121, 2000])
    expect(sorted(store.linking('boat', 'crew', 501))).toEqual([101, 121, 2000])
  })

  test('a row created there keeps its id from rows made later', () => {
    const { id } = store.insert('boat', newBoat())
    store.db.boat.create({ id: id + 1, slug: 'mine', language: 'de', group: id + 1, name: 'Mine' })
    expect(store.insert('boat', newBoat()).id).toBe(id + 2)
    expect(store.get('boat', id + 1)?.name).toBe('Mine')
  })

  test('a row that changed its language there is in no list of the old one', () => {
    store.db.boat.update({ where: { id: { equals: 101 } }, data: { language: 'hi' } })
    expect(ids(store.all('boat', 'de'))).not.toContain(101)
    expect(ids(store.all('boat', 'hi'))).toContain(101)
  })

  test('a row created there can be made the translation of another', () => {
    store.remove('boat', found('boat', 102).id)
    store.db.boat.create({ id: 2000, slug: 'mine', language: 'hi', group: 100 })
    expect(ids(store.group('boat', found('boat', 101)))).toEqual([100, 101, 2000])
  })

  test('an update there is seen: names, slugs and links', () => {
    store.linking('boat', 'crew', 501)
    const data = { name: 'Renamed', slug: 'moved', crew: [511] }
    store.db.boat.update({ ...byId(101), data })
    expect(store.get('boat', 101)).toMatchObject(data)
    expect(store.bySlug('boat', 'boat-0', 'de')).toBeUndefined()
    expect(store.bySlug('boat', 'moved', 'de')?.id).toBe(101)
    expect(sorted(store.linking('boat', 'crew', 501))).toEqual([121])
    expect(sorted(store.linking('boat', 'crew', 511))).toEqual([101, 111])
  })

  test('an update there does not change what was read before', () => {
    const before = found('boat', 101)
    store.db.boat.update({ ...byId(101), data: { name: 'Renamed' } })
    expect(before.name).toBe('boat 0 de of world 1')
  })

  test('an update of many rows there is seen', () => {
    store.all('boat', 'de')
    const where = { language: { equals: 'de' } }
    store.db.boat.updateMany({ where, data: { harbor: 9 } })
    expect(sorted(store.linking('boat', 'harbor', 9))).toEqual([101, 111, 121])
  })

  test('a row deleted there is nowhere', () => {
    store.linking('boat', 'crew', 501)
    store.db.boat.delete(byId(101))
    expect(store.get('boat', 101)).toBeUndefined()
    expect(store.bySlug('boat', 'boat-0', 'de')).toBeUndefined()
    expect(ids(store.all('boat', 'de'))).toEqual([111, 121])
    expect(sorted(store.linking('boat', 'crew', 501))).toEqual([121])
  })

  test('the repository updates and removes what was created there', () => {
    store.db.boat.create({ id: 2000, slug: 'mine', language: 'de', group: 2000, name: 'Mine' })
    store.update('boat', { ...found('boat', 2000), name: 'Yours' })
    expect(store.db.boat.findFirst(byId(2000))).toMatchObject({ name: 'Yours' })
    store.remove('boat', 2000)
    expect(store.db.boat.findFirst(byId(2000))).toBeNull()
  })
})

describe('reset', () => {
  test('takes back creates, updates and removals, of the repository and of the database', () => {
    const before = languages.map((language) => store.all('boat', language))
    store.insert('boat', newBoat())
    store.update('boat', { ...found('boat', 111), slug: 'moved', crew: [] })
    store.remove('boat', 101)
    store.db.boat.create({ id: 2000, slug: 'mine', language: 'de', group: 2000 })
    store.db.boat.delete({ where: { id: { equals: 122 } } })
    store.linking('boat', 'crew', 501)
    store.reset()
    const after = languages.map((language) => store.all('boat', language))
    const named = (lists: readonly (readonly Row[])[]) =>
      lists.map((list) => list.map((row) => ({ ...row, name: row.name.replace(/\d+$/, '') })))
    expect(named(after)).toEqual(named(before))
    expect(store.get('boat', 2000)).toBeUndefined()
    expect(store.bySlug('boat', 'moved', 'de')).toBeUndefined()
    expect(store.bySlug('boat', 'new', 'de')).toBeUndefined()
    expect(sorted(store.linking('boat', 'crew', 501))).toEqual([101, 121])
  })

  test('plants a world that is asked for anew, language by language', () => {
    store.all('boat', 'de')
    store.reset()
    expect([worlds, planted]).toEqual([2, ['de']])
    expect(store.all('boat', 'hi')[0]?.name).toBe('boat 0 hi of world 2')
    expect(planted).toEqual(['de', 'hi'])
  })

  test('numbers created rows from the start again', () => {
    store.insert('boat', newBoat())
    store.insert('boat', newBoat())
    store.reset()
    expect(store.insert('boat', newBoat()).id).toBe(FIRST_FREE)
  })

  test('keeps the database that was handed out', () => {
    const { db } = store
    store.reset()
    store.insert('boat', newBoat())
    expect(db.boat.count()).toBe(1)
    db.boat.create({ id: 2000, slug: 'mine', language: 'de', group: 2000 })
    expect(store.bySlug('boat', 'mine', 'de')?.id).toBe(2000)
  })
})

test('two stores of the same models share nothing', () => {
  const other = new Store(models, newSeed)
  const row = store.insert('boat', newBoat())
  expect(other.get('boat', row.id)).toBeUndefined()
  expect(other.bySlug('boat', 'new', 'de')).toBeUndefined()
  expect(other.insert('boat', newBoat()).id).toBe(row.id)
})
