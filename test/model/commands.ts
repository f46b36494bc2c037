import fc from 'fast-check'
import { type Asked, shown } from './lists.ts'
import { lookAtId, lookAtList, lookAtSlug, settle } from './looks.ts'
import { type Answer, ask, NOW, outline, type Real, same } from './mock.ts'
import {
  all,
  type Entry,
  holders,
  isTerm,
  type Kind,
  kinds,
  type Language,
  type Outcome,
  type Sent,
  type State,
  searchOrder,
  slugOf,
} from './state.ts'
import { create, remove, update } from './writes.ts'

/** A command that runs against the model and against the mock. */
export type Command = fc.AsyncCommand<Model, Real>

/** The model with its snapshots and the first ID of a new record. */
export interface Model {
  state: State
  readonly first: number
  readonly snapshots: State[]
}

export const modelFrom = (first: number): Model => ({
  state: stateFrom(first),
  first,
  snapshots: [],
})

const stateFrom = (nextId: number): State => ({ now: Date.parse(NOW), nextId, entries: new Map() })

type Run<T> = (given: T, model: Model, real: Real) => Promise<void>

/** Creates a command that is valid in any state: it refers to existing records by index. */
const command = <T>(name: string, given: fc.Arbitrary<T>, run: Run<T>): fc.Arbitrary<Command> =>
  given.map((value) => ({
    check: () => true,
    run: (model, real) => run(value, model, real),
    toString: () => `${name} ${JSON.stringify(value)}`,
  }))

const seldom = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
const often = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })

// few sites and names, so that records conflict
const site = fc.constantFrom<Language>('de', 'de', 'de', 'hi')
const kind = fc.constantFrom<Kind>(...kinds, 'events', 'events')
const name = fc.constantFrom('Alpha', 'Alpha', 'ALPHA', 'Alpha 2', 'Beta', 'नया')
const slug = fc.constantFrom('alpha', 'alpha-2', 'alpha-3', 'beta', 'beta-alpha')
const status = fc.constantFrom('publish', 'publish', 'draft', 'private', 'future', 'trash')
const date = fc.constantFrom('2030-01-01 10:00:00', '2030-01-20 10:00:00')
const days = ['2029-12-30', '2030-01-06', '2030-01-07', '2030-02-01', '2033-01-01']
const time = fc.constantFrom(...days.map((day) => `${day} 10:00:00`))
/** An index that refers to no record; other indexes refer to the existing records of a kind. */
const UNKNOWN = 20
const place = fc.oneof({ weight: 30, arbitrary: fc.nat({ max: 9 }) }, fc.constant(UNKNOWN))
const links = fc.array(fc.oneof(place, place, name), { maxLength: 3 })

const written = fc.record({
  ...{ site, kind, name, start: time, end: time },
  ...{
    slug: seldom(slug),
    status: often(status),
    date: seldom(date),
    isHidden: seldom(fc.boolean()),
  },
  venue: seldom(fc.oneof(place, place, name)),
  organizer: often(fc.array(place, { maxLength: 3 })),
  ...{ categories: often(links), tags: often(links), parent: seldom(place) },
})
type Written = typeof written extends fc.Arbitrary<infer T> ? T : never

const changed = fc.record({
  ...{ written, at: fc.nat({ max: 9 }), isBySlug: fc.boolean() },
  kept: fc.array(fc.constantFrom('name', 'start', 'end', 'status'), { maxLength: 4 }),
})

function idAt(state: State, of: Kind, at: number): number | undefined {
  if (at === UNKNOWN) return state.nextId + 1000
  const ids = all(state, of).map(({ id }) => id)
  return ids[at % ids.length]
}

/** Returns the fields of the kind, with IDs instead of indexes. */
function resolveFields(state: State, given: Written): Sent {
  const { kind, name, slug, parent } = given
  const idOf = (of: Kind, at: number | string | undefined) =>
    typeof at === 'number' ? idAt(state, of, at) : at
  const idsOf = (of: Kind, list: Written['tags']) => list?.flatMap((at) => idOf(of, at) ?? [])
  const below = parent === undefined ? undefined : idAt(state, 'categories', parent)
  if (isTerm(kind)) return { name, slug, ...(kind === 'categories' && { parent: below }) }
  const { status, date, start, end, isHidden } = given
  if (kind !== 'events') return { name, status, date }
  return {
    ...{ name, slug, status, date, start, end, isHidden },
    venue: idOf('venues', given.venue),
    organizer: given.organizer?.flatMap((at) => idAt(state, 'organizers', at) ?? []),
    categories: idsOf('categories', given.categories),
    tags: idsOf('tags', given.tags),
  }
}

const nameOn = {
  ...{ events: 'title', venues: 'venue', organizers: 'organizer', categories: 'name' },
  ...{ tags: 'name' },
}

/** Returns the body of a write. */
function createBody(kind: Kind, sent: Sent): object {
  const { name, start, end, isHidden, venue, ...others } = sent
  const place = typeof venue === 'string' ? { venue } : venue
  const own = { start_date: start, end_date: end, hide_from_listings: isHidden, venue: place }
  return { ...others, ...own, [nameOn[kind]]: name }
}

/** Compares the response to a write with the expected outcome. */
async function compareOutcome(
  real: Real,
  state: State,
  answer: Answer,
  outcome: Outcome,
): Promise<void> {
  if ('refused' in outcome) return same(real, [answer.status, answer.body.code], outcome.refused)
  await settle(real, state)
  const wanted = shown(state, outcome.entry)
  same(real, outline(answer.body, wanted), wanted)
}

const creating = command('create', written, async (given, { state }, real) => {
  const sent = resolveFields(state, given)
  const answer = await ask(
    real,
    'POST',
    `${given.site}/${given.kind}`,
    createBody(given.kind, sent),
  )
  const outcome = create(state, given.site, given.kind, sent)
  await compareOutcome(real, state, answer, outcome)
  if ('refused' in outcome) return
  const address = `/${given.kind}/${outcome.entry.id}`
  same(real, [answer.status, answer.headers.get('location')?.endsWith(address)], [201, true])
})

/** Returns the path of a record, with its slug if the slug is unambiguous. */
function findPath(state: State, site: Language, entry: Entry, isBySlug: boolean): string {
  const { kind, id } = entry
  const found = holders(state, kind, slugOf(entry), searchOrder(site))
  const isOnly = found.length === 1 && found[0]?.id === id && slugOf(entry) !== ''
  return isBySlug && isOnly && !isTerm(kind) ? `${kind}/by-slug/${slugOf(entry)}` : `${kind}/${id}`
}

const updating = command('update', changed, async (given, { state }, real) => {
  const { written, at, isBySlug, kept } = given
  const entry = state.entries.get(idAt(state, written.kind, at) ?? 0)
  if (!entry) return
  const sent = Object.fromEntries(
    Object.entries(resolveFields(state, written)).filter(
      ([field]) => !kept.some((one) => one === field),
    ),
  )
  const target = findPath(state, written.site, entry, isBySlug)
  const answer = await ask(real, 'PATCH', `${written.site}/${target}`, createBody(entry.kind, sent))
  await compareOutcome(real, state, answer, update(state, written.site, entry, sent))
})

const aimed = fc.record({ site, kind, at: place, isBySlug: fc.boolean() })

const removing = command('remove', aimed, async ({ site, kind, at, isBySlug }, { state }, real) => {
  const entry = state.entries.get(idAt(state, kind, at) ?? 0)
  if (!entry) return
  const before = shown(state, entry)
  const answer = await ask(real, 'DELETE', `${site}/${findPath(state, site, entry, isBySlug)}`)
  const outcome = remove(state, entry)
  if (isTerm(kind)) return same(real, outline(answer.body, before), before)
  await compareOutcome(real, state, answer, outcome)
})

const query = fc.record({
  ...{ page: fc.constantFrom(1, 1, 1, 2), perPage: fc.constantFrom(1, 3, 9, 9) },
  status: fc.uniqueArray(status, { minLength: 1, maxLength: 3 }),
  search: fc.constantFrom('alpha', 'bet', 'नया'),
  ...{ include: place, venue: place, organizer: place, categories: place, tags: place },
  ...{ event: place, parent: place, hasEvents: fc.boolean(), isUpcoming: fc.boolean() },
  ...{ isAllTime: fc.boolean(), hidesEmpty: fc.boolean() },
  ...{ orderby: fc.constantFrom('count', 'id', 'slug'), order: fc.constantFrom('asc', 'desc') },
})
type Query = typeof query extends fc.Arbitrary<infer T> ? T : never

const hostFilters = ['status', 'search', 'event', 'hasEvents', 'isUpcoming'] as const
const termFilters = ['search', 'event', 'include', 'orderby', 'order', 'hidesEmpty'] as const
/** The filters of each kind of list. */
const filters: Readonly<Record<Kind, readonly (keyof Query)[]>> = {
  events: ['status', 'search', 'include', 'venue', 'organizer', 'categories', 'tags', 'isAllTime'],
  venues: hostFilters,
  organizers: hostFilters,
  categories: [...termFilters, 'parent'],
  tags: termFilters,
}

/**
 * Returns the query with the filters at these indexes and with IDs instead of indexes. Filters by
 * an unknown record are omitted.
 */
function resolveQuery(state: State, kind: Kind, given: Query, at: readonly number[]): Asked {
  const names = at.map((n) => filters[kind][n % filters[kind].length])
  const kept = Object.entries(given).filter(([name]) => names.some((one) => one === name))
  const { page, perPage } = given
  const { include, venue, organizer, categories, tags, event, parent, ...others }: Partial<Query> =
    Object.fromEntries(kept)
  const idOf = (of: Kind, at: number | undefined) =>
    at === undefined || at === UNKNOWN ? undefined : idAt(state, of, at)
  const one = idOf(kind, include)
  return {
    // a list that hides most records finds few faults
    ...{ page, perPage, isAllTime: true, hidesEmpty: false, ...others },
    include: one === undefined ? undefined : [one],
    ...{ venue: idOf('venues', venue), organizer: idOf('organizers', organizer) },
    ...{ categories: idOf('categories', categories), tags: idOf('tags', tags) },
    ...{ event: idOf('events', event), parent: idOf('categories', parent) },
  }
}

const asked = fc.record({ site, kind, query, at: fc.array(fc.nat({ max: 50 }), { maxLength: 2 }) })

const listing = command('list', asked, async ({ site, kind, query, at }, { state }, real) => {
  await lookAtList(real, state, { site, kind, asked: resolveQuery(state, kind, query, at) })
})

const readAt = fc.record({
  ...{ site, kind, slug: seldom(slug), at: fc.nat({ max: 15 }), isAny: seldom(fc.boolean()) },
})

const reading = command('read', readAt, async (given, { state, first }, real) => {
  const { site, kind, slug, at, isAny } = given
  if (slug) return lookAtSlug(real, state, site, kind, slug)
  const id = isAny ? first + at : idAt(state, kind, at)
  if (id) await lookAtId(real, state, site, kind, id)
})

const resetting = command('reset', fc.constant({}), async (_, model, real) => {
  real.mock.reset()
  real.log.push('reset')
  model.state = stateFrom(model.first)
})

const saving = command('snapshot', fc.constant({}), async (_, model, real) => {
  real.snapshots.push(JSON.parse(JSON.stringify(real.mock.snapshot())))
  real.log.push('snapshot')
  model.snapshots.push(structuredClone(model.state))
})

const restoring = command('restore', fc.nat({ max: 2 }), async (back, model, real) => {
  const n = model.snapshots.length - 1 - back
  const [state, snapshot] = [model.snapshots[n], real.snapshots[n]]
  if (!state || !snapshot) return
  real.mock.restore(snapshot)
  real.log.push(`restore ${n}`)
  model.state = structuredClone(state)
})

const HOUR = 3_600_000
const moves = { P1D: 24 * HOUR, PT5H: 5 * HOUR, '-PT30H': -30 * HOUR, P14D: 14 * 24 * HOUR }

const moving = command(
  'clock',
  fc.constantFrom(...(Object.keys(moves) as (keyof typeof moves)[])), // the keys of the table
  async (duration, { state }, real) => {
    real.mock.clock.advance(duration)
    real.log.push(`clock ${duration}`)
    state.now += moves[duration]
  },
)

/** All commands, each repeated according to its weight. */
export const commands = (
  [
    [creating, 10],
    [updating, 10],
    [removing, 4],
    [listing, 10],
    [reading, 6],
    [moving, 2],
    [saving, 1],
    [restoring, 2],
    [resetting, 0.5],
  ] as const
).flatMap(([one, times]) => Array.from({ length: 2 * times }, () => one))
