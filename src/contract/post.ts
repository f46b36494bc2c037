import type { Context, PresentContext, Query } from './context.ts'
import { formatDateTime, parseDateTime } from './dates/date-time.ts'
import { toInstant, toWall } from './dates/time-zone.ts'
import { whereIn } from './filter.ts'
import type { MessageKey } from './format-message.ts'
import { oneOf, someOf } from './params/choice.ts'
import { dateText, parseDateParam } from './params/date.ts'
import { integer, positive } from './params/number.ts'
import { invalid, type Param, type Schema, valid, withDefault } from './params/param.ts'
import { text } from './params/text.ts'
import { Problem } from './problem.ts'
import type { Filter, ListContent, MutableRow, Row } from './resource.ts'
import { readSentSlug, toSlug, trashedSlug, untrashedSlug } from './slug.ts'

/** What events, venues and organizers share: publication, statuses, slugs, the trash. */

/** Statuses a record may have (3). Choice: the six that a client can meet, of all the reference registers. */
export const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const
type Status = (typeof statuses)[number]

/** IDs of the accounts there are. Choice: the specification shows no accounts, so there are five. */
export const authors: readonly number[] = [1, 2, 3, 4, 5]

/** What `date_utc` says of a draft that was never given a date. */
const NEVER = '0000-00-00 00:00:00'

/** The ID of an account, as a number or as text. */
export const author: Param<number> = integer('author', {
  read: (raw, context) => {
    const reading = integer('author').read(raw, context)
    if (!reading.ok || authors.includes(reading.value)) return reading
    return invalid('unknownAuthor', raw, { values: { accepted: authors } })
  },
})

/** The status a write asks for. */
export const status: Param<Status> = oneOf('status', statuses)

/** When a record was published, in the site's zone and in UTC (7.6). */
export const publication = { date: dateText('date'), date_utc: dateText('dateUtc') }

/** A time for rows that have none: only those made in the database by hand. */
export const epoch = '1970-01-01 00:00:00'

/** The columns that every post row has beside its own. */
export const postDefaults = {
  author: 1,
  status: 'publish',
  date: epoch,
  date_utc: epoch,
  modified: epoch,
  modified_utc: epoch,
} as const

/** The parameters of every list (8). */
export const paging = {
  page: withDefault(positive('page'), 1),
  per_page: withDefault(perPage(), 9),
}

/** Choice: larger pages than the service gives are made smaller without a word. */
function perPage(): Param<number> {
  const param = positive('perPage')
  return {
    ...param,
    read: (raw, context) => {
      const reading = param.read(raw, context)
      return reading.ok ? valid(Math.min(reading.value, context.settings.maxPerPage)) : reading
    },
  }
}

/** Choice: published records unless others are asked for; nobody has to sign in for these. */
export const listStatus: Filter<readonly Status[]> = {
  ...someOf('listStatus', statuses),
  defaultValue: () => ['publish'],
  ...whereIn('status', (wanted) => wanted),
}

/** The text that a list is searched for; each kind says where. */
export const search = (
  doc: MessageKey,
  matches: NonNullable<Filter<string>['matches']>,
): Filter<string> => ({
  ...text(doc),
  matches,
})

/** Newest publication first; the order of venues and organizers. */
export const newestFirst = (a: Row, b: Row): number =>
  a.date < b.date ? 1 : a.date > b.date ? -1 : b.id - a.id

/** What a post is made from besides the values that were sent. */
export interface PostOptions {
  /** The field that names the record. */
  readonly title: string
  /** The resource. */
  readonly name: string
  readonly previous: Row | undefined
  /** The columns of a new row. */
  readonly blank: Query
  /** The zone of wall times; the site's where there is none. */
  readonly zone?: string
  /** Whether a draft without a slug of its own waits for one (7.1). */
  readonly slugFromFirstPublication?: true
}

/** Columns of a post that follow from what was sent, from the row before, and from the clock. */
export function preparePost(values: Query, context: Context, of: PostOptions): MutableRow {
  const { previous } = of
  const { modified, modified_utc } = modifiedNow(context)
  const { date, date_utc } = resolvePublication(values, context, of)
  const row = { ...(previous ?? of.blank), ...values } as MutableRow // completed below
  row.date = date
  row.date_utc = date_utc
  row.modified = modified
  row.modified_utc = modified_utc
  row.language = previous?.language ?? context.language
  row[of.title] = String(row[of.title]).trim()
  row.status = resolveStatus(row, modified_utc)
  row.slug = resolveSlug(row, values, context, of)
  if (row.date_utc === NEVER && !isUnfinished(row.status)) {
    row.date = modified
    row.date_utc = modified_utc
  }
  return row
}

/** The public form's first keys, as far as all posts agree. */
export function presentPostHead(row: Row): Query {
  return {
    id: row.id,
    author: String(row.author),
    status: row.status,
    date: row.date,
    date_utc: row.date_utc,
    modified: row.modified,
    modified_utc: row.modified_utc,
  }
}

/** The public page of a record; what is not published has the plain form. */
export function pageUrl(row: Row, name: string, context: PresentContext): string {
  const home = context.origin + context.site.home
  const isPlain = isUnfinished(row.status) || row.status === 'future' || row.status === 'trash'
  return isPlain ? `${home}/?post_type=cal_${name}&p=${row.id}` : `${home}/${name}/${row.slug}/`
}

/** The record's ID among all sites: host, home and ID, without a scheme (1.1). */
export function globalId(row: Row, context: PresentContext): Query {
  const id = `${context.origin.replace(/^\w+:\/\//, '')}${context.site.home}?id=${row.id}`
  return { global_id: id, global_id_lineage: [id] }
}

/** To the trash; a record that is there already stays, and says so. Throws `Problem`. */
export function moveToTrash(name: MessageKey, row: Row, context: Context): Row {
  rejectTrashed(name, row)
  return {
    ...row,
    status: 'trash',
    slug: trashedSlug(row.slug),
    ...modifiedNow(context),
  }
}

/** Throws `Problem` when the record is in the trash. Choice: a 410, as for a second delete. */
export function rejectTrashed(name: MessageKey, row: Row): void {
  if (row.status !== 'trash') return
  throw new Problem('in-trash', {
    code: `${name}-is-in-trash`,
    values: { kind: name, given: row.id },
  })
}

/** Choice: only an update that says which status it shall have brings a record back. */
export const rejectTrashedUpdate =
  (name: MessageKey) =>
  (values: Query, _context: Context, row?: Row): void => {
    if (row && values.status === undefined) rejectTrashed(name, row)
  }

/** A record of the same name, and the same description where one is sent, stands for a new one (7.4). */
export function findSameNamed(
  name: string,
  title: string,
  values: Query,
  { repository, language }: Context,
): Row | undefined {
  const wanted = String(values[title]).trim()
  return repository
    .named(name, title, wanted, language)
    .find(
      (row) =>
        row.status !== 'trash' &&
        (values.description === undefined || values.description === row.description),
    )
}

/** Lists of posts: records first, then links and totals (1.7). */
export const presentPostList =
  (collection: string) =>
  ({ items, links, total, pages }: ListContent): Query => {
    const archive: Record<string, unknown> = {}
    archive[collection] = items
    Object.assign(archive, links)
    archive.total = total
    archive.total_pages = pages
    return archive
  }

/** Text as paragraphs of HTML; what holds blocks already is left as it is. */
export function toParagraphs(raw: string): string {
  const trimmed = raw.trim()
  if (
    trimmed === '' ||
    /^<(p|div|ul|ol|h\d|table|blockquote|figure|section|article|pre)\b/i.test(trimmed)
  )
    return trimmed
  return trimmed
    .split(/\n\s*\n/)
    .map((part) => `<p>${part.trim().replace(/\n/g, '<br />\n')}</p>`)
    .join('\n')
}

/** The object without empty values, as venues and organizers are shown (1.4). A slug is never empty. */
export const omitEmpty = (body: Query): Query =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) =>
        value !== '' && (value !== '0' || name === 'slug') && value !== null && value !== undefined,
    ),
  )

/** The column of a post that no client could have written so. */
export function validatePost(row: Row): string | undefined {
  if (!statuses.some((status) => status === row.status)) return 'status'
  if (!(row.author > 0)) return 'author'
  return row.slug === '' && ownsSlug(row) ? 'slug' : undefined
}

/** Of two posts with one slug it is that of the one that is finished. */
export const ownsSlug = (row: Row): boolean => !isUnfinished(row.status)

/** JSON Schema of `YYYY-MM-DD HH:MM:SS`. */
export const dateTimeSchema: Schema = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$',
}

/** JSON Schema of what `postHead` and `globalId` give. */
export const postSchema: Readonly<Record<string, Schema>> = {
  id: { type: 'integer' },
  author: { type: 'string' },
  status: { type: 'string', enum: statuses },
  date: dateTimeSchema,
  date_utc: dateTimeSchema,
  modified: dateTimeSchema,
  modified_utc: dateTimeSchema,
  url: { type: 'string' },
  slug: { type: 'string' },
  global_id: { type: 'string' },
  global_id_lineage: { type: 'array', items: { type: 'string' } },
}

/** The time of a write, in the site's zone and in UTC. */
const modifiedNow = ({ now, site }: Context) => ({
  modified: formatDateTime(toWall(now.getTime(), site.zone)),
  modified_utc: formatDateTime(now.getTime()),
})

const isUnfinished = (status: unknown): boolean => status === 'draft' || status === 'pending'

/** `date` and `date_utc` from what was sent of them (7.6). */
function resolvePublication(values: Query, { now, site }: Context, of: PostOptions) {
  const local = parseSentDate(values.date, now, of.zone || site.zone)
  const utc = parseSentDate(values.date_utc, now, 'UTC')
  const localWall =
    local &&
    (local.offset === undefined ? local.wall : toWall(local.wall - local.offset, site.zone))
  const instant = utc
    ? utc.wall - (utc.offset ?? 0)
    : localWall === undefined
      ? undefined
      : toInstant(localWall, site.zone)
  if (instant !== undefined) {
    return {
      date: formatDateTime(localWall ?? toWall(instant, site.zone)),
      date_utc: formatDateTime(instant),
    }
  }
  if (of.previous) return { date: of.previous.date, date_utc: of.previous.date_utc }
  const isDraft = isUnfinished(values.status)
  return {
    date: formatDateTime(toWall(now.getTime(), site.zone)),
    date_utc: isDraft ? NEVER : formatDateTime(now.getTime()),
  }
}

const parseSentDate = (raw: unknown, now: Date, zone: string) =>
  raw === undefined ? undefined : parseDateParam(raw, now, zone)

/** The status a row ends up with: publishing waits for the date (4.6). */
function resolveStatus({ status, date_utc }: Row, now: string): Status {
  const wanted: Status = status // read by `status`, or stored before
  const isAhead = date_utc > now && parseDateTime(date_utc) > parseDateTime(now) + 60_000
  if (wanted === 'publish' && isAhead) return 'future'
  return wanted === 'future' && !isAhead ? 'publish' : wanted
}

function resolveSlug(row: Row, values: Query, context: Context, of: PostOptions): string {
  const before = untrashedSlug(of.previous?.slug ?? '')
  const wanted = typeof values.slug === 'string' ? readSentSlug(values.slug, row.language) : before
  if (wanted === '' && of.slugFromFirstPublication && isUnfinished(row.status)) return ''
  const slug = wanted || toSlug(row[of.title], row.language) || of.name
  if (row.status === 'trash') return trashedSlug(slug)
  if (isUnfinished(row.status)) return slug
  const owner = { language: row.language, ...(of.previous && { id: row.id }) }
  return context.repository.freeSlug(of.name, slug, owner)
}
