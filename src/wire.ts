// Made from the OpenAPI document by `npm run types`.

/**
 * Response to POST /events
 * Response to GET, DELETE, POST, PUT, PATCH /events/{id}
 * Response to GET, DELETE, POST, PUT, PATCH /events/by-slug/{slug}
 */
export interface Event {
  /** ID of the record in its language. */
  id: number
  /** ID of the author, as text. */
  author: string
  /** Publication status. */
  status: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'
  /** Publication date and time in local time, as `YYYY-MM-DD HH:MM:SS`. */
  date: string
  /** Publication date and time in UTC, as `YYYY-MM-DD HH:MM:SS`. */
  date_utc: string
  /** Date and time of the last write in local time, as `YYYY-MM-DD HH:MM:SS`. */
  modified: string
  /** Date and time of the last write in UTC, as `YYYY-MM-DD HH:MM:SS`. */
  modified_utc: string
  /** URL of the public page. */
  url: string
  /** Slug, percent-encoded in lower case. */
  slug: string
  /** ID that is unique among all sites: host, path and ID. */
  global_id: string
  /** All global IDs of the record. */
  global_id_lineage: string[]
  /** URL of the event in the API. */
  rest_url: string
  /** Title. */
  title: string
  /** Description, as HTML paragraphs. */
  description: string
  /** Short summary, as HTML paragraphs. */
  excerpt: string
  /** Time zone, such as `Europe/Berlin` or `UTC+2`. */
  timezone: string
  /** Abbreviation of the time zone at the start, such as `CET`. */
  timezone_abbr: string
  /** Cost as text, such as `32€ – 40€`. */
  cost: string
  /** URL of the website, or of the public page if there is none. */
  website: string
  /** Image of the event, or false. */
  image: Image | false
  /** True if the event lasts all day. Null in lists if a password protects the event. */
  all_day: boolean | null
  /** True if a map is shown with the record. */
  show_map: boolean | null
  /** True if a link to a map is shown with the record. */
  show_map_link: boolean | null
  /** True if lists leave the event out. */
  hide_from_listings: boolean | null
  /** True if the event is pinned to the top of the calendar. */
  sticky: boolean | null
  /** True if the event is featured on the site. */
  featured: boolean | null
  /** Start in the time zone of the event, as `YYYY-MM-DD HH:MM:SS`. */
  start_date: string
  /** End in the time zone of the event, as `YYYY-MM-DD HH:MM:SS`. */
  end_date: string
  /** Start in UTC, as `YYYY-MM-DD HH:MM:SS`. */
  utc_start_date: string
  /** End in UTC, as `YYYY-MM-DD HH:MM:SS`. */
  utc_end_date: string
  /** Parts of the start. */
  start_date_details: DateDetails
  /** Parts of the end. */
  end_date_details: DateDetails
  /** Parts of the start in UTC. */
  utc_start_date_details: DateDetails
  /** Parts of the end in UTC. */
  utc_end_date_details: DateDetails
  /** Currency and values of the cost. */
  cost_details: CostDetails
  /** Categories of the event, sorted by name. */
  categories: Term[]
  /** Tags of the event, sorted by name. */
  tags: Term[]
  /** Venue of the event, or an empty list. */
  venue: Venue | []
  /** Organizers of the event. */
  organizer: Organizer[]
  /** Always empty. */
  custom_fields: []
  /** The record in the form of schema.org. Only in responses to reads of one record. */
  json_ld?: EventJsonLd
}

/** Response to GET /events */
export interface EventList {
  /** Events on this page. */
  events: Event[]
  /** URL of this page of the list. */
  rest_url: string
  /** Number of records on all pages. */
  total: number
  /** Number of pages. */
  total_pages: number
  /** URL of the next page. Absent on the last page. */
  next_rest_url?: string
  /** URL of the previous page. Absent on the first page. */
  previous_rest_url?: string
}

/** Body of POST /events */
export interface EventFields {
  /** ID of the author. */
  author?: number
  /** Publication date and time, in local time. */
  date?: string | number
  /** Publication date and time, in UTC. */
  date_utc?: string | number
  /** Title of the event. */
  title: string
  /** Description of the event. */
  description?: string
  /** Slug of the event. */
  slug?: string
  /** Short summary of the event. */
  excerpt?: string
  /** Publication status: publish, future, draft, pending, private or trash. */
  status?: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'
  /** Time zone of the event, such as Europe/Berlin or UTC+2. */
  timezone?: string
  /** true: the event lasts all day. false: it has a start and an end time. Default for new events: false. */
  all_day?: boolean
  /** Start date and time of the event. */
  start_date: string | number
  /** End date and time of the event. */
  end_date: string | number
  /** Image: the ID of an existing image, or an absolute URL. */
  image?: string | number
  /** Cost of the event: a number, a string, or a list of numbers and strings. */
  cost?: string | number | (string | number)[]
  /** URL of the event website. */
  website?: string
  /** true: show a map with the event. false: hide it. Default for new events: false. */
  show_map?: boolean
  /** true: show a link to a map with the event. false: hide it. Default for new events: false. */
  show_map_link?: boolean
  /** true: leave the event out of lists. false: include it. Default for new events: false. */
  hide_from_listings?: boolean
  /** true: pin the event to the top of the calendar. false: do not pin it. Default for new events: false. */
  sticky?: boolean
  /** true: feature the event on the site. false: do not feature it. Default for new events: false. */
  featured?: boolean
  /** Categories of the event: IDs, slugs or names. An unknown name creates a category. */
  categories?: number | string | CategoryFields | (number | string | CategoryFields)[]
  /** Tags of the event: IDs, slugs or names. An unknown name creates a tag. */
  tags?: number | string | TagFields | (number | string | TagFields)[]
  /** Venue of the event: the ID of a venue, or the fields of a new one. */
  venue?: number | string | VenueFields | (number | string | VenueFields)[]
  /** Organizers of the event: IDs, or the fields of new organizers. */
  organizer?: number | string | OrganizerFields | (number | string | OrganizerFields)[]
  /** Password of a protected event. */
  password?: string
}

/**
 * Body of POST, PUT, PATCH /events/{id}
 * Body of POST, PUT, PATCH /events/by-slug/{slug}
 */
export interface EventChanges {
  /** ID of the author. */
  author?: number
  /** Publication date and time, in local time. */
  date?: string | number
  /** Publication date and time, in UTC. */
  date_utc?: string | number
  /** Title of the event. */
  title?: string
  /** Description of the event. */
  description?: string
  /** Slug of the event. */
  slug?: string
  /** Short summary of the event. */
  excerpt?: string
  /** Publication status: publish, future, draft, pending, private or trash. */
  status?: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'
  /** Time zone of the event, such as Europe/Berlin or UTC+2. */
  timezone?: string
  /** true: the event lasts all day. false: it has a start and an end time. Default for new events: false. */
  all_day?: boolean
  /** Start date and time of the event. */
  start_date?: string | number
  /** End date and time of the event. */
  end_date?: string | number
  /** Image: the ID of an existing image, or an absolute URL. */
  image?: string | number
  /** Cost of the event: a number, a string, or a list of numbers and strings. */
  cost?: string | number | (string | number)[]
  /** URL of the event website. */
  website?: string
  /** true: show a map with the event. false: hide it. Default for new events: false. */
  show_map?: boolean
  /** true: show a link to a map with the event. false: hide it. Default for new events: false. */
  show_map_link?: boolean
  /** true: leave the event out of lists. false: include it. Default for new events: false. */
  hide_from_listings?: boolean
  /** true: pin the event to the top of the calendar. false: do not pin it. Default for new events: false. */
  sticky?: boolean
  /** true: feature the event on the site. false: do not feature it. Default for new events: false. */
  featured?: boolean
  /** Categories of the event: IDs, slugs or names. An unknown name creates a category. */
  categories?: number | string | CategoryFields | (number | string | CategoryFields)[]
  /** Tags of the event: IDs, slugs or names. An unknown name creates a tag. */
  tags?: number | string | TagFields | (number | string | TagFields)[]
  /** Venue of the event: the ID of a venue, or the fields of a new one. */
  venue?: number | string | VenueFields | (number | string | VenueFields)[]
  /** Organizers of the event: IDs, or the fields of new organizers. */
  organizer?: number | string | OrganizerFields | (number | string | OrganizerFields)[]
  /** Password of a protected event. */
  password?: string
}

/**
 * Response to POST /venues
 * Response to GET, DELETE, POST, PUT, PATCH /venues/{id}
 * Response to GET, DELETE, POST, PUT, PATCH /venues/by-slug/{slug}
 */
export interface Venue {
  /** ID of the record in its language. */
  id: number
  /** ID of the author, as text. */
  author: string
  /** Publication status. */
  status: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'
  /** Publication date and time in local time, as `YYYY-MM-DD HH:MM:SS`. */
  date: string
  /** Publication date and time in UTC, as `YYYY-MM-DD HH:MM:SS`. */
  date_utc: string
  /** Date and time of the last write in local time, as `YYYY-MM-DD HH:MM:SS`. */
  modified: string
  /** Date and time of the last write in UTC, as `YYYY-MM-DD HH:MM:SS`. */
  modified_utc: string
  /** URL of the public page. */
  url: string
  /** Slug, percent-encoded in lower case. */
  slug: string
  /** ID that is unique among all sites: host, path and ID. */
  global_id: string
  /** All global IDs of the record. */
  global_id_lineage: string[]
  /** Name. */
  venue?: string
  /** Description, as HTML paragraphs. */
  description?: string
  /** Image of the record. */
  image?: Image
  /** Street and house number. */
  address?: string
  /** City. */
  city?: string
  /** Province. */
  province?: string
  /** State. */
  state?: string
  /** State of a venue in the United States, otherwise province. */
  stateprovince?: string
  /** Postal code. */
  zip?: string
  /** Phone number. */
  phone?: string
  /** Country. */
  country?: string
  /** URL of the website. */
  website?: string
  /** Latitude in degrees. */
  geo_lat?: number
  /** Longitude in degrees. */
  geo_lng?: number
  /** True if a map is shown with the record. */
  show_map: boolean
  /** True if a link to a map is shown with the record. */
  show_map_link: boolean
  /** The record in the form of schema.org. Only in responses to reads of one record. */
  json_ld?: VenueJsonLd
}

/** Response to GET /venues */
export interface VenueList {
  /** Venues on this page. */
  venues: Venue[]
  /** URL of this page of the list. */
  rest_url: string
  /** Number of records on all pages. */
  total: number
  /** Number of pages. */
  total_pages: number
  /** URL of the next page. Absent on the last page. */
  next_rest_url?: string
  /** URL of the previous page. Absent on the first page. */
  previous_rest_url?: string
}

/** Body of POST /venues */
export interface VenueFields {
  /** ID of the author. */
  author?: number
  /** Publication date and time, in local time. */
  date?: string | number
  /** Publication date and time, in UTC. */
  date_utc?: string | number
  /** Name of the venue. */
  venue: string
  /** Description of the venue. */
  description?: string
  /** Publication status: publish, future, draft, pending, private or trash. */
  status?: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'
  /** true: events at this venue show a map. false: they do not. Default for new venues: true. */
  show_map?: boolean | string
  /** true: events at this venue show a link to a map. false: they do not. Default for new venues: true. */
  show_map_link?: boolean | string
  /** Street and house number of the venue. */
  address?: string
  /** City of the venue. */
  city?: string
  /** Country of the venue. */
  country?: string
  /** Province of the venue. */
  province?: string
  /** State of the venue. */
  state?: string
  /** Postal code of the venue. */
  zip?: string | number
  /** Phone number of the venue. */
  phone?: string | number
  /** State or province of the venue. */
  stateprovince?: string
  /** URL of the venue website. */
  website?: string
  /** Image: the ID of an existing image, or an absolute URL. */
  image?: string | number
}

/**
 * Body of POST, PUT, PATCH /venues/{id}
 * Body of POST, PUT, PATCH /venues/by-slug/{slug}
 */
export interface VenueChanges {
  /** ID of the author. */
  author?: number
  /** Publication date and time, in local time. */
  date?: string | number
  /** Publication date and time, in UTC. */
  date_utc?: string | number
  /** Name of the venue. */
  venue?: string
  /** Description of the venue. */
  description?: string
  /** Publication status: publish, future, draft, pending, private or trash. */
  status?: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'
  /** true: events at this venue show a map. false: they do not. Default for new venues: true. */
  show_map?: boolean | string
  /** true: events at this venue show a link to a map. false: they do not. Default for new venues: true. */
  show_map_link?: boolean | string
  /** Street and house number of the venue. */
  address?: string
  /** City of the venue. */
  city?: string
  /** Country of the venue. */
  country?: string
  /** Province of the venue. */
  province?: string
  /** State of the venue. */
  state?: string
  /** Postal code of the venue. */
  zip?: string | number
  /** Phone number of the venue. */
  phone?: string | number
  /** State or province of the venue. */
  stateprovince?: string
  /** URL of the venue website. */
  website?: string
  /** Image: the ID of an existing image, or an absolute URL. */
  image?: string | number
}

/**
 * Response to POST /organizers
 * Response to GET, DELETE, POST, PUT, PATCH /organizers/{id}
 * Response to GET, DELETE, POST, PUT, PATCH /organizers/by-slug/{slug}
 */
export interface Organizer {
  /** ID of the record in its language. */
  id: number
  /** ID of the author, as text. */
  author: string
  /** Publication status. */
  status: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'
  /** Publication date and time in local time, as `YYYY-MM-DD HH:MM:SS`. */
  date: string
  /** Publication date and time in UTC, as `YYYY-MM-DD HH:MM:SS`. */
  date_utc: string
  /** Date and time of the last write in local time, as `YYYY-MM-DD HH:MM:SS`. */
  modified: string
  /** Date and time of the last write in UTC, as `YYYY-MM-DD HH:MM:SS`. */
  modified_utc: string
  /** URL of the public page. */
  url: string
  /** Slug, percent-encoded in lower case. */
  slug: string
  /** ID that is unique among all sites: host, path and ID. */
  global_id: string
  /** All global IDs of the record. */
  global_id_lineage: string[]
  /** Name. */
  organizer?: string
  /** Description, as HTML paragraphs. */
  description?: string
  /** Image of the record. */
  image?: Image
  /** Phone number. */
  phone?: string
  /** URL of the website. */
  website?: string
  /** E-mail address. */
  email?: string
  /** The record in the form of schema.org. Only in responses to reads of one record. */
  json_ld?: OrganizerJsonLd
}

/** Response to GET /organizers */
export interface OrganizerList {
  /** Organizers on this page. */
  organizers: Organizer[]
  /** URL of this page of the list. */
  rest_url: string
  /** Number of records on all pages. */
  total: number
  /** Number of pages. */
  total_pages: number
  /** URL of the next page. Absent on the last page. */
  next_rest_url?: string
  /** URL of the previous page. Absent on the first page. */
  previous_rest_url?: string
}

/** Body of POST /organizers */
export interface OrganizerFields {
  /** ID of the author. */
  author?: number
  /** Publication date and time, in local time. */
  date?: string | number
  /** Publication date and time, in UTC. */
  date_utc?: string | number
  /** Name of the organizer. */
  organizer: string
  /** Description of the organizer. */
  description?: string
  /** Publication status: publish, future, draft, pending, private or trash. */
  status?: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'
  /** Phone number of the organizer. */
  phone?: string | number
  /** URL of the organizer website. */
  website?: string
  /** Email address of the organizer. */
  email?: string
  /** Image: the ID of an existing image, or an absolute URL. */
  image?: string | number
}

/**
 * Body of POST, PUT, PATCH /organizers/{id}
 * Body of POST, PUT, PATCH /organizers/by-slug/{slug}
 */
export interface OrganizerChanges {
  /** ID of the author. */
  author?: number
  /** Publication date and time, in local time. */
  date?: string | number
  /** Publication date and time, in UTC. */
  date_utc?: string | number
  /** Name of the organizer. */
  organizer?: string
  /** Description of the organizer. */
  description?: string
  /** Publication status: publish, future, draft, pending, private or trash. */
  status?: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'
  /** Phone number of the organizer. */
  phone?: string | number
  /** URL of the organizer website. */
  website?: string
  /** Email address of the organizer. */
  email?: string
  /** Image: the ID of an existing image, or an absolute URL. */
  image?: string | number
}

/**
 * Response to POST /categories
 * Response to GET, POST, PUT, PATCH, DELETE /categories/{id}
 */
export interface Category {
  /** ID of the term in its language. */
  id: number
  /** Number of events with the term. */
  count: number
  /** Description. */
  description: string
  /** Name. */
  name: string
  /** Slug, percent-encoded in lower case. */
  slug: string
  /** Name of the taxonomy. */
  taxonomy: string
  /** URLs of the term in the API. */
  urls: TermUrls
  /** ID of the parent category, or 0. */
  parent: number
  /** Always empty. */
  meta: []
  /** URL of the public page. */
  url: string
  /** Links to the term, its collection and its parent. */
  _links?: TermLinks
}

/** Response to GET /categories */
export interface CategoryList {
  /** Categories on this page. */
  categories: Category[]
  /** URL of this page of the list. */
  rest_url: string
  /** Number of records on all pages. */
  total: number
  /** Number of pages. */
  total_pages: number
  /** URL of the next page. Absent on the last page. */
  next_rest_url?: string
  /** URL of the previous page. Absent on the first page. */
  previous_rest_url?: string
}

/** Body of POST /categories */
export interface CategoryFields {
  /** Name of the category or tag. */
  name: string
  /** Description of the category or tag. */
  description?: string
  /** Slug of the category or tag. */
  slug?: string
  /** ID of the parent category. */
  parent?: number
}

/** Body of POST, PUT, PATCH /categories/{id} */
export interface CategoryChanges {
  /** Name of the category or tag. */
  name?: string
  /** Description of the category or tag. */
  description?: string
  /** Slug of the category or tag. */
  slug?: string
  /** ID of the parent category. */
  parent?: number
}

/**
 * Response to POST /tags
 * Response to GET, POST, PUT, PATCH, DELETE /tags/{id}
 */
export interface Tag {
  /** ID of the term in its language. */
  id: number
  /** Number of events with the term. */
  count: number
  /** Description. */
  description: string
  /** Name. */
  name: string
  /** Slug, percent-encoded in lower case. */
  slug: string
  /** Name of the taxonomy. */
  taxonomy: string
  /** URLs of the term in the API. */
  urls: TermUrls
  /** Always empty. */
  meta: []
  /** URL of the public page. */
  url: string
  /** Links to the term, its collection and its parent. */
  _links?: TermLinks
}

/** Response to GET /tags */
export interface TagList {
  /** Tags on this page. */
  tags: Tag[]
  /** URL of this page of the list. */
  rest_url: string
  /** Number of records on all pages. */
  total: number
  /** Number of pages. */
  total_pages: number
  /** URL of the next page. Absent on the last page. */
  next_rest_url?: string
  /** URL of the previous page. Absent on the first page. */
  previous_rest_url?: string
}

/** Body of POST /tags */
export interface TagFields {
  /** Name of the category or tag. */
  name: string
  /** Description of the category or tag. */
  description?: string
  /** Slug of the category or tag. */
  slug?: string
}

/** Body of POST, PUT, PATCH /tags/{id} */
export interface TagChanges {
  /** Name of the category or tag. */
  name?: string
  /** Description of the category or tag. */
  description?: string
  /** Slug of the category or tag. */
  slug?: string
}

export interface DateDetails {
  /** Year, four digits. */
  year: string
  /** Month, `01` to `12`. */
  month: string
  /** Day of the month, `01` to `31`. */
  day: string
  /** Hour, `00` to `23`. */
  hour: string
  /** Minutes, `00` to `59`. */
  minutes: string
  /** Seconds, `00` to `59`. */
  seconds: string
}

export interface CostDetails {
  /** Symbol of the currency, such as `€`. */
  currency_symbol: string
  /** ISO 4217 code that the editor of the service stores; no request can set it. */
  currency_code: string
  /** Position of the symbol before or after the number. */
  currency_position: ('prefix' | 'postfix' | 'suffix') | ''
  /** Numbers in the cost, as text. */
  values: string[]
}

export interface Term {
  /** ID of the term in its language. */
  id: number
  /** Number of events with the term. */
  count: number
  /** Description. */
  description: string
  /** Name. */
  name: string
  /** Slug, percent-encoded in lower case. */
  slug: string
  /** Name of the taxonomy. */
  taxonomy: string
  /** URLs of the term in the API. */
  urls: TermUrls
  /** Always 0. */
  term_group: number
  /** The ID of the term again. */
  term_taxonomy_id: number
  /** ID of the parent category, or 0. */
  parent: number
  /** Always `raw`. */
  filter: string
}

export interface TermUrls {
  /** URL of the term. */
  self: string
  /** URL of the list of terms. */
  collection: string
  /** URL of the parent. */
  up?: string
}

export interface TermLinks {
  /** Link to the term. */
  self: TermLink[]
  /** Link to the list of terms. */
  collection: TermLink[]
  /** Link to the parent. */
  up?: TermLink[]
}

export interface TermLink {
  /** URL. */
  href: string
}

export interface Image {
  /** URL of the image in full size. */
  url: string
  /** ID of the image. */
  id: number
  /** File extension, such as `svg`. */
  extension?: string
  /** Width in pixels. */
  width?: number
  /** Height in pixels. */
  height?: number
  /** Size of the file in bytes, with the preset. */
  filesize?: number
  /** Smaller versions of the image, by name. */
  sizes?: Record<string, ImageSize>
}

export interface ImageSize {
  /** Width in pixels. */
  width: number
  /** Height in pixels. */
  height: number
  /** Media type, such as `image/svg+xml`. */
  'mime-type': string
  /** URL of the image in this size. */
  url: string
  /** Size of the file in bytes, with the preset. */
  filesize?: number
}

export interface EventJsonLd {
  /** Always `http://schema.org`. */
  '@context': string
  /** Type in schema.org. */
  '@type': 'Event'
  /** Name. */
  name: string
  /** Short summary, as HTML paragraphs. */
  description: string
  /** URL of the public page. */
  url: string
  /** Start in ISO 8601, with the offset of the time zone. */
  startDate: string
  /** End in ISO 8601, with the offset of the time zone. */
  endDate: string
  /** Always `Organization`. */
  performer: string
  /** URL of the image in full size. */
  image?: string
  /** Venue of the event. */
  location?: VenueJsonLd
  /** First organizer of the event. */
  organizer?: OrganizerJsonLd
  /** Offer of a ticket, if the event has a cost. */
  offers?: {
    /** Type in schema.org. */
    '@type': 'Offer'
    /** First of the values of the cost, or `0`. */
    price: string
    /** Code of the currency, such as `EUR`. */
    priceCurrency: string
    /** URL of the public page of the event. */
    url: string
    /** Always `primary`. */
    category: string
    /** Availability: `inStock`, or `SoldOut` if the event is sold out. */
    availability: string
    /** Publication date and time in ISO 8601. */
    validFrom: string
  }
}

export interface VenueJsonLd {
  /** Type in schema.org. */
  '@type': 'Place'
  /** Name. */
  name: string
  /** Description, as HTML paragraphs. */
  description: string
  /** Always empty. */
  url: string
  /** Address of the venue. */
  address: {
    /** Type in schema.org. */
    '@type': 'PostalAddress'
    /** Street and house number. */
    streetAddress?: string
    /** City. */
    addressLocality?: string
    /** State or province. */
    addressRegion?: string
    /** Postal code. */
    postalCode?: string
    /** Country. */
    addressCountry?: string
  }
  /** Phone number. */
  telephone: string
  /** URL of the website. */
  sameAs: string
  /** URL of the image in full size. */
  image?: string
  /** Coordinates of the venue. */
  geo?: {
    /** Type in schema.org. */
    '@type': 'GeoCoordinates'
    /** Latitude in degrees. */
    latitude: number
    /** Longitude in degrees. */
    longitude: number
  }
}

export interface OrganizerJsonLd {
  /** Type in schema.org. */
  '@type': 'Person'
  /** Name. */
  name: string
  /** Description, as HTML paragraphs. */
  description: string
  /** URL of the website. */
  url: string
  /** Phone number. */
  telephone: string
  /** E-mail address. */
  email: string
  /** URL of the website. */
  sameAs: string
  /** URL of the image in full size. */
  image?: string
}

/** Request rejected */
export interface Problem {
  /** Code of the error, which does not depend on the language. */
  code: string
  /** Message in the language of the site. */
  message: string
  /** Status and details of the error. */
  data: {
    /** Status of the response. */
    status: number
    /** Messages about the rejected parameters, or the names of the missing ones. */
    params?: Record<string, string> | string[]
    /** Details on the rejected parameters. */
    details?: Record<string, ProblemDetail> | []
    /** Number of the syntax error in a JSON body. */
    json_error_code?: number
    /** Syntax error in a JSON body. */
    json_error_message?: string
    /** ID of the term that already exists. */
    term_id?: number
  }
}

export interface ProblemDetail {
  /** Code of the error. */
  code: string
  /** Message about the parameter, in the language of the site. */
  message: string
  /** Name of the parameter. */
  data: {
    /** Name of the parameter. */
    param: string
  } | null
}

/** Query of GET / */
export interface IndexQuery {
  /** @default cal/events/v1 */
  namespace?: string
  /** @default view */
  context?: string
  /** Language code. Default: the language of the site. */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}

/** Query of GET /doc */
export interface DocQuery {
  /** Language code. Default: the language of the site. */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}

/** Query of GET /events */
export interface EventListQuery {
  /**
   * Page number. The first page is 1.
   * @default 1
   */
  page?: number
  /**
   * Number of records per page. Values above the server limit are reduced to it.
   * @default 9
   */
  per_page?: number
  /** Only events that start on or after this date. */
  start_date?: string | number
  /** Only events that end on or before this date. */
  end_date?: string | number
  /** Only events that start before this date. */
  starts_before?: string | number
  /** Only events that start after this date. */
  starts_after?: string | number
  /** Only events that end before this date. */
  ends_before?: string | number
  /** Only events that end after this date. */
  ends_after?: string | number
  /**
   * true: date filters are exact to the second. false: they cover whole days. Default: false.
   * @default false
   */
  strict_dates?: boolean
  /** Only events with all these words in the title, description or excerpt. A phrase in double quotes must match as a whole. A word prefixed with - must not occur. */
  search?: string
  /** Only events in at least one of these categories or their subcategories. Accepts IDs, slugs or names. */
  categories?: (number | string)[]
  /** Only events with at least one of these tags. Accepts IDs, slugs or names. */
  tags?: (number | string)[]
  /** Only events at one of these venues. Accepts IDs. */
  venue?: number[]
  /** Only events by at least one of these organizers. Accepts IDs. */
  organizer?: number[]
  /** true: only featured events. false: only events that are not featured. Default: no filter. */
  featured?: boolean
  /** Only records with one of these statuses: publish, future, draft, pending, private, trash. Default: publish. */
  status?: ('publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash')[]
  /** true: only events whose venue has coordinates. false: only the other events. Default: no filter. */
  geoloc?: boolean
  /** Latitude of the search center in degrees, from -90 to 90. Only events at nearby venues are listed. Requires geoloc_lng. */
  geoloc_lat?: number
  /** Longitude of the search center in degrees, from -180 to 180. Only events at nearby venues are listed. Requires geoloc_lat. */
  geoloc_lng?: number
  /** Only events with these IDs. The date filters are then ignored. */
  include?: number[]
  /** Only events whose parent is the event with this ID. */
  post_parent?: number
  /** true: only events with tickets. false: only events without tickets. Default: no filter. */
  ticketed?: boolean
  /** Language code. Default: the language of the site. */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}

/**
 * Query of GET, DELETE /events/{id}
 * Query of GET, DELETE /events/by-slug/{slug}
 */
export interface EventQuery {
  /** Password of a protected event. */
  password?: string
  /** Language code. Default: the language of the site. */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}

/** Query of GET /venues */
export interface VenueListQuery {
  /**
   * Page number. The first page is 1.
   * @default 1
   */
  page?: number
  /**
   * Number of records per page. Values above the server limit are reduced to it.
   * @default 9
   */
  per_page?: number
  /** Only venues with this text in the name, description, address or phone number. */
  search?: string
  /** Only records linked to the event with this ID. */
  event?: number
  /** true: only records with events. false: only records without events. Events with status draft, pending or trash do not count. Default: no filter. */
  has_events?: boolean
  /**
   * true: only records with upcoming events. false: no filter. Default: false.
   * @default false
   */
  only_with_upcoming?: boolean
  /** Only records with one of these statuses: publish, future, draft, pending, private, trash. Default: publish. */
  status?: ('publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash')[]
  /** Language code. Default: the language of the site. */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}

/**
 * Query of GET, DELETE /venues/{id}
 * Query of GET, DELETE /venues/by-slug/{slug}
 */
export interface VenueQuery {
  /** Language code. Default: the language of the site. */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}

/** Query of GET /organizers */
export interface OrganizerListQuery {
  /**
   * Page number. The first page is 1.
   * @default 1
   */
  page?: number
  /**
   * Number of records per page. Values above the server limit are reduced to it.
   * @default 9
   */
  per_page?: number
  /** Only organizers with this text in the name, description or contact details. */
  search?: string
  /** Only records linked to the event with this ID. */
  event?: number
  /** true: only records with events. false: only records without events. Events with status draft, pending or trash do not count. Default: no filter. */
  has_events?: boolean
  /**
   * true: only records with upcoming events. false: no filter. Default: false.
   * @default false
   */
  only_with_upcoming?: boolean
  /** Only records with one of these statuses: publish, future, draft, pending, private, trash. Default: publish. */
  status?: ('publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash')[]
  /** Language code. Default: the language of the site. */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}

/**
 * Query of GET, DELETE /organizers/{id}
 * Query of GET, DELETE /organizers/by-slug/{slug}
 */
export interface OrganizerQuery {
  /** Language code. Default: the language of the site. */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}

/** Query of GET /categories */
export interface CategoryListQuery {
  /**
   * Page number. The first page is 1.
   * @default 1
   */
  page?: number
  /**
   * Number of records per page. Values above the server limit are reduced to it.
   * @default 9
   */
  per_page?: number
  /** Only entries with this text in the name or slug. */
  search?: string
  /** IDs to exclude. */
  exclude?: number[]
  /** Only entries with these IDs. */
  include?: number[]
  /** Sort direction: asc or desc. Default: asc. */
  order?: string
  /** Sort key: id, name, slug, count, description, parent or include. Default: name. */
  orderby?: string
  /**
   * true: leave out entries without published events. false: include them. Default: true.
   * @default true
   */
  hide_empty?: boolean
  /** Only direct subcategories of the category with this ID. */
  parent?: number
  /** Only entries assigned to the event with this ID. */
  post?: number
  /** Only entries assigned to the event with this ID. */
  event?: number
  /** Only the entry with this slug. */
  slug?: string
  /** Language code. Default: the language of the site. */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}

/** Query of GET, DELETE /categories/{id} */
export interface CategoryQuery {
  /** Language code. Default: the language of the site. */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}

/** Query of GET /tags */
export interface TagListQuery {
  /**
   * Page number. The first page is 1.
   * @default 1
   */
  page?: number
  /**
   * Number of records per page. Values above the server limit are reduced to it.
   * @default 9
   */
  per_page?: number
  /** Only entries with this text in the name or slug. */
  search?: string
  /** IDs to exclude. */
  exclude?: number[]
  /** Only entries with these IDs. */
  include?: number[]
  /** Sort direction: asc or desc. Default: asc. */
  order?: string
  /** Sort key: id, name, slug, count, description, parent or include. Default: name. */
  orderby?: string
  /**
   * true: leave out entries without published events. false: include them. Default: true.
   * @default true
   */
  hide_empty?: boolean
  /** Only entries assigned to the event with this ID. */
  post?: number
  /** Only entries assigned to the event with this ID. */
  event?: number
  /** Only the entry with this slug. */
  slug?: string
  /** Language code. Default: the language of the site. */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}

/** Query of GET, DELETE /tags/{id} */
export interface TagQuery {
  /** Language code. Default: the language of the site. */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}
