import fc from 'fast-check'
import { expect, test } from 'vitest'
import { city } from '../../fixtures/scenarios/city.ts'
import type { Query } from '../../src/contract/context.ts'
import { MAX_BODY_BYTES } from '../../src/contract/context.ts'
import { messages } from '../../src/contract/messages/index.ts'
import { imageModel } from '../../src/contract/params/image.ts'
import { statuses } from '../../src/contract/post-status.ts'
import { neutralPreset } from '../../src/contract/presets.ts'
import type { Resource } from '../../src/contract/resource.ts'
import { resources } from '../../src/contract/resources/index.ts'
import { createSite, languages } from '../../src/contract/site.ts'
import { createEngine } from '../../src/engine/handle-request.ts'
import { createInlineSeed } from '../../src/source/inline-source.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { Store } from '../../src/store/repository.ts'
import { NOW, ORIGIN } from '../call.ts'
import { compared } from '../engine/scan.ts'
import { leastOf } from './world.ts'

const now = new Date(NOW)
const sites = [createSite('de', () => messages.de), createSite('hi', () => messages.hi)]
const settings = {
  ...{ maxPerPage: 50, geolocRadius: 25, namespace: 'cal/events/v1' },
  ...{ maxBody: MAX_BODY_BYTES, preset: neutralPreset, users: [], isStrict: false },
}
const { handle: answer } = createEngine({ sites, resources, settings })

/**
 * Creates a world with some events and a function that answers calls and compares each list with a
 * scan.
 */
function createWorld(events: number) {
  const seed = createInlineSeed({ seed: 3, events, scenario: [city], anchor: now })
  const store = new Store([...resources, imageModel], () => seed)
  const repository = compared(store, languages)
  const call = async (method: string, target: string, json?: Query) => {
    const [path = '', query = ''] = target.split('?')
    const body = json && { body: new TextEncoder().encode(JSON.stringify(json)) }
    const header = (name: string) => (name === 'content-type' ? 'application/json' : undefined)
    const reply = await answer(
      { method, origin: ORIGIN, path, query, header, ...body },
      { repository, requireRoom: () => undefined, now },
    )
    return reply?.status ?? 0
  }
  return { store, call }
}
type World = ReturnType<typeof createWorld>

const site = fc.constantFrom('de', 'hi')
const place = fc.nat({ max: 20 })
const places = fc.array(place, { minLength: 1, maxLength: 3 })
const day = fc.constantFrom(
  ...'2029-12-20|2030-01-07|2030-01-09 19:00:00|2030-03-01|2031-06-30'.split('|'),
)
const states = fc.subarray([...statuses], { minLength: 1 })
/** A value that is present in one of five cases, so that most lists have results. */
const maybe = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
const often = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const text = fc.constantFrom('Jazz', 'Neu', 'neu', 'a', '-b', 'x y')

/** A placeholder for IDs of rows, until the rows exist. */
const idsOf = (model: string, which: fc.Arbitrary<readonly number[]> = places) =>
  which.map((places) => ({ model, places }))
const idOf = (model: string) =>
  idsOf(
    model,
    place.map((one) => [one]),
  )

const paging = { page: fc.integer({ min: 1, max: 4 }), per_page: fc.integer({ min: 1, max: 6 }) }
const hosts = {
  ...paging,
  ...{ status: maybe(states), search: maybe(text), event: maybe(idOf('event')) },
  ...{ has_events: maybe(fc.boolean()), only_with_upcoming: maybe(fc.boolean()) },
}
const termsOf = (model: string) => ({
  ...paging,
  ...{ search: maybe(text), hide_empty: maybe(fc.boolean()), include: maybe(idsOf(model)) },
  ...{ exclude: maybe(idsOf(model)), post: maybe(idOf('event')), event: maybe(idOf('event')) },
  ...{ order: maybe(fc.constantFrom('asc', 'desc')) },
  orderby: maybe(fc.constantFrom('name', 'count', 'slug', 'id', 'include', 'parent')),
  slug: maybe(fc.constantFrom('neu', 'jazz')),
  ...(model === 'category' && { parent: maybe(idOf(model)) }),
})
const dates = 'start_date end_date starts_before starts_after ends_before ends_after'.split(' ')

const lists: Readonly<Record<string, Readonly<Record<string, fc.Arbitrary<unknown>>>>> = {
  events: {
    ...paging,
    ...Object.fromEntries(dates.map((name) => [name, maybe(day)])),
    ...{ strict_dates: maybe(fc.boolean()), search: maybe(text) },
    ...{ categories: maybe(idsOf('category')), tags: maybe(idsOf('tag')) },
    ...{ venue: maybe(idsOf('venue')), organizer: maybe(idsOf('organizer')) },
    ...{ featured: maybe(fc.boolean()), status: maybe(states), geoloc: maybe(fc.boolean()) },
    ...{ include: maybe(idsOf('event')), post_parent: maybe(idOf('event')) },
    ...{ ticketed: maybe(fc.boolean()) },
  },
  ...{ venues: hosts, organizers: hosts, categories: termsOf('category'), tags: termsOf('tag') },
}

const read = fc.record({
  site,
  language: maybe(fc.constantFrom('de', 'en')),
  list: fc.oneof(
    ...Object.entries(lists).map(([collection, params]) =>
      fc.record({ collection: fc.constant(collection), params: fc.record(params) }),
    ),
  ),
})
const fields = fc.record({
  ...{ title: text, venue: text, organizer: text, name: text },
  description: maybe(text),
  status: maybe(fc.constantFrom(...statuses)),
  start_date: day,
  end_date: day,
  timezone: maybe(fc.constantFrom('Asia/Tokyo', 'America/Los_Angeles')),
  featured: maybe(fc.boolean()),
  hide_from_listings: maybe(fc.boolean()),
  parent: maybe(idOf('category')),
})
const links = fc.record({
  categories: often(idsOf('category')),
  tags: often(fc.oneof(idsOf('tag'), fc.constant(['Neu', 'Jazz']))),
  venue: often(fc.oneof(idOf('venue'), fc.constant({ venue: 'Neu' }))),
  organizer: often(idsOf('organizer')),
})
const write = fc.record({
  ...{ site, method: fc.constantFrom('POST', 'PUT', 'DELETE') },
  ...{ kind: fc.constantFrom(...resources.map(({ name }) => name)), place, fields, links },
})
const hand = fc.record({
  way: fc.constantFrom('create', 'update', 'updateMany', 'delete'),
  kind: fc.constantFrom(...resources.map(({ name }) => name)),
  language: fc.constantFrom('de', 'hi', 'en'),
  place,
  columns: fc.record({
    ...{ status: fc.constantFrom(...statuses) },
    ...{ slug: fc.constantFrom('neu', 'neu-2', 'neu-3', 'b'), text, start: day, end: day },
    ...{ language: maybe(fc.constantFrom('de', 'hi')), links: idsOf('tag') },
  }),
})
const step = fc.oneof(
  { weight: 4, arbitrary: read.map((of) => ({ step: 'read' as const, ...of })) },
  { weight: 3, arbitrary: write.map((of) => ({ step: 'write' as const, ...of })) },
  { weight: 2, arbitrary: hand.map((of) => ({ step: 'hand' as const, ...of })) },
  { weight: 1, arbitrary: fc.constant({ step: 'reset' as const }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function findTable(kind: string): Resource {
  const found = resources.find(({ name }) => name === kind)
  if (!found) throw new Error(`no ${kind}`)
  return found
}

/**
 * Replaces a placeholder by the IDs of the rows at these indexes; returns other values unchanged.
 */
function resolveIds({ store }: World, language: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('places' in value)) return value
  const { model, places } = value as { model: string; places: readonly number[] } // the object comes from `idsOf`
  const rows = store.all(model, language)
  return places.flatMap((place) => rows[place % rows.length]?.id ?? [])
}

const resolveFields = (world: World, language: string, values: object): [string, unknown][] =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, resolveIds(world, language, value)])

async function applyStep(world: World, one: Step): Promise<void> {
  const { store, call } = world
  if (one.step === 'reset') return store.reset()
  if (one.step === 'read') {
    const { collection, params } = one.list
    const query = resolveFields(world, one.language ?? one.site, params)
    if (one.language) query.push(['i18n_language', one.language])
    const pairs = query.map(([name, value]) => [name, String(value)])
    const target = `/${one.site}/cal/events/v1/${collection}?${new URLSearchParams(pairs)}`
    expect([200, 400, 404]).toContain(await call('GET', target))
    return
  }
  const { name, collection, defaults: blank, fields } = findTable(one.kind)
  if (one.step === 'write') {
    const rows = store.all(name, one.site)
    const row = rows[one.place % rows.length]
    const base = `/${one.site}/cal/events/v1/${collection}`
    const isTerm = !('status' in blank)
    const json = Object.fromEntries([
      ...(one.method === 'POST' ? Object.entries(leastOf(collection)) : []),
      ...resolveFields(world, one.site, one.fields).filter(([field]) => field in fields),
      ...(isTerm || name !== 'event' ? [] : resolveFields(world, one.site, one.links)),
    ])
    await call(one.method, one.method === 'POST' ? base : `${base}/${row?.id ?? 1}`, json)
    return
  }
  writeToDatabase(world, one)
}

/** Writes to the database directly, without the rules of the API. */
function writeToDatabase(
  world: World,
  { way, kind, language, place, columns }: Extract<Step, { step: 'hand' }>,
): void {
  const { store } = world
  // biome-ignore lint/suspicious/noExplicitAny: its type depends on models known at run time only
  const db: any = store.openDatabase(openDatabase)
  const model = db[kind]
  const rows = store.all(kind, language)
  const row = rows[place % rows.length]
  const links = resolveIds(world, language, columns.links)
  const { text, start, end } = columns
  const time = (day: string): string => (day.length === 10 ? `${day} 00:00:00` : day)
  const all: Query = {
    ...{ status: columns.status, name: text, title: text, venue: text, organizer: text },
    ...{
      start_date: time(start),
      utc_start_date: time(end),
      end_date: time(end),
      utc_end_date: time(start),
    },
    ...(kind === 'event' && { venue: links, organizer: links, tags: links, categories: links }),
    ...(columns.language && { language: columns.language }),
    slug: columns.slug,
  }
  const own = { slug: '', language: '', ...findTable(kind).defaults }
  const data = Object.fromEntries(Object.entries(all).filter(([name]) => name in own))
  const where = { id: { equals: row?.id ?? 0 } }
  if (way === 'create')
    model.create({ language, ...data, id: 900_000 + model.count() + place, group: place })
  if (way === 'update') model.update({ where, data })
  if (way === 'updateMany') model.updateMany({ where: { slug: { equals: row?.slug ?? '' } }, data })
  if (way === 'delete') model.delete({ where })
}

/** Lists that contain most rows. */
const wide = [
  'events',
  'events?per_page=50&start_date=2000-01-01&end_date=2100-01-01',
  'events?page=2&per_page=4&start_date=2030-01-08&end_date=2030-04-01&strict_dates=true',
  `events?per_page=50&starts_after=2000-01-01&status=${statuses}`,
  'events?per_page=50&starts_after=2000-01-01&featured=true',
  `venues?per_page=50&has_events=true&status=${statuses}`,
  'organizers?page=2&per_page=3',
  'categories?per_page=50&orderby=count&order=desc',
  'tags?per_page=50',
  'tags?per_page=50&hide_empty=false&search=e',
]

test('every list, count, name and slug equals the result of a full scan after arbitrary writes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const world = createWorld(20)
      for (const one of steps) {
        await applyStep(world, one)
        for (const target of wide) await world.call('GET', `/de/cal/events/v1/${target}`)
      }
    }),
    { numRuns: 20 },
  )
}, 60_000)
