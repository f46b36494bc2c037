import { formatDateTime, parseDateTime } from '../dates/date-time.ts'
import { toInstant, toWall } from '../dates/time-zone.ts'
import type { Context, Query } from './context.ts'
import { createDateRules, parseDateParam } from './params/values.ts'
import { modificationTime, NO_DATE } from './post.ts'
import { isUnfinished, limitStatus, type Status } from './post-status.ts'
import type { MutableRow, Row } from './resource.ts'
import { readSentSlug, toSlug, trashedSlug, untrashedSlug } from './slug.ts'

interface PostOptions {
  readonly resource: string
  readonly titleField: string
  /** The stored row, if the write is an update. */
  readonly previous: Row | undefined
  /** The columns of a new row. */
  readonly defaults: Query
  /** The time zone of wall times. Default: the site's. */
  readonly zone?: string
  /** True if drafts have no slug until they are published, unless a slug is sent (17.1). */
  readonly slugFromFirstPublication?: true
}

/** Returns the row to store for a post, with the columns that depend on sent values, the previous row and the clock. */
export function preparePost(sent: Query, context: Context, options: PostOptions): MutableRow {
  const { previous, defaults, titleField } = options
  const values = limitStatus(sent, context, previous)
  const { modified, modified_utc } = modificationTime(context)
  const row = {
    ...(previous ?? { ...defaults, ...(context.user && { author: context.user.id }) }),
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

/** Returns the dates that were sent, else the previous dates, else the current time (17.6). */
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

/** Reads `date` in the time zone and `date_utc` in UTC. Each is computed from the other if only one date is sent. */
function readSentPublication(values: Query, context: Context, zone: string) {
  const { site } = context
  const local = parseSentDate(values.date, context, zone)
  const utc = parseSentDate(values.date_utc, context, 'UTC')
  const wall =
    local?.offset === undefined ? local?.wall : toWall(local.wall - local.offset, site.zone)
  if (utc) {
    const instant = utc.wall - (utc.offset ?? 0)
    return formatPublication(wall ?? toWall(instant, site.zone), instant)
  }
  return wall === undefined ? undefined : formatPublication(wall, toInstant(wall, site.zone))
}

const parseSentDate = (raw: unknown, context: Context, zone: string) =>
  raw === undefined ? undefined : parseDateParam(raw, createDateRules(context, zone))

const formatPublication = (wall: number, instant: number) => ({
  date: formatDateTime(wall),
  date_utc: formatDateTime(instant),
})

/** Returns the status to store: a post with a publication date in the future is `future` (14.6). */
function resolveStatus({ status, date_utc }: Row, now: string): Status {
  const requested: Status = status // read by `status`, or stored before
  const isAhead = date_utc > now && parseDateTime(date_utc) > parseDateTime(now) + 60_000
  if (requested === 'publish' && isAhead) return 'future'
  return requested === 'future' && !isAhead ? 'publish' : requested
}

/** Returns the slug to store. The row holds the requested slug, or an empty slug (17.1). */
function resolveSlug(row: Row, { repository, settings }: Context, options: PostOptions): string {
  const { resource, titleField, previous, slugFromFirstPublication } = options
  const isDraft = isUnfinished(row.status)
  if (row.slug === '' && slugFromFirstPublication && isDraft) return ''
  const slug = row.slug || toSlug(row[titleField], row.language) || resource
  if (row.status === 'trash')
    return previous || !settings.preset.followsService ? trashedSlug(slug) : slug
  if (isDraft) return slug
  return repository.freeSlug(resource, slug, {
    language: row.language,
    ...(previous && { id: row.id }),
  })
}
