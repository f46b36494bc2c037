import type { PresentContext, Query } from '../context.ts'
import { formatCost, readCostDetails } from '../cost.ts'
import { freeLabel } from '../cost-labels.ts'
import { parseDateTime } from '../dates/date-time.ts'
import { abbreviateZone } from '../dates/time-zone.ts'
import { eventLd, eventLdSchema } from '../json-ld.ts'
import { imageParts, imageShape, presentImage } from '../params/image.ts'
import { readLinked } from '../params/link.ts'
import type { Schema } from '../params/param.ts'
import { dateTimeSchema, globalId, pageUrl, postSchema, toParagraphs } from '../post.ts'
import {
  emptyArraySchema,
  objectSchema,
  type PresentView,
  type Row,
  schemaRef,
} from '../resource.ts'
import { categoryTaxonomy } from '../resources/category.ts'
import { organizer } from '../resources/organizer.ts'
import { tagTaxonomy } from '../resources/tag.ts'
import { venue } from '../resources/venue.ts'
import { toSlug } from '../slug.ts'
import { presentEmbeddedTerm, termSchemas } from '../term.ts'

/** The public form (1.1): lists lock what a password protects, single reads add schema.org. */
export function presentEvent(row: Row, context: PresentContext, view: PresentView): Query {
  const isLocked = view === 'list' && row.password !== ''
  const body = presentFields(isLocked ? { ...row, ...hiddenByPassword } : row, context, view)
  if (view === 'item' && row.status === 'publish') body.json_ld = eventLd(row, body.url, context)
  return body
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

/** In one piece: joined from several, it would take three times as long. */
function presentFields(
  row: Row,
  context: PresentContext,
  view: PresentView,
): Record<string, unknown> {
  const linked = view === 'item' && row.status === 'publish' ? 'item' : 'list'
  const rows = (name: string, ids: readonly number[]) =>
    readLinked(name, ids, row.language, context)
  const venues = rows('venue', row.venue).map((place) => venue.present(place, context, linked))
  const { global_id, global_id_lineage } = globalId(row, context)
  const url = pageUrl(row, 'event', context)
  return {
    id: row.id,
    global_id,
    global_id_lineage,
    author: String(row.author),
    status: row.status,
    date: row.date,
    date_utc: row.date_utc,
    modified: row.modified,
    modified_utc: row.modified_utc,
    url,
    rest_url: `${context.base}/events/${row.id}`,
    title: row.title,
    description: toParagraphs(row.description),
    excerpt: toParagraphs(row.excerpt),
    slug: row.slug,
    image: presentImage(row.image, context) ?? false,
    all_day: row.all_day,
    start_date: row.start_date,
    start_date_details: presentDateDetails(row.start_date),
    end_date: row.end_date,
    end_date_details: presentDateDetails(row.end_date),
    utc_start_date: row.utc_start_date,
    utc_start_date_details: presentDateDetails(row.utc_start_date),
    utc_end_date: row.utc_end_date,
    utc_end_date_details: presentDateDetails(row.utc_end_date),
    timezone: row.timezone,
    timezone_abbr: abbreviateZone(parseDateTime(row.utc_start_date), row.timezone),
    cost: formatCost(row.cost, freeLabel(row.language)),
    cost_details: readCostDetails(row.cost, (word) => toSlug(word, row.language)),
    website: row.website ?? url,
    show_map: row.show_map,
    show_map_link: row.show_map_link,
    hide_from_listings: row.hide_from_listings,
    sticky: row.sticky,
    featured: row.featured,
    categories: rows('category', row.categories)
      .sort(compareNames)
      .map((term) => presentEmbeddedTerm(term, categoryTaxonomy, context)),
    tags: rows('tag', row.tags)
      .sort(compareNames)
      .map((term) => presentEmbeddedTerm(term, tagTaxonomy, context)),
    venue: venues[0] ?? [],
    organizer: rows('organizer', row.organizer).map((one) =>
      organizer.present(one, context, linked),
    ),
    custom_fields: [],
  }
}

const compareNames = (a: Row, b: Row): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id

/** The parts of a wall time. */
const presentDateDetails = (text: string): Query => ({
  year: text.slice(0, 4),
  month: text.slice(5, 7),
  day: text.slice(8, 10),
  hour: text.slice(11, 13),
  minutes: text.slice(14, 16),
  seconds: text.slice(17, 19),
})

/** JSON Schemas that the public form refers to, by name. */
export const eventParts: Readonly<Record<string, Schema>> = {
  DateDetails: objectSchema(
    each(['year', 'month', 'day', 'hour', 'minutes', 'seconds'], { type: 'string' }),
  ),
  CostDetails: objectSchema({
    ...each(['currency_symbol', 'currency_code'], { type: 'string' }),
    currency_position: { type: 'string', enum: ['prefix', 'postfix', ''] },
    values: { type: 'array', items: { type: 'string' } },
  }),
  ...termSchemas,
  ...imageParts,
  EventJsonLd: eventLdSchema,
}

/** JSON Schema of the public form. */
export function eventShape(): Schema {
  const texts = ['title', 'description', 'excerpt', 'timezone', 'timezone_abbr', 'cost', 'website']
  const flags = ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured']
  const dates = ['start_date', 'end_date', 'utc_start_date', 'utc_end_date']
  const properties = {
    ...postSchema,
    ...each(['rest_url', ...texts], { type: 'string' }),
    image: { anyOf: [imageShape, { const: false }] },
    ...each(flags, { type: ['boolean', 'null'] }),
    ...each(dates, dateTimeSchema),
    ...each(
      dates.map((name) => `${name}_details`),
      schemaRef('DateDetails'),
    ),
    cost_details: schemaRef('CostDetails'),
    categories: { type: 'array', items: schemaRef('Term') },
    tags: { type: 'array', items: schemaRef('Term') },
    venue: { anyOf: [schemaRef('venue'), emptyArraySchema] },
    organizer: { type: 'array', items: schemaRef('organizer') },
    custom_fields: emptyArraySchema,
  }
  return objectSchema(properties, { json_ld: schemaRef('event', 'JsonLd') })
}

function each(names: readonly string[], schema: Schema): Readonly<Record<string, Schema>> {
  return Object.fromEntries(names.map((name) => [name, schema]))
}
