import {
  all,
  type Entry,
  holders,
  inTrash,
  isDraft,
  isTerm,
  type Kind,
  type Language,
  type Outcome,
  type Sent,
  type State,
  searchOrder,
  singular,
  slugFrom,
  slugOf,
  wall,
} from './state.ts'

/** Expected effects of writes, computed by a scan of all records. */

export function create(state: State, site: Language, kind: Kind, sent: Sent): Outcome {
  return refusalOf(state, sent) ?? made(state, { site, language: site }, kind, sent)
}

export function update(state: State, site: Language, entry: Entry, sent: Sent): Outcome {
  const refused = refusalOf(state, sent)
  if (refused) return refused
  if (isTerm(entry.kind)) return updatedTerm(state, entry, sent)
  if (entry.status === 'trash' && sent.status === undefined) return inTrash(entry)
  change(state, { site, language: entry.language }, entry, sent)
  return { entry }
}

export function remove(state: State, entry: Entry): Outcome {
  if (entry.status === 'trash') return inTrash(entry)
  const field = isTerm(entry.kind) ? entry.kind : singular(entry.kind)
  for (const other of state.entries.values()) {
    const links = (other as unknown as Record<string, unknown>)[field] // one of the lists of links, or undefined
    if (Array.isArray(links))
      Object.assign(other, { [field]: links.filter((id) => id !== entry.id) })
    if (entry.kind === 'categories' && other.parent === entry.id) other.parent = entry.parent
  }
  if (isTerm(entry.kind)) state.entries.delete(entry.id)
  else trash(state, entry)
  return { entry }
}

function trash(state: State, entry: Entry): void {
  Object.assign(entry, {
    status: 'trash',
    slugs: [`${slugOf(entry)}__trashed`],
    modified: wall(state.now),
  })
}

/** The site of a request and the language of the written record. */
interface At {
  readonly site: Language
  readonly language: Language
}

function refusalOf(state: State, sent: Sent): Outcome | undefined {
  const kindsOf = {
    ...{ venue: 'venues', organizer: 'organizers', categories: 'categories', tags: 'tags' },
  }
  const named = [
    ...Object.entries(kindsOf).map(([field, kind]) => [sent[field as keyof Sent], kind] as const), // fields of `Sent`
    [sent.parent, 'categories'] as const,
  ]
  const isUnknown = named.some(([links, kind]) =>
    [links].flat().some((id) => typeof id === 'number' && state.entries.get(id)?.kind !== kind),
  )
  return isUnknown ? { refused: [400, 'rest_invalid_param'] } : undefined
}

function made(state: State, at: At, kind: Kind, sent: Sent): Outcome {
  const name = String(sent.name)
  const twin = all(state, kind, at.language).find(
    (one) =>
      one.name.toLowerCase() === name.toLowerCase() &&
      (isTerm(kind) ? one.parent === (sent.parent ?? 0) : one.status !== 'trash'),
  )
  if (twin && isTerm(kind)) return { refused: [400, 'term_exists'] }
  if (twin && kind !== 'events') {
    change(state, at, twin, { date: sent.date })
    return { entry: twin }
  }
  const entry = {
    ...blank(kind, at.language, name, wall(state.now)),
    isDated: sent.status !== 'draft',
  }
  const linked = isTerm(kind) ? {} : linksOf(state, at, sent) // linked records get lower IDs than the record
  const numbered = { ...entry, ...linked, id: state.nextId++ }
  if (isTerm(kind)) writeTerm(state, numbered, sent)
  else write(state, numbered, sent)
  state.entries.set(numbered.id, numbered)
  return { entry: numbered }
}

const blank = (kind: Kind, language: Language, name: string, date: string): Entry => ({
  ...{ id: 0, kind, language, name, slugs: [''], status: 'publish', date, isDated: false },
  ...{ modified: date, start: '', end: '', isHidden: false },
  ...{ venue: [], organizer: [], categories: [], tags: [], parent: 0 },
})

function change(state: State, at: At, entry: Entry, sent: Sent): void {
  Object.assign(entry, linksOf(state, at, sent))
  write(state, entry, sent)
}

/** Returns the sent links, and creates the records that they name. */
function linksOf(state: State, at: At, sent: Sent): Partial<Entry> {
  const ids = (links: readonly (number | string)[], kind: Kind): readonly number[] => [
    ...new Set(
      links.map((link) => (typeof link === 'number' ? link : namedId(state, at, kind, link))),
    ),
  ]
  return {
    ...(sent.categories && { categories: ids(sent.categories, 'categories') }),
    ...(sent.tags && { tags: ids(sent.tags, 'tags') }),
    ...(sent.venue !== undefined && { venue: ids([sent.venue], 'venues') }),
    ...(sent.organizer && { organizer: ids(sent.organizer, 'organizers') }),
  }
}

function namedId(state: State, at: At, kind: Kind, name: string): number {
  const known = isTerm(kind) ? namedTerm(state, at, kind, name) : undefined
  if (known) return known.id
  const outcome = made(state, at, kind, { name })
  return 'entry' in outcome ? outcome.entry.id : 0
}

/**
 * Finds a term by slug in every language of the site, then by name in the language of the record.
 */
function namedTerm(state: State, { site, language }: At, kind: Kind, name: string) {
  const slug = encodeURIComponent(name.toLowerCase()).toLowerCase()
  const [held] = holders(state, kind, slug, searchOrder(site, language))
  const isNamed = (one: Entry): boolean => one.name.toLowerCase() === name.toLowerCase()
  return held ?? all(state, kind, language).find(isNamed)
}

/** Writes the fields of an event, a venue or an organizer. */
function write(state: State, entry: Entry, sent: Sent): void {
  const now = wall(state.now)
  entry.name = sent.name ?? entry.name
  entry.modified = now
  entry.isHidden = sent.isHidden ?? entry.isHidden
  entry.start = sent.start ?? entry.start
  entry.end = sent.end ?? entry.end
  if (entry.end < entry.start) entry.end = entry.start
  if (sent.date !== undefined) Object.assign(entry, { date: sent.date, isDated: true })
  const status = sent.status ?? entry.status
  const isUnfinished = status === 'draft'
  const isAhead = entry.isDated && Date.parse(`${entry.date}Z`) > state.now + 60_000
  entry.status =
    status === 'publish' || status === 'future' ? (isAhead ? 'future' : 'publish') : status
  if (!entry.isDated && !isUnfinished) Object.assign(entry, { date: now, isDated: true })
  entry.slugs = postSlugs(state, entry, sent.slug)
}

function postSlugs(state: State, entry: Entry, sent: string | undefined): readonly string[] {
  const wanted = sent ?? slugOf(entry).replace(/__trashed$/, '')
  if (wanted === '' && entry.kind === 'events' && isDraft(entry)) return ['']
  const slug = wanted || slugFrom(entry.name)
  if (entry.status === 'trash') return [`${slug}__trashed`]
  return isDraft(entry) ? [slug] : freeSlugs(state, entry, slug)
}

/**
 * Returns the first free slug of `a`, `a-2`, `a-3`, after the slugs that the entry already shares
 * with other records.
 */
function freeSlugs(state: State, entry: Entry, slug: string): readonly string[] {
  const shared: string[] = []
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? slug : `${slug}-${n}`
    const others = all(state, entry.kind, entry.language).filter(({ id }) => id !== entry.id)
    if (!others.some((other) => slugOf(other) === candidate)) return [...shared, candidate]
    if (slugOf(entry) === candidate) shared.push(candidate)
  }
}

function updatedTerm(state: State, entry: Entry, sent: Sent): Outcome {
  for (
    let above = state.entries.get(sent.parent ?? 0);
    above;
    above = state.entries.get(above.parent)
  )
    if (above.id === entry.id) return { refused: [400, 'rest_invalid_param'] }
  const [owner] = holders(state, entry.kind, sent.slug ?? slugOf(entry), [entry.language])
  if (owner && owner.id !== entry.id) return { refused: [400, 'duplicate_term_slug'] }
  writeTerm(state, entry, sent)
  return { entry }
}

function writeTerm(state: State, entry: Entry, sent: Sent): void {
  entry.name = sent.name ?? entry.name
  if (entry.kind === 'categories') entry.parent = sent.parent ?? entry.parent
  const slug = sent.slug ?? (slugOf(entry) || slugFrom(entry.name))
  const others = holders(state, entry.kind, slug, [entry.language]).filter(
    (one) => one.id !== entry.id,
  )
  const parent = state.entries.get(entry.parent)
  const candidate = others.length > 0 && parent ? `${slug}-${slugOf(parent)}` : slug
  entry.slugs = slug === slugOf(entry) ? [slug] : freeSlugs(state, entry, candidate)
}
