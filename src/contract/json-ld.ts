import type { PresentContext, Query } from './context.ts'
import { readCostDetails } from './cost.ts'
import { parseDateTime } from './dates/date-time.ts'
import { offsetAt } from './dates/time-zone.ts'
import { presentImage } from './params/image.ts'
import type { Schema } from './params/param.ts'
import { omitEmpty, toParagraphs } from './post.ts'
import { objectSchema, type Row, schemaRef } from './resource.ts'
import { toSlug } from './slug.ts'
import { readLinked } from './translations.ts'

/** Returns the `json_ld` of an event: its schema.org form (1.8). */
export function eventLd(row: Row, url: unknown, context: PresentContext): Query {
  const rowContext = { ...context, language: row.language }
  const [venue] = readLinked('venue', row.venue, rowContext)
  const [organizer] = readLinked('organizer', row.organizer, rowContext)
  const image = presentImage(row.image, context)?.url
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: row.title,
    description: toParagraphs(row.excerpt),
    ...(image !== undefined && { image }),
    url,
    startDate: formatIso(row.start_date, row.utc_start_date, row.timezone),
    endDate: formatIso(row.end_date, row.utc_end_date, row.timezone),
    ...(venue && { location: venueLd(venue, context) }),
    ...(organizer && { organizer: organizerLd(organizer, context) }),
    ...(row.cost !== '' && { offers: createOffer(row, url) }),
    performer: 'Organization',
  }
}

function createOffer(row: Row, url: unknown): Query {
  const details = readCostDetails(row.cost, (word) => toSlug(word, row.language))
  return {
    '@type': 'Offer',
    price: details.values[0] ?? '0',
    priceCurrency: currencies[details.currency_symbol] ?? 'USD',
    url,
    category: 'primary',
    availability: 'inStock',
    validFrom: row.date.replace(' ', 'T'),
  }
}

/** ISO 4217 codes of the currency symbols. */
const currencies: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '¥': 'CNY',
  'E£': 'EGP',
}

/** Formats a wall time in ISO 8601, with the offset of the zone at that instant: `2030-02-01T19:00:00+01:00`. */
function formatIso(wall: string, utc: string, zone: string): string {
  const minutes = Math.round(offsetAt(parseDateTime(utc), zone) / 60_000)
  const format = (value: number): string => String(Math.trunc(Math.abs(value))).padStart(2, '0')
  const offset = `${format(minutes / 60)}:${format(minutes % 60)}`
  return `${wall.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${offset}`
}

/** Returns the `json_ld` of a venue: its schema.org form (1.8). */
export function venueLd(row: Row, context: PresentContext) {
  const image = presentImage(row.image, context)?.url
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
    name: row.venue,
    description: toParagraphs(row.description),
    ...(image !== undefined && { image }),
    url: '',
    address,
    ...(row.geo_lat !== null && {
      geo: { '@type': 'GeoCoordinates', latitude: row.geo_lat, longitude: row.geo_lng },
    }),
    telephone: row.phone,
    sameAs: row.website,
  }
}

/** Returns the `json_ld` of an organizer: its schema.org form (1.8). */
export function organizerLd(row: Row, context: PresentContext) {
  const image = presentImage(row.image, context)?.url
  return {
    '@type': 'Person',
    name: row.organizer,
    description: toParagraphs(row.description),
    ...(image !== undefined && { image }),
    url: row.website,
    telephone: row.phone,
    email: row.email,
    sameAs: row.website,
  }
}

const text: Schema = { type: 'string' }
const geoSchema = objectSchema({
  '@type': { const: 'GeoCoordinates' },
  latitude: { type: 'number' },
  longitude: { type: 'number' },
})
const addressSchema = objectSchema(
  { '@type': { const: 'PostalAddress' } },
  {
    streetAddress: text,
    addressLocality: text,
    addressRegion: text,
    postalCode: text,
    addressCountry: text,
  },
)
const offerSchema = objectSchema({
  '@type': { const: 'Offer' },
  price: text,
  priceCurrency: text,
  url: text,
  category: text,
  availability: text,
  validFrom: text,
})

/** JSON Schema of the object that `venueLd` returns. */
export const venueLdSchema = objectSchema(
  {
    '@type': { const: 'Place' },
    name: text,
    description: text,
    url: text,
    address: addressSchema,
    telephone: text,
    sameAs: text,
  },
  { image: text, geo: geoSchema },
)

/** JSON Schema of the object that `organizerLd` returns. */
export const organizerLdSchema = objectSchema(
  {
    '@type': { const: 'Person' },
    name: text,
    description: text,
    url: text,
    telephone: text,
    email: text,
    sameAs: text,
  },
  { image: text },
)

/** JSON Schema of the object that `eventLd` returns. */
export const eventLdSchema = objectSchema(
  {
    '@context': text,
    '@type': { const: 'Event' },
    name: text,
    description: text,
    url: text,
    startDate: text,
    endDate: text,
    performer: text,
  },
  {
    image: text,
    location: schemaRef('venue', 'JsonLd'),
    organizer: schemaRef('organizer', 'JsonLd'),
    offers: offerSchema,
  },
)
