import { formatDateTime } from '../dates/date-time.ts'
import { toWall } from '../dates/time-zone.ts'
import type { Context, PresentContext, Query } from './context.ts'
import type { MessageKey } from './format-message.ts'
import { invalid, type Param, type Schema, valid, withDefault } from './params/param.ts'
import { dateText, integer, positive, text } from './params/values.ts'
import {
  isUnfinished,
  mayReadUnpublished,
  mayWritePost,
  rejectUnpublished,
  statuses,
} from './post-status.ts'
import { pagePathOf } from './presets.ts'
import { Problem } from './problem.ts'
import {
  type Filter,
  integerSchema,
  type Resource,
  type Row,
  repeatSchema,
  textSchema,
} from './resource.ts'
import { trashedSlug } from './slug.ts'

/** Posts are events, venues and organizers. They share publication dates, statuses, slugs and the trash. */

/** IDs of the authors (14.4a). */
const authors: readonly number[] = [1, 2, 3, 4, 5]

const listAuthors = ({ settings }: Context): readonly number[] => [
  ...new Set([...authors, ...settings.users.map(({ id }) => id)]),
]

/** The ID of an author, as a number or as text. */
export const author: Param<number> = integer('author', {
  read: (raw, context) => {
    const reading = integer('author').read(raw, context)
    const accepted = listAuthors(context)
    if (!reading.ok || accepted.includes(reading.value)) return reading
    return invalid('unknownAuthor', raw, { values: { accepted } })
  },
})

/** The publication date, in the site's time zone and in UTC (17.6). */
export const publication = { date: dateText('date'), date_utc: dateText('dateUtc') }

/** The `date_utc` of a draft without a publication date. */
export const NO_DATE = '0000-00-00 00:00:00'

/** The dates of rows that are created without any, directly in the database. */
export const epoch = '1970-01-01 00:00:00'

export const postDefaults = {
  author: 1,
  status: 'publish',
  date: epoch,
  date_utc: epoch,
  modified: epoch,
  modified_utc: epoch,
} as const

/** The page size. A value above `maxPerPage` is reduced to it without an error (15.6a). */
const perPage: Param<number> = {
  ...positive('perPage'),
  read: (raw, context) => {
    const reading = positive('perPage').read(raw, context)
    return reading.ok ? valid(Math.min(reading.value, context.settings.maxPerPage)) : reading
  },
  defaultValue: (_now, { settings }) => settings.perPage,
}

/** The parameters of every list (15.6). */
export const paging = {
  page: withDefault(positive('page'), 1),
  per_page: perPage,
}

/** Returns the list parameter `search`. The predicate decides which columns it searches. */
export const search = (
  doc: MessageKey,
  matches: NonNullable<Filter<string>['matches']>,
): Filter<string> => ({
  ...text(doc),
  matches,
})

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

/** Returns the URL of the public page of a post. Unpublished posts have a URL with the ID in place of the slug. */
export function pageUrl(row: Row, name: string, context: PresentContext): string {
  const home = context.origin + context.site.home
  const { postTypes } = context.settings.preset
  const isPlain = isUnfinished(row.status) || row.status === 'future' || row.status === 'trash'
  return isPlain
    ? `${home}/?post_type=${postTypes[name]}&p=${row.id}`
    : `${home}/${pagePathOf(name, context.site, context.settings.preset)}/${row.slug}/`
}

/** Returns the ID of a post that is unique among all sites: host, home path and ID, without a scheme (11.1). */
export function globalId(row: Row, context: PresentContext): Query {
  const id = `${context.origin.replace(/^\w+:\/\//, '')}${context.site.home}?id=${row.id}`
  return { global_id: id, global_id_lineage: [id] }
}

/** Throws `Problem` if the record is in the trash. The error has status 410, as for a second delete (12.2a). */
export function rejectTrashed(name: MessageKey, row: Row): void {
  if (row.status !== 'trash') return
  throw new Problem('in-trash', {
    code: `${name}-is-in-trash`,
    values: { kind: name, given: row.id },
  })
}

const startsWithBlock = /^<(p|div|ul|ol|h\d|table|blockquote|figure|section|article|pre)\b/i

/** Wraps the paragraphs of a text in `<p>`. Text that starts with a block element is only trimmed. */
export function toParagraphs(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '' || startsWithBlock.test(trimmed)) return trimmed
  const paragraphs = trimmed.split(/\n\s*\n/).map((paragraph) => paragraph.trim())
  const joined = paragraphs.join('</p>\n\n<p>') // one replacement for all takes a third of the time
  return `<p>${joined.replace(/(?<!\n)\n(?!\n)/g, '<br />\n').replaceAll('\n\n', '\n')}</p>`
}

/** Removes empty values, as responses do for venues and organizers (11.4). The slug `0` is not empty. */
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
  if (row.image !== null && !Number.isSafeInteger(row.image)) return 'image'
  if (row.slug === '' && ownsSlug(row)) return 'slug'
  const mayLackDate = isUnfinished(row.status) || row.status === 'trash'
  return findUndated(row, [
    'date',
    'modified',
    'modified_utc',
    ...(mayLackDate ? [] : ['date_utc']),
  ])
}

/** Returns the first of the columns that holds no date. */
export const findUndated = (row: Row, columns: readonly string[]): string | undefined =>
  columns.find((name) => row[name] === NO_DATE)

/** Returns whether the post takes precedence over others with its slug: drafts and pending posts do not. */
const ownsSlug = (row: Row): boolean => !isUnfinished(row.status)

/** Returns the parts of a resource that events, venues and organizers share. */
export const createPostResource = (name: MessageKey, collection: string) =>
  ({
    name,
    collection,
    pagePath: name,
    addressedBy: ['id', 'slug'],
    itemMethods: ['GET', 'DELETE', 'EDIT'],
    rejectsPagePastEnd: true,
    ownsSlug,
    validateRow: validatePost,
    // an update that sends a status restores a record from the trash (12.2b)
    check(values, _context, row) {
      if (row && values.status === undefined) rejectTrashed(name, row)
    },
    mayWrite: mayWritePost,
    authorizeRead(row, _query, context) {
      // the service shows the trash to users who may edit it (24.3)
      if (!context.settings.preset.followsService || !mayReadUnpublished(context))
        rejectTrashed(name, row)
      rejectUnpublished(name, row, context)
    },
    onDelete(row, context) {
      rejectTrashed(name, row)
      return { ...row, status: 'trash', slug: trashedSlug(row.slug), ...modificationTime(context) }
    },
    // records first, then links and totals (11.7)
    presentList: ({ items, links, total, pages }) => ({
      [collection]: items,
      ...links,
      total,
      total_pages: pages,
    }),
  }) satisfies Partial<Resource>

/** JSON Schema of `YYYY-MM-DD HH:MM:SS`. */
export const dateTimeSchema: Schema = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$',
}

export const postSchema: Readonly<Record<string, Schema>> = {
  id: integerSchema,
  author: textSchema,
  status: { type: 'string', enum: statuses },
  ...repeatSchema(['date', 'date_utc', 'modified', 'modified_utc'], dateTimeSchema),
  ...repeatSchema(['url', 'slug', 'global_id']),
  global_id_lineage: { type: 'array', items: textSchema },
}

/** Returns the time of a write, in the site's time zone and in UTC. */
export const modificationTime = ({ now, site }: Context) => ({
  modified: formatDateTime(toWall(now.getTime(), site.zone)),
  modified_utc: formatDateTime(now.getTime()),
})
