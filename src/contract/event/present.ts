import { parseDateTime } from '../../dates/date-time.ts'
import { abbreviateZone } from '../../dates/time-zone.ts'
import type { PresentContext, Query } from '../context.ts'
import { type CostDetails, formatCost, readCostDetails, toCurrencyCode } from '../cost.ts'
import { eventLdSchema, presentEventLd } from '../json-ld.ts'
import { imageSchema, imageSchemas, presentImage } from '../params/image.ts'
import type { Schema } from '../params/param.ts'
import { dateTimeSchema, globalId, pageUrl, postSchema, presentPostHead } from '../post.ts'
import {
  emptyArraySchema,
  objectSchema,
  type PresentView,
  type Row,
  repeatSchema,
  schemaRef,
  textSchema,
} from '../resource.ts'
import { categoryTaxonomy } from '../resources/category.ts'
import { organizer } from '../resources/organizer.ts'
import { tagTaxonomy } from '../resources/tag.ts'
import { venue } from '../resources/venue.ts'
import { languageHeader } from '../site.ts'
import { toSlug } from '../slug.ts'
import { compareTermNames, presentEmbeddedTerm, type Taxonomy, termSchemas } from '../term.ts'
import { presentText, presentTitle } from '../title.ts'
import { readLinked } from '../translations.ts'

/** Returns the public form (11.1). Single reads add schema.org data. */
export function presentEvent(row: Row, context: PresentContext, view: PresentView): Query {
  const hasJsonLd = view === 'item' && row.status === 'publish'
  const body = presentFields(row, context, hasJsonLd ? 'item' : 'list')
  return hasJsonLd ? { ...body, json_ld: presentEventLd(row, body.url, context) } : body
}

/** Returns the fields in the order of the specification. `linkedView` is the view of linked records. */
function presentFields(row: Row, context: PresentContext, linkedView: PresentView): Query {
  const url = pageUrl(row, 'event', context)
  return {
    id: row.id,
    ...globalId(row, context),
    ...presentPostHead(row),
    url,
    rest_url: `${context.base}/events/${row.id}`,
    title: presentTitle(row.title, context),
    description: presentText(row.description, context),
    excerpt: presentText(row.excerpt, context),
    slug: row.slug,
    image: presentImage(row.image, context) ?? false,
    all_day: row.all_day,
    ...presentDates(row),
    timezone: row.timezone,
    timezone_abbr: abbreviateZone(parseDateTime(row.utc_start_date), row.timezone),
    cost: formatCost(row.cost, languageHeader(row.language).free),
    cost_details: presentCostDetails(row, context),
    website: row.website ?? url,
    show_map: row.show_map,
    show_map_link: row.show_map_link,
    hide_from_listings: row.hide_from_listings,
    sticky: row.sticky,
    featured: row.featured,
    ...presentLinks(row, context, linkedView),
    custom_fields: [],
  }
}

/** Returns the details of the cost. Only the editor of the service stores a currency code: for generated events, under the preset (11.3). */
function presentCostDetails(
  { id, cost, language }: Row,
  { settings, repository }: PresentContext,
): CostDetails {
  const details = readCostDetails(cost, (word) => toSlug(word, language))
  const { currency_symbol: symbol } = details
  const hasCode = settings.preset.followsService && symbol !== '' && repository.isSeeded(id)
  return hasCode ? { ...details, currency_code: toCurrencyCode(symbol) } : details
}

export const dateColumns = ['start_date', 'end_date', 'utc_start_date', 'utc_end_date'] as const

/** Returns each date, followed by its parts. */
function presentDates(row: Row): Query {
  const dates: Record<string, unknown> = {}
  for (const name of dateColumns) {
    dates[name] = row[name]
    dates[`${name}_details`] = presentDateDetails(row[name])
  }
  return dates
}

const presentDateDetails = (dateTime: string): Query => ({
  year: dateTime.slice(0, 4),
  month: dateTime.slice(5, 7),
  day: dateTime.slice(8, 10),
  hour: dateTime.slice(11, 13),
  minutes: dateTime.slice(14, 16),
  seconds: dateTime.slice(17, 19),
})

/** Returns the linked records in the language of the event. An event without a venue has `[]`. */
function presentLinks(row: Row, context: PresentContext, view: PresentView): Query {
  const read = (resource: string, ids: readonly number[]): Row[] =>
    readLinked(resource, ids, { ...context, language: row.language })
  const presentTerms = (taxonomy: Taxonomy, ids: readonly number[]): readonly unknown[] =>
    read(taxonomy.name, ids)
      .sort(compareTermNames)
      .map((term) => presentEmbeddedTerm(term, taxonomy, context))
  const [venueRow] = read('venue', row.venue)
  return {
    categories: presentTerms(categoryTaxonomy, row.categories),
    tags: presentTerms(tagTaxonomy, row.tags),
    venue: venueRow ? venue.present(venueRow, context, view) : [],
    organizer: read('organizer', row.organizer).map((organizerRow) =>
      organizer.present(organizerRow, context, view),
    ),
  }
}

/** The JSON Schemas that the public form refers to, by name. */
export const eventSchemas: Readonly<Record<string, Schema>> = {
  DateDetails: objectSchema(repeatSchema(['year', 'month', 'day', 'hour', 'minutes', 'seconds'])),
  CostDetails: objectSchema({
    ...repeatSchema(['currency_symbol', 'currency_code']),
    // generators cannot name an empty member of an enumeration
    currency_position: {
      anyOf: [
        { type: 'string', enum: ['prefix', 'postfix', 'suffix'] },
        { type: 'string', const: '' },
      ],
    },
    values: { type: 'array', items: textSchema },
  }),
  ...termSchemas,
  ...imageSchemas,
  EventJsonLd: eventLdSchema,
}

const textColumns = [
  'title',
  'description',
  'excerpt',
  'timezone',
  'timezone_abbr',
  'cost',
  'website',
]
const flagColumns = [
  'all_day',
  'show_map',
  'show_map_link',
  'hide_from_listings',
  'sticky',
  'featured',
]

export const eventSchema: Schema = objectSchema(
  {
    ...postSchema,
    ...repeatSchema(['rest_url', ...textColumns]),
    image: { anyOf: [imageSchema, { type: 'boolean', const: false }] },
    ...repeatSchema(flagColumns, { type: ['boolean', 'null'] }),
    ...repeatSchema(dateColumns, dateTimeSchema),
    ...repeatSchema(
      dateColumns.map((name) => `${name}_details`),
      schemaRef('DateDetails'),
    ),
    cost_details: schemaRef('CostDetails'),
    categories: { type: 'array', items: schemaRef('Term') },
    tags: { type: 'array', items: schemaRef('Term') },
    venue: { anyOf: [schemaRef('venue'), emptyArraySchema] },
    organizer: { type: 'array', items: schemaRef('organizer') },
    custom_fields: emptyArraySchema,
  },
  { json_ld: schemaRef('event', 'JsonLd') },
)
