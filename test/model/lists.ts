import {
  all,
  type Entry,
  isTerm,
  type Kind,
  type Language,
  type State,
  slugOf,
  wall,
} from './state.ts'

/** Expected results of reads, computed by a scan of all records. */

/** The query of a list in terms of the model, with IDs of existing records. */
export interface Asked {
  readonly page: number
  readonly perPage: number
  readonly status?: readonly string[] | undefined
  readonly isAllTime?: boolean | undefined
  readonly search?: string | undefined
  readonly include?: readonly number[] | undefined
  readonly venue?: number | undefined
  readonly organizer?: number | undefined
  readonly categories?: number | undefined
  readonly tags?: number | undefined
  readonly event?: number | undefined
  readonly hasEvents?: boolean | undefined
  readonly isUpcoming?: boolean | undefined
  readonly hidesEmpty?: boolean | undefined
  readonly parent?: number | undefined
  readonly orderby?: 'count' | 'id' | 'slug' | undefined
  readonly order?: 'asc' | 'desc' | undefined
}

/** Returns every record of a language that a list contains, in order. */
export function listed(state: State, kind: Kind, language: Language, asked: Asked): Entry[] {
  const found = all(state, kind, language)
    .filter((one) => matches(one, asked))
    .filter((one) => (isTerm(kind) ? keepsTerm : keepsPost)(state, one, asked))
  if (kind === 'events') return found.sort(by(asked.include ? published : starting))
  return isTerm(kind) ? found.sort(byTerm(state, asked)) : found.sort(by(published)).reverse()
}

const published = (one: Entry) => [one.date]
const starting = (one: Entry) => [one.start, one.date]

const by =
  (columns: (one: Entry) => readonly (string | number)[]) =>
  (a: Entry, b: Entry): number => {
    const [left, right] = [
      [...columns(a), a.id],
      [...columns(b), b.id],
    ]
    const n = left.findIndex((value, place) => value !== right[place])
    return n < 0 ? 0 : (left[n] ?? 0) < (right[n] ?? 0) ? -1 : 1
  }

function byTerm(state: State, { orderby, order }: Asked) {
  const columns = (one: Entry) => [
    orderby === 'count'
      ? countOf(state, one)
      : orderby === 'slug'
        ? slugOf(one)
        : one.name.toLowerCase(),
  ]
  const sorted = by(orderby === 'id' ? () => [] : columns)
  const isEqual = (a: Entry, b: Entry) => orderby !== 'id' && columns(a)[0] === columns(b)[0]
  return (a: Entry, b: Entry): number =>
    (order === 'desc' && !isEqual(a, b) ? -1 : 1) * sorted(a, b) // equal terms by ID in both directions
}

function matches(one: Entry, { search, include }: Asked): boolean {
  const texts = [
    one.name.toLowerCase(),
    ...(isTerm(one.kind) ? [decodeURIComponent(slugOf(one))] : []),
  ]
  if (search !== undefined && !texts.some((text) => text.includes(search))) return false
  return !include || one.kind === 'venues' || one.kind === 'organizers' || include.includes(one.id)
}

function keepsPost(state: State, one: Entry, asked: Asked): boolean {
  if (!(asked.status ?? ['publish']).includes(one.status)) return false
  return one.kind === 'events' ? keepsEvent(state, one, asked) : keepsHost(state, one, asked)
}

const DAY = 86_400_000

function keepsEvent(state: State, one: Entry, asked: Asked): boolean {
  const [first, now] = [wall(state.now - DAY).slice(0, 10), wall(state.now)]
  const last = `${Number(now.slice(0, 4)) + 2}${now.slice(4, 10)} 23:59:59`
  const isWithin = one.start >= `${first} 00:00:00` && one.end <= last
  if (one.isHidden || !(asked.isAllTime || asked.include || isWithin)) return false
  return (['venue', 'organizer', 'categories', 'tags'] as const).every((field) => {
    const wanted = asked[field]
    if (wanted === undefined) return true
    const ids = field === 'categories' ? withBelow(state, wanted) : [wanted]
    return one[field].some((id) => ids.includes(id))
  })
}

const below = (state: State, id: number): Entry[] =>
  all(state, 'categories').filter(({ parent }) => parent === id)

const withBelow = (state: State, id: number): number[] => [
  id,
  ...below(state, id).flatMap((one) => withBelow(state, one.id)),
]

function keepsHost(state: State, one: Entry, { event, hasEvents, isUpcoming }: Asked): boolean {
  const field = one.kind === 'venues' ? 'venue' : 'organizer'
  const events = all(state, 'events').filter((other) => other[field].includes(one.id))
  const isShown = events.some(({ status }) => status !== 'draft' && status !== 'trash')
  const isNext = (other: Entry): boolean =>
    other.status === 'publish' && !other.isHidden && other.start >= wall(state.now)
  if (event !== undefined && !events.some(({ id }) => id === event)) return false
  return (hasEvents ?? isShown) === isShown && (!isUpcoming || events.some(isNext))
}

function keepsTerm(state: State, one: Entry, { event, hidesEmpty, parent }: Asked): boolean {
  const { kind } = one
  if (!isTerm(kind)) return false
  if (event !== undefined && !state.entries.get(event)?.[kind].includes(one.id)) return false
  if (kind === 'categories' && parent !== undefined && one.parent !== parent) return false
  return hidesEmpty === false || isUsed(state, one)
}

const isUsed = (state: State, one: Entry): boolean =>
  countOf(state, one) > 0 || below(state, one.id).some((other) => isUsed(state, other))

/** Returns the number of published events with the term, in any language. */
function countOf(state: State, { id, kind }: Entry): number {
  return all(state, 'events').filter(
    (one) => one.status === 'publish' && isTerm(kind) && one[kind].includes(id),
  ).length
}

/** Returns the compared fields of a record and of its nested records, by their names in JSON. */
export function shown(state: State, one: Entry): Readonly<Record<string, unknown>> {
  const { id, name, kind, status, date, modified } = one
  const common = { id, slug: slugOf(one) }
  if (isTerm(kind)) {
    const parent = kind === 'categories' && { parent: one.parent }
    return { ...common, name, count: countOf(state, one), ...parent }
  }
  const date_utc = one.isDated ? date : '0000-00-00 00:00:00'
  const post = { ...common, status, date, date_utc, modified }
  if (kind === 'venues') return { ...post, venue: name }
  if (kind === 'organizers') return { ...post, organizer: name }
  const linked = (ids: readonly number[]) =>
    ids.flatMap((link) => state.entries.get(link) ?? []).filter((other) => other.status !== 'trash')
  const inside = (others: readonly Entry[]) => others.map((other) => shown(state, other))
  const byName = by((other) => [other.name.toLowerCase()])
  return {
    ...{ ...post, title: name, start_date: one.start, end_date: one.end },
    hide_from_listings: one.isHidden,
    venue: inside(linked(one.venue))[0] ?? [],
    organizer: inside(linked(one.organizer)),
    categories: inside(linked(one.categories).sort(byName)),
    tags: inside(linked(one.tags).sort(byName)),
  }
}
