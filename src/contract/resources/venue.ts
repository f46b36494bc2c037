import type { Context, PresentContext, Query } from '../context.ts'
import type { MessageKey } from '../format-message.ts'
import { venueLd, venueLdShape } from '../json-ld.ts'
import { hostFilters, matchesOneField } from '../linked-to-events.ts'
import { image, imageObject, imageParts, imageShape } from '../params/image.ts'
import {
  code,
  line,
  orElse,
  type Param,
  prose,
  required,
  type Schema,
  text,
  textFlag,
  url,
} from '../params/param.ts'
import {
  author,
  globalId,
  listStatus,
  newestFirst,
  ownsSlug,
  pageUrl,
  paging,
  paragraphs,
  postArchive,
  postBlank,
  postHead,
  postShape,
  preparePost,
  publication,
  refuseTrashed,
  refuseTrashedUpdate,
  sameNamed,
  search,
  status,
  toTrash,
  validatePost,
  withoutEmpty,
} from '../post.ts'
import { type Resource, type Row, schemaRef, type View } from '../resource.ts'

const optional = <T, S>(param: Param<T, S>): Param<T, S> => orElse(param, null)

/** Text of an address: a string that may be empty. */
const part = (doc: MessageKey) => optional(line(doc))

const fields = {
  author,
  ...publication,
  venue: required(text('venueName')),
  description: optional(prose('venueDescription')),
  status,
  show_map: optional(textFlag('venueShowMap')),
  show_map_link: optional(textFlag('venueShowMapLink')),
  address: part('venueAddress'),
  city: part('venueCity'),
  country: part('venueCountry'),
  province: part('venueProvince'),
  state: part('venueState'),
  zip: optional(code('venueZip')),
  phone: optional(code('venuePhone')),
  stateprovince: part('venueStateProvince'),
  website: optional(url('venueWebsite')),
  image: optional(image('image', { clearable: true })),
}

const searched = ['address', 'city', 'province', 'state', 'stateprovince', 'zip', 'phone']

/** What a venue is when it is made with the least. */
const blank = {
  ...postBlank,
  ...Object.fromEntries([...searched, 'country', 'website'].map((name) => [name, ''])),
  show_map: true,
  show_map_link: true,
  image: null,
  geo_lat: null,
  geo_lng: null,
  venue: '',
  description: '',
}

/** Venues of events (2.2, 4.4). */
export const venue: Resource = {
  name: 'venue',
  collection: 'venues',
  section: '2.2',
  addressedBy: ['id', 'slug'],
  itemMethods: ['GET', 'DELETE', 'EDIT'],
  fields,
  filters: {
    ...paging,
    search: search('searchVenues', matchesOneField(['venue', 'description', ...searched])),
    ...hostFilters('venue'),
    status: listStatus,
  },
  blank,
  hasLastPage: true,
  ownsSlug,
  validateRow: (row) => validatePost(row) ?? (hasSoundPlace(row) ? undefined : 'geo_lat'),
  defaultOrder: newestFirst,
  check: refuseTrashedUpdate('venue'),
  twin: (values, context) => sameNamed('venue', 'venue', values, context),
  twinKeeps: ['venue', 'description', 'status'],
  prepare: prepareVenue,
  present: presentVenue,
  guard: (row) => refuseTrashed('venue', row),
  removed: (row, context) => toTrash('venue', row, context),
  archive: postArchive('venues'),
  shape: {
    type: 'object',
    properties: {
      ...postShape,
      venue: { type: 'string' },
      description: { type: 'string' },
      image: imageShape,
      ...Object.fromEntries(
        [...searched, 'country', 'website'].map((name) => [name, { type: 'string' }]),
      ),
      geo_lat: { type: 'number' },
      geo_lng: { type: 'number' },
      show_map: { type: 'boolean' },
      show_map_link: { type: 'boolean' },
      json_ld: schemaRef('venue', 'JsonLd'),
    },
    required: [...Object.keys(postShape), 'show_map', 'show_map_link'],
  } satisfies Schema,
  parts: { ...imageParts, VenueJsonLd: venueLdShape },
}

function prepareVenue(values: Query, context: Context, previous?: Row): Row {
  const row = preparePost(values, context, { title: 'venue', name: 'venue', previous, blank })
  // an empty description changes nothing (8.5)
  row.description = values.description || (previous?.description ?? '')
  row.stateprovince = values.stateprovince ?? (isInStates(row.country) ? row.state : row.province)
  return row
}

const isInStates = (country: string): boolean => /^(|us|usa|united states)$/i.test(country)

function presentVenue(row: Row, context: PresentContext, view: View) {
  return {
    ...withoutEmpty({
      ...postHead(row),
      url: pageUrl(row, 'venue', context),
      venue: row.venue,
      description: paragraphs(row.description),
      slug: row.slug,
      image: imageObject(row.image, context),
      address: row.address,
      city: row.city,
      country: row.country,
      province: row.province,
      state: row.state,
      zip: row.zip,
      phone: row.phone,
      website: row.website,
      stateprovince: row.stateprovince,
      geo_lat: row.geo_lat,
      geo_lng: row.geo_lng,
      ...(view === 'item' && { json_ld: venueLd(row, context) }),
    }),
    show_map: row.show_map,
    show_map_link: row.show_map_link,
    ...globalId(row, context),
  }
}

/** Whether a venue lies at a point, or at none. */
function hasSoundPlace({ geo_lat, geo_lng }: Row): boolean {
  return typeof geo_lat === 'number'
    ? typeof geo_lng === 'number'
    : geo_lat === null && geo_lng === null
}
