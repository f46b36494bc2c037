import type { Query } from '../src/contract/context.ts'
import type { Schema } from '../src/contract/params/param.ts'

type Sentences = Readonly<Record<string, string>>

const dateTime = 'as `YYYY-MM-DD HH:MM:SS`'

const postSentences: Sentences = {
  id: 'ID of the record in its language.',
  author: 'ID of the author, as text.',
  status: 'Publication status.',
  date: `Publication date and time in local time, ${dateTime}.`,
  date_utc: `Publication date and time in UTC, ${dateTime}.`,
  modified: `Date and time of the last write in local time, ${dateTime}.`,
  modified_utc: `Date and time of the last write in UTC, ${dateTime}.`,
  url: 'URL of the public page.',
  slug: 'Slug, percent-encoded in lower case.',
  global_id: 'ID that is unique among all sites: host, path and ID.',
  global_id_lineage: 'All global IDs of the record.',
  description: 'Description, as HTML paragraphs.',
  image: 'Image of the record.',
  website: 'URL of the website.',
  phone: 'Phone number.',
  show_map: 'True if a map is shown with the record.',
  show_map_link: 'True if a link to a map is shown with the record.',
  json_ld: 'The record in the form of schema.org. Only in responses to reads of one record.',
}

const listSentences: Sentences = {
  rest_url: 'URL of this page of the list.',
  total: 'Number of records on all pages.',
  total_pages: 'Number of pages.',
  next_rest_url: 'URL of the next page. Absent on the last page.',
  previous_rest_url: 'URL of the previous page. Absent on the first page.',
}

const termSentences: Sentences = {
  id: 'ID of the term in its language.',
  count: 'Number of events with the term.',
  description: 'Description.',
  name: 'Name.',
  slug: 'Slug, percent-encoded in lower case.',
  taxonomy: 'Name of the taxonomy.',
  urls: 'URLs of the term in the API.',
  parent: 'ID of the parent category, or 0.',
  meta: 'Always empty.',
  url: 'URL of the public page.',
  _links: 'Links to the term, its collection and its parent.',
  term_group: 'Always 0.',
  term_taxonomy_id: 'The ID of the term again.',
  filter: 'Always `raw`.',
}

/** English sentences on the fields of responses, by the name of the schema. */
const fieldSentences: Readonly<Record<string, Sentences>> = {
  Event: {
    ...postSentences,
    rest_url: 'URL of the event in the API.',
    title: 'Title.',
    excerpt: 'Short summary, as HTML paragraphs.',
    timezone: 'Time zone, such as `Europe/Berlin` or `UTC+2`.',
    timezone_abbr: 'Abbreviation of the time zone at the start, such as `CET`.',
    cost: 'Cost as text, such as `32€ – 40€`.',
    website: 'URL of the website, or of the public page if there is none.',
    image: 'Image of the event, or false.',
    all_day: 'True if the event lasts all day. Null in lists if a password protects the event.',
    hide_from_listings: 'True if lists leave the event out.',
    sticky: 'True if the event is pinned to the top of the calendar.',
    featured: 'True if the event is featured on the site.',
    start_date: `Start in the time zone of the event, ${dateTime}.`,
    end_date: `End in the time zone of the event, ${dateTime}.`,
    utc_start_date: `Start in UTC, ${dateTime}.`,
    utc_end_date: `End in UTC, ${dateTime}.`,
    start_date_details: 'Parts of the start.',
    end_date_details: 'Parts of the end.',
    utc_start_date_details: 'Parts of the start in UTC.',
    utc_end_date_details: 'Parts of the end in UTC.',
    cost_details: 'Currency and values of the cost.',
    categories: 'Categories of the event, sorted by name.',
    tags: 'Tags of the event, sorted by name.',
    venue: 'Venue of the event, or an empty list.',
    organizer: 'Organizers of the event.',
    custom_fields: 'Always empty.',
  },
  Venue: {
    ...postSentences,
    venue: 'Name.',
    address: 'Street and house number.',
    city: 'City.',
    country: 'Country.',
    province: 'Province.',
    state: 'State.',
    stateprovince: 'State of a venue in the United States, otherwise province.',
    zip: 'Postal code.',
    geo_lat: 'Latitude in degrees.',
    geo_lng: 'Longitude in degrees.',
  },
  Organizer: { ...postSentences, organizer: 'Name.', email: 'E-mail address.' },
  Category: termSentences,
  Tag: termSentences,
  Term: termSentences,
  EventList: { ...listSentences, events: 'Events on this page.' },
  VenueList: { ...listSentences, venues: 'Venues on this page.' },
  OrganizerList: { ...listSentences, organizers: 'Organizers on this page.' },
  CategoryList: { ...listSentences, categories: 'Categories on this page.' },
  TagList: { ...listSentences, tags: 'Tags on this page.' },
  DateDetails: {
    year: 'Year, four digits.',
    month: 'Month, `01` to `12`.',
    day: 'Day of the month, `01` to `31`.',
    hour: 'Hour, `00` to `23`.',
    minutes: 'Minutes, `00` to `59`.',
    seconds: 'Seconds, `00` to `59`.',
  },
  CostDetails: {
    currency_symbol: 'Symbol of the currency, such as `€`.',
    currency_code: 'Code of the currency, such as `EUR`.',
    currency_position: 'Position of the symbol before or after the number.',
    values: 'Numbers in the cost, as text.',
  },
  TermUrls: {
    self: 'URL of the term.',
    collection: 'URL of the list of terms.',
    up: 'URL of the parent.',
  },
  TermLinks: {
    self: 'Link to the term.',
    collection: 'Link to the list of terms.',
    up: 'Link to the parent.',
  },
  TermLink: { href: 'URL.' },
  Image: {
    url: 'URL of the image in full size.',
    id: 'ID of the image.',
    extension: 'File extension, such as `svg`.',
    width: 'Width in pixels.',
    height: 'Height in pixels.',
    sizes: 'Smaller versions of the image, by name.',
  },
  ImageSize: {
    width: 'Width in pixels.',
    height: 'Height in pixels.',
    'mime-type': 'Media type, such as `image/svg+xml`.',
    url: 'URL of the image in this size.',
  },
  Problem: {
    code: 'Code of the error, which does not depend on the language.',
    message: 'Message in the language of the site.',
    data: 'Status and details of the error.',
  },
  ProblemDetail: {
    code: 'Code of the error.',
    message: 'Message about the parameter, in the language of the site.',
    data: 'Name of the parameter.',
  },
}

/** Adds the sentences to the schemas of responses in an OpenAPI document. Throws for a field without a sentence. */
export function describeFields(document: Query): Query {
  const components = document.components as { readonly schemas: Readonly<Record<string, Schema>> } // an OpenAPI document
  const schemas = Object.entries(components.schemas).map(([name, schema]) => {
    const sentences = fieldSentences[name]
    return [name, sentences ? describeProperties(name, schema, sentences) : schema]
  })
  return { ...document, components: { ...components, schemas: Object.fromEntries(schemas) } }
}

function describeProperties(name: string, schema: Schema, sentences: Sentences): Schema {
  const properties = Object.entries(schema.properties as Readonly<Record<string, Schema>>) // an object schema
  const described = properties.map(([field, property]) => {
    const description = property.description ?? sentences[field]
    if (!description) throw new Error(`the field ${field} of ${name} has no sentence`)
    return [field, { ...property, description }]
  })
  return { ...schema, properties: Object.fromEntries(described) }
}
