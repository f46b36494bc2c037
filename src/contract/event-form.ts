import type { Context, Query } from './context.ts'
import { costDetails, costText } from './cost.ts'
import { parse } from './date-time.ts'
import { freeIn } from './free.ts'
import { eventLd, eventLdShape } from './json-ld.ts'
import { follow } from './link.ts'
import type { Schema } from './param.ts'
import { imageObject, imageParts, imageShape } from './picture.ts'
import { dateTimeShape, globalId, pageUrl, paragraphs, postHead, postShape } from './post.ts'
import { nothingShape, objectShape, type Row, schemaRef, type View } from './resource.ts'
import { categories } from './resources/category.ts'
import { organizer } from './resources/organizer.ts'
import { tags } from './resources/tag.ts'
import { venue } from './resources/venue.ts'
import { slugOf } from './slug.ts'
import { embedTerm, termParts } from './term.ts'
import { abbreviation } from './time-zone.ts'

/** The public form (1.1): lists lock what a password protects, single reads add schema.org. */
export function presentEvent(row: Row, context: Context, view: View): Query {
  const isLocked = view === 'list' && row.password !== ''
  const shown = isLocked ? { ...row, ...hiddenByPassword } : row
  const body = { ...headOf(shown, context), ...bodyOf(shown, context, view) }
  return view === 'item' && row.status === 'publish'
    ? { ...body, json_ld: eventLd(row, body.url, context) }
    : body
}

/** What a list shows of an event whose password was not given (10.3). */
const hiddenByPassword = {
  description: '',
  excerpt: '',
  image: null,
  cost: '',
  website: '',
  all_day: null,
  show_map: null,
  show_map_link: null,
  hide_from_listings: null,
  sticky: null,
  featured: null,
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
}

function headOf(row: Row, context: Context): Query {
  const { id, ...head } = postHead(row)
  return {
    id,
    ...globalId(row, context),
    ...head,
    url: pageUrl(row, 'event', context),
    rest_url: `${context.base}/events/${row.id}`,
    title: row.title,
    description: paragraphs(row.description),
    excerpt: paragraphs(row.excerpt),
    slug: row.slug,
    image: imageObject(row.image, context) ?? false,
    all_day: row.all_day,
    ...withDetails('start_date', row.start_date),
    ...withDetails('end_date', row.end_date),
    ...withDetails('utc_start_date', row.utc_start_date),
    ...withDetails('utc_end_date', row.utc_end_date),
    timezone: row.timezone,
    timezone_abbr: abbreviation(parse(row.utc_start_date), row.timezone),
    cost: costText(row.cost, freeIn(row.language)),
    cost_details: costDetails(row.cost, (word) => slugOf(word, row.language)),
    website: row.website ?? pageUrl(row, 'event', context),
  }
}

function bodyOf(row: Row, context: Context, view: View): Query {
  const linked = view === 'item' && row.status === 'publish' ? 'item' : 'list'
  const rows = (name: string, ids: readonly number[]) => follow(name, ids, row.language, context)
  const byName = (a: Row, b: Row): number =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id
  const venues = rows('venue', row.venue).map((place) => venue.present(place, context, linked))
  return {
    show_map: row.show_map,
    show_map_link: row.show_map_link,
    hide_from_listings: row.hide_from_listings,
    sticky: row.sticky,
    featured: row.featured,
    categories: rows('category', row.categories)
      .sort(byName)
      .map((term) => embedTerm(term, categories, context)),
    tags: rows('tag', row.tags)
      .sort(byName)
      .map((term) => embedTerm(term, tags, context)),
    venue: venues[0] ?? [],
    organizer: rows('organizer', row.organizer).map((one) =>
      organizer.present(one, context, linked),
    ),
    custom_fields: [],
  }
}

function withDetails(name: string, text: string): Query {
  const [, year, month, day, hour, minutes, seconds] =
    /^(.{4})-(..)-(..) (..):(..):(..)$/.exec(text) ?? []
  return { [name]: text, [`${name}_details`]: { year, month, day, hour, minutes, seconds } }
}

/** JSON Schemas that the public form refers to, by name. */
export const eventParts: Readonly<Record<string, Schema>> = {
  DateDetails: objectShape(
    each(['year', 'month', 'day', 'hour', 'minutes', 'seconds'], { type: 'string' }),
  ),
  CostDetails: objectShape({
    ...each(['currency_symbol', 'currency_code'], { type: 'string' }),
    currency_position: { type: 'string', enum: ['prefix', 'postfix', ''] },
    values: { type: 'array', items: { type: 'string' } },
  }),
  ...termParts,
  ...imageParts,
  EventJsonLd: eventLdShape,
}

/** JSON Schema of the public form. */
export function eventShape(): Schema {
  const texts = ['title', 'description', 'excerpt', 'timezone', 'timezone_abbr', 'cost', 'website']
  const flags = ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured']
  const dates = ['start_date', 'end_date', 'utc_start_date', 'utc_end_date']
  const properties = {
    ...postShape,
    ...each(['rest_url', ...texts], { type: 'string' }),
    image: { anyOf: [imageShape, { const: false }] },
    ...each(flags, { type: ['boolean', 'null'] }),
    ...each(dates, dateTimeShape),
    ...each(
      dates.map((name) => `${name}_details`),
      schemaRef('DateDetails'),
    ),
    cost_details: schemaRef('CostDetails'),
    categories: { type: 'array', items: schemaRef('Term') },
    tags: { type: 'array', items: schemaRef('Term') },
    venue: { anyOf: [schemaRef('venue'), nothingShape] },
    organizer: { type: 'array', items: schemaRef('organizer') },
    custom_fields: nothingShape,
  }
  return objectShape(properties, { json_ld: schemaRef('event', 'JsonLd') })
}

function each(names: readonly string[], schema: Schema): Readonly<Record<string, Schema>> {
  return Object.fromEntries(names.map((name) => [name, schema]))
}
