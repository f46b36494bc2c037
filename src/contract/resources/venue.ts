import type { Context, PresentContext, Query } from '../context.ts'
import type { MessageKey } from '../format-message.ts'
import { presentVenueLd, venueLdSchema } from '../json-ld.ts'
import { image, imageSchema, imageSchemas } from '../params/image.ts'
import { required, withNullDefault } from '../params/param.ts'
import { multiLine, singleLine, text, textFlag, textOrNumber, url } from '../params/values.ts'
import {
  author,
  globalId,
  omitEmpty,
  postDefaults,
  postSchema,
  publication,
  validatePost,
} from '../post.ts'
import { defaultStatus, status } from '../post-status.ts'
import {
  compareBy,
  type PresentView,
  type Resource,
  type Row,
  repeatSchema,
  schemaRef,
} from '../resource.ts'
import { createLinkedPost, presentLinkedPost } from './linked-post.ts'

/** Returns the parameter of a part of the address: text that may be empty. */
const addressPart = (doc: MessageKey) => withNullDefault(singleLine(doc))

const fields = {
  author,
  ...publication,
  venue: required(text('venueName')),
  description: withNullDefault(multiLine('venueDescription')),
  status,
  show_map: withNullDefault(textFlag('venueShowMap')),
  show_map_link: withNullDefault(textFlag('venueShowMapLink')),
  address: addressPart('venueAddress'),
  city: addressPart('venueCity'),
  country: addressPart('venueCountry'),
  province: addressPart('venueProvince'),
  state: addressPart('venueState'),
  zip: withNullDefault(textOrNumber('venueZip')),
  phone: withNullDefault(textOrNumber('venuePhone')),
  stateprovince: addressPart('venueStateProvince'),
  website: withNullDefault(url('venueWebsite')),
  image: withNullDefault(image('image', { clearable: true })),
}

/** Columns that a search covers in addition to the name and the description. */
const searchedColumns = ['address', 'city', 'province', 'state', 'stateprovince', 'zip', 'phone']

/** The columns of venues. Asserted types are those of `db`. */
export const venueDefaults = {
  ...postDefaults,
  address: '',
  city: '',
  province: '',
  state: '',
  stateprovince: '',
  zip: '',
  phone: '',
  country: '',
  website: '',
  show_map: true,
  show_map_link: true,
  image: null as number | null,
  geo_lat: null as number | null,
  geo_lng: null as number | null,
  venue: '',
  description: '',
}

const shared = createLinkedPost('venue', searchedColumns, venueDefaults)

/** Venues of events (2.2, 4.4). */
export const venue: Resource = {
  ...shared,
  fields,
  defaultOrder: compareBy(({ date }) => date, -1), // the newest first
  validateRow: (row) => validatePost(row) ?? (hasValidCoordinates(row) ? undefined : 'geo_lat'),
  clearedByUpdate: (row, { country = '', state = '', province = '' }, context) => ({
    status: defaultStatus(row, context),
    image: '',
    show_map: true,
    show_map_link: true,
    stateprovince: isInUnitedStates(String(country)) ? state : province,
  }),
  prepare: prepareVenue,
  present: presentVenue,
  schema: {
    type: 'object',
    properties: {
      ...postSchema,
      ...repeatSchema(['venue', 'description']),
      image: imageSchema,
      ...repeatSchema([...searchedColumns, 'country', 'website']),
      ...repeatSchema(['geo_lat', 'geo_lng'], { type: 'number' }),
      ...repeatSchema(['show_map', 'show_map_link'], { type: 'boolean' }),
      json_ld: schemaRef('venue', 'JsonLd'),
    },
    required: [...Object.keys(postSchema), 'show_map', 'show_map_link'],
  },
  schemas: { ...imageSchemas, VenueJsonLd: venueLdSchema },
}

function prepareVenue(values: Query, context: Context, previous?: Row): Row {
  const row = shared.prepare(values, context, previous)
  if (sendsRegion(values))
    row.stateprovince = isInUnitedStates(row.country) ? row.state : row.province
  return row
}

/** Returns whether a write sends a part that `stateprovince` is computed from, and not `stateprovince` itself. */
const sendsRegion = ({ stateprovince, state, province, country }: Query): boolean =>
  stateprovince === undefined && (state ?? province ?? country) !== undefined

/** Returns whether a country is the United States. A venue without a country counts too. */
const isInUnitedStates = (country: string): boolean => /^(|us|usa|united states)$/i.test(country)

function presentVenue(row: Row, context: PresentContext, view: PresentView) {
  return {
    ...omitEmpty({
      ...presentLinkedPost('venue', row, context),
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
      ...(view === 'item' && { json_ld: presentVenueLd(row, context) }),
    }),
    show_map: row.show_map,
    show_map_link: row.show_map_link,
    ...globalId(row, context),
  }
}

/** Returns whether the venue has both coordinates or neither. */
function hasValidCoordinates({ geo_lat, geo_lng }: Row): boolean {
  return typeof geo_lat === 'number'
    ? typeof geo_lng === 'number'
    : geo_lat === null && geo_lng === null
}
