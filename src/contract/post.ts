import type { Context, PresentContext, Query } from './context.ts'
import { formatDateTime, parseDateTime } from './dates/date-time.ts'
import { toInstant, toWall } from './dates/time-zone.ts'
import { whereIn } from './filter.ts'
import type { MessageKey } from './format-message.ts'
import {
  dateText,
  integer,
  invalid,
  oneOf,
  type Param,
  parseDateParam,
  positive,
  type Schema,
  someOf,
  text,
  valid,
  withDefault,
} from './params/param.ts'
import { Problem } from './problem.ts'
import type { Filter, ListContent, MutableRow, Row } from './resource.ts'
import { readSentSlug, toSlug, trashedSlug, untrashedSlug } from './slug.ts'

/** Posts are events, venues and organizers. They share publication dates, statuses, slugs and the trash. */

/** Statuses of a post (3). Choice: the reference registers more, but clients see only these six. */
export const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const
type Status = (typeof statuses)[number]

/** IDs of the authors. Choice: five, because the specification leaves them open. */
export const authors: readonly number[] = [1, 2, 3, 4, 5]

/** The `date_utc` of a draft without a publication date. */
const NO_DATE = '0000-00-00 00:00:00'

/** The ID of an author, as a number or as text. */
export const author: Param<number> = integer('author', {
  read: (raw, context) => {
    const reading = integer('author').read(raw, context)
    if (!reading.ok || authors.includes(reading.value)) return reading
    return invalid('unknownAuthor', raw, { values: { accepted: authors } })
  },
})

/** The status that a write requests. */
export const status: Param<Status> = oneOf('status', statuses)

/** The publication date, in the site's time zone and in UTC (7.6). */
export const publication = { date: dateText('date'), date_utc: dateText('dateUtc') }

/** The dates of rows that are created without any, directly in the database. */
export const epoch = '1970-01-01 00:00:00'

/** Default values of the columns that all posts have. */
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

/** Reads `per_page`. Choice: a value above `maxPerPage` is reduced to it without an error. */
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

/** The statuses that a list shows. Choice: published records by default, and other statuses without signing in. */
export const listStatus: Filter<readonly Status[]> = {
  ...someOf('listStatus', statuses),
  defaultValue: () => ['publish'],
  ...whereIn('status', (statuses) => statuses),
}

/** Returns the list parameter `search`. The predicate decides which columns it searches. */
export const search = (
  doc: MessageKey,
  matches: NonNullable<Filter<string>['matches']>,
): Filter<string> => ({
  ...text(doc),
  matches,
})

/** Sorts by publication date, newest first: the order of venues and organizers. */
export const newestFirst = (a: Row, b: Row): number =>
  a.date < b.date ? 1 : a.date > b.date ? -1 : b.id - a.id

/** Options of `preparePost`. */
export interface PostOptions {
  /** The name of the resource. */
  readonly resource: string
  /** The field that holds the title. */
  readonly titleField: string
  /** The stored row, if the write is an update. */
  readonly previous: Row | undefined
  /** The columns of a new row. */
  readonly defaults: Query
  /** The time zone of wall times. Default: the site's. */
  readonly zone?: string
  /** True if drafts have no slug until they are published, unless one is sent (7.1). */
  readonly slugFromFirstPublication?: true
}

/** Returns the row to store for a post, with the columns that depend on sent values, the previous row and the clock. */
export function preparePost(values: Query, context: Context, options: PostOptions): MutableRow {
  const { previous, defaults, titleField } = options
  const { modified, modified_utc } = modificationTime(context)
  const row = {
    ...(previous ?? defaults),
    ...values,
    ...resolvePublication(values, context, options),
    modified,
    modified_utc,
    language: previous?.language ?? context.language,
  } as MutableRow // completed below
  row[titleField] = String(row[titleField]).trim()
  row.status = resolveStatus(row, modified_utc)
  row.slug =
    typeof values.slug === 'string'
      ? readSentSlug(values.slug, row.language)
      : untrashedSlug(previous?.slug ?? '')
  row.slug = resolveSlug(row, context, options)
  if (row.date_utc === NO_DATE && !isUnfinished(row.status)) {
    row.date = modified
    row.date_utc = modified_utc
  }
  return row
}

/** Returns the properties that all posts start with in responses. */
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

/** Returns the URL of the public page of a post. Unpublished posts have one with the ID in place of the slug. */
export function pageUrl(row: Row, name: string, context: PresentContext): string {
  const home = context.origin + context.site.home
  const isPlain = isUnfinished(row.status) || row.status === 'future' || row.status === 'trash'
  return isPlain ? `${home}/?post_type=cal_${name}&p=${row.id}` : `${home}/${name}/${row.slug}/`
}

/** Returns the ID of a post among all sites: host, home path and ID, without a scheme (1.1). */
export function globalId(row: Row, context: PresentContext): Query {
  const id = `${context.origin.replace(/^\w+:\/\//, '')}${context.site.home}?id=${row.id}`
  return { global_id: id, global_id_lineage: [id] }
}

/** Returns the row as it is stored in the trash. Throws `Problem` if it is there already. */
export function moveToTrash(name: MessageKey, row: Row, context: Context): Row {
  rejectTrashed(name, row)
  return {
    ...row,
    status: 'trash',
    slug: trashedSlug(row.slug),
    ...modificationTime(context),
  }
}

/** Throws `Problem` if the record is in the trash. Choice: with 410, as for a second delete. */
export function rejectTrashed(name: MessageKey, row: Row): void {
  if (row.status !== 'trash') return
  throw new Problem('in-trash', {
    code: `${name}-is-in-trash`,
    values: { kind: name, given: row.id },
  })
}

/** Returns a check that throws `Problem` for updates in the trash. Choice: an update that sends a status restores the record. */
export const rejectTrashedUpdate =
  (name: MessageKey) =>
  (values: Query, _context: Context, row?: Row): void => {
    if (row && values.status === undefined) rejectTrashed(name, row)
  }

/** Finds the record that a create updates: one with the same name and, if sent, the same description (7.4). */
export function findSameNamed(
  resource: 'venue' | 'organizer', // also the column of the name
  { [resource]: name, description }: Query,
  { repository, language }: Context,
): Row | undefined {
  return repository
    .named(resource, resource, String(name).trim(), language)
    .filter(({ status }) => status !== 'trash')
    .find((row) => description === undefined || description === row.description)
}

/** Returns the function that presents lists of posts: records first, then links and totals (1.7). */
export const presentPostList =
  (collection: string) =>
  ({ items, links, total, pages }: ListContent): Query => ({
    [collection]: items,
    ...links,
    total,
    total_pages: pages,
  })

const startsWithBlock = /^<(p|div|ul|ol|h\d|table|blockquote|figure|section|article|pre)\b/i

/** Wraps the paragraphs of a text in `<p>`. Text that starts with a block element is only trimmed. */
export function toParagraphs(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '' || startsWithBlock.test(trimmed)) return trimmed
  return trimmed
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${paragraph.trim().replace(/\n/g, '<br />\n')}</p>`)
    .join('\n')
}

/** Removes empty values, as responses do for venues and organizers (1.4). The slug `0` is not empty. */
export const omitEmpty = (body: Query): Query =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) =>
        value !== '' && (value !== '0' || name === 'slug') && value !== null && value !== undefined,
    ),
  )

/** Returns the first column whose value cannot result from a request. */
export function validatePost(row: Row): string | undefined {
  if (!statuses.some((status) => status === row.status)) return 'status'
  if (!(row.author > 0)) return 'author'
  return row.slug === '' && ownsSlug(row) ? 'slug' : undefined
}

/** Returns true if the post takes precedence over others with its slug: drafts and pending posts do not. */
export const ownsSlug = (row: Row): boolean => !isUnfinished(row.status)

/** JSON Schema of `YYYY-MM-DD HH:MM:SS`. */
export const dateTimeSchema: Schema = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$',
}

/** JSON Schemas of the properties that all posts have in responses. */
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

/** Returns the time of a write, in the site's time zone and in UTC. */
const modificationTime = ({ now, site }: Context) => ({
  modified: formatDateTime(toWall(now.getTime(), site.zone)),
  modified_utc: formatDateTime(now.getTime()),
})

const isUnfinished = (status: unknown): boolean => status === 'draft' || status === 'pending'

/** Returns the dates that were sent, else the previous ones, else the current time (7.6). */
function resolvePublication(values: Query, context: Context, { zone, previous }: PostOptions) {
  const { now, site } = context
  const sent = readSentPublication(values, context, zone || site.zone)
  if (sent) return sent
  if (previous) return { date: previous.date, date_utc: previous.date_utc }
  return {
    date: formatDateTime(toWall(now.getTime(), site.zone)),
    date_utc: isUnfinished(values.status) ? NO_DATE : formatDateTime(now.getTime()),
  }
}

/** Reads `date` in the time zone and `date_utc` in UTC. Each is computed from the other if only one is sent. */
function readSentPublication(values: Query, { now, site }: Context, zone: string) {
  const local = parseSentDate(values.date, now, zone)
  const utc = parseSentDate(values.date_utc, now, 'UTC')
  const wall =
    local?.offset === undefined ? local?.wall : toWall(local.wall - local.offset, site.zone)
  if (utc) {
    const instant = utc.wall - (utc.offset ?? 0)
    return formatPublication(wall ?? toWall(instant, site.zone), instant)
  }
  return wall === undefined ? undefined : formatPublication(wall, toInstant(wall, site.zone))
}

const parseSentDate = (raw: unknown, now: Date, zone: string) =>
  raw === undefined ? undefined : parseDateParam(raw, now, zone)

const formatPublication = (wall: number, instant: number) => ({
  date: formatDateTime(wall),
  date_utc: formatDateTime(instant),
})

/** Returns the status to store: a post with a publication date in the future is `future` (4.6). */
function resolveStatus({ status, date_utc }: Row, now: string): Status {
  const requested: Status = status // read by `status`, or stored before
  const isAhead = date_utc > now && parseDateTime(date_utc) > parseDateTime(now) + 60_000
  if (requested === 'publish' && isAhead) return 'future'
  return requested === 'future' && !isAhead ? 'publish' : requested
}

/** Returns the slug to store for a row that holds the requested one, or an empty one (7.1). */
function resolveSlug(row: Row, { repository }: Context, options: PostOptions): string {
  const { resource, titleField, previous, slugFromFirstPublication } = options
  const isDraft = isUnfinished(row.status)
  if (row.slug === '' && slugFromFirstPublication && isDraft) return ''
  const slug = row.slug || toSlug(row[titleField], row.language) || resource
  if (row.status === 'trash') return trashedSlug(slug)
  if (isDraft) return slug
  return repository.freeSlug(resource, slug, {
    language: row.language,
    ...(previous && { id: row.id }),
  })
}
