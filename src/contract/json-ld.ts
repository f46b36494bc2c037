import { parseDateTime } from '../dates/date-time.ts'
import { offsetAt, padTwo } from '../dates/time-zone.ts'
import type { PresentContext, Query } from './context.ts'
import { readCostDetails, toCurrencyCode } from './cost.ts'
import { presentImage } from './params/image.ts'
import { omitEmpty } from './post.ts'
import { objectSchema, type Row, repeatSchema, schemaRef, textSchema } from './resource.ts'
import { toSlug } from './slug.ts'
import { presentText, presentTitle } from './title.ts'
import { readLinked } from './translations.ts'

/** Returns the `json_ld` of an event: its schema.org form (11.8). */
export function presentEventLd(row: Row, url: unknown, context: PresentContext): Query {
  const rowContext = { ...context, language: row.language }
  const [venue] = readLinked('venue', row.venue, rowContext)
  const [organizer] = readLinked('organizer', row.organizer, rowContext)
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: presentTitle(row.title, context),
    description: presentText(row.excerpt, context),
    ...presentImageProperty(row, context),
    url,
    startDate: formatIso(row.start_date, row.utc_start_date, row.timezone),
    endDate: formatIso(row.end_date, row.utc_end_date, row.timezone),
    ...(venue && { location: presentVenueLd(venue, context) }),
    ...(organizer && { organizer: presentOrganizerLd(organizer, context) }),
    ...(row.cost !== '' && { offers: createOffer(row, url) }),
    performer: 'Organization',
  }
}

function createOffer(row: Row, url: unknown): Query {
  const details = readCostDetails(row.cost, (word) => toSlug(word, row.language))
  return {
    '@type': 'Offer',
    price: details.values[0] ?? '0',
    priceCurrency: toCurrencyCode(details.currency_symbol),
    url,
    category: 'primary',
    availability: row.sold_out ? 'SoldOut' : 'inStock',
    validFrom: row.date.replace(' ', 'T'),
  }
}

/** Formats a wall time in ISO 8601, with the offset of the zone at that instant: `2030-02-01T19:00:00+01:00`. */
function formatIso(wall: string, utc: string, zone: string): string {
  const minutes = Math.round(offsetAt(parseDateTime(utc), zone) / 60_000)
  const size = Math.abs(minutes)
  const offset = `${padTwo(Math.floor(size / 60))}:${padTwo(size % 60)}`
  return `${wall.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${offset}`
}

/** Returns the property `image`, or undefined for a record without an image. */
function presentImageProperty(row: Row, context: PresentContext): Query | undefined {
  const image = presentImage(row.image, context)
  return image && { image: image.url }
}

/** Returns the `json_ld` of a venue: its schema.org form (11.8). */
export function presentVenueLd(row: Row, context: PresentContext) {
  const address = omitEmpty({
    '@type': 'PostalAddress',
    streetAddress: row.address,
    addressLocality: row.city,
    addressRegion: row.stateprovince,
    postalCode: row.zip,
    addressCountry: row.country,
  })
  return {
    '@type': 'Place',
    name: presentTitle(row.venue, context),
    description: presentText(row.description, context),
    ...presentImageProperty(row, context),
    url: '',
    address,
    ...(row.geo_lat !== null && {
      geo: { '@type': 'GeoCoordinates', latitude: row.geo_lat, longitude: row.geo_lng },
    }),
    telephone: row.phone,
    sameAs: row.website,
  }
}

/** Returns the `json_ld` of an organizer: its schema.org form (11.8). */
export function presentOrganizerLd(row: Row, context: PresentContext) {
  return {
    '@type': 'Person',
    name: presentTitle(row.organizer, context),
    description: presentText(row.description, context),
    ...presentImageProperty(row, context),
    url: row.website,
    telephone: row.phone,
    email: row.email,
    sameAs: row.website,
  }
}

const geoSchema = objectSchema({
  '@type': { type: 'string', const: 'GeoCoordinates' },
  latitude: { type: 'number' },
  longitude: { type: 'number' },
})
const addressSchema = objectSchema(
  { '@type': { type: 'string', const: 'PostalAddress' } },
  repeatSchema([
    'streetAddress',
    'addressLocality',
    'addressRegion',
    'postalCode',
    'addressCountry',
  ]),
)
const offerSchema = objectSchema({
  '@type': { type: 'string', const: 'Offer' },
  ...repeatSchema(['price', 'priceCurrency', 'url', 'category', 'availability', 'validFrom']),
})

export const venueLdSchema = objectSchema(
  {
    '@type': { type: 'string', const: 'Place' },
    ...repeatSchema(['name', 'description', 'url']),
    address: addressSchema,
    ...repeatSchema(['telephone', 'sameAs']),
  },
  { image: textSchema, geo: geoSchema },
)

export const organizerLdSchema = objectSchema(
  {
    '@type': { type: 'string', const: 'Person' },
    ...repeatSchema(['name', 'description', 'url', 'telephone', 'email', 'sameAs']),
  },
  { image: textSchema },
)

export const eventLdSchema = objectSchema(
  {
    '@context': textSchema,
    '@type': { type: 'string', const: 'Event' },
    ...repeatSchema(['name', 'description', 'url', 'startDate', 'endDate', 'performer']),
  },
  {
    image: textSchema,
    location: schemaRef('venue', 'JsonLd'),
    organizer: schemaRef('organizer', 'JsonLd'),
    offers: offerSchema,
  },
)
