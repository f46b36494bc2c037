// Made from the tables by `npm run types`.

/**
 * Answer to POST /events
 * Answer to GET, DELETE, POST, PUT, PATCH /events/{id}
 * Answer to GET, DELETE, POST, PUT, PATCH /events/by-slug/{slug}
 */
export interface Event {
  id: number
  author: string
  status: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'
  date: string
  date_utc: string
  modified: string
  modified_utc: string
  url: string
  slug: string
  global_id: string
  global_id_lineage: string[]
  rest_url: string
  title: string
  description: string
  excerpt: string
  timezone: string
  timezone_abbr: string
  cost: string
  website: string
  image: Image | false
  all_day: boolean | null
  show_map: boolean | null
  show_map_link: boolean | null
  hide_from_listings: boolean | null
  sticky: boolean | null
  featured: boolean | null
  start_date: string
  end_date: string
  utc_start_date: string
  utc_end_date: string
  start_date_details: DateDetails
  end_date_details: DateDetails
  utc_start_date_details: DateDetails
  utc_end_date_details: DateDetails
  cost_details: CostDetails
  categories: Term[]
  tags: Term[]
  venue: Venue | []
  organizer: Organizer[]
  custom_fields: []
  json_ld?: EventJsonLd
}

/** Answer to GET /events */
export interface EventList {
  events: Event[]
  rest_url: string
  total: number
  total_pages: number
  next_rest_url?: string
  previous_rest_url?: string
}

/** Body of POST /events */
export interface EventFields {
  /** ID of the author */
  author?: number
  /** Date of publication */
  date?: string | number
  /** Date of publication in UTC */
  date_utc?: string | number
  /** Title of the event */
  title: string
  /** Description of the event */
  description?: string
  /** Slug of the event */
  slug?: string
  /** Short text on the event */
  excerpt?: string
  /** Publication status */
  status?: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'
  /** Time zone of the event */
  timezone?: string
  /** Whether the event lasts all day */
  all_day?: boolean
  /** Start of the event */
  start_date: string | number
  /** End of the event */
  end_date: string | number
  /** Picture: an ID or a URL */
  image?: string | number
  /** Cost of the event */
  cost?: string | number | (string | number)[]
  /** Web address of the event */
  website?: string
  /** Whether a map is shown with the event */
  show_map?: boolean
  /** Whether a link to a map is shown with the event */
  show_map_link?: boolean
  /** Whether the event is left out of lists */
  hide_from_listings?: boolean
  /** Whether the event is kept at the top of the calendar */
  sticky?: boolean
  /** Whether the event is featured on the site */
  featured?: boolean
  /** Categories of the event: IDs, slugs or names */
  categories?: number | string | CategoryFields | (number | string | CategoryFields)[]
  /** Tags of the event: IDs, slugs or names */
  tags?: number | string | TagFields | (number | string | TagFields)[]
  /** Venue of the event: an ID, or the fields of a new venue */
  venue?: number | string | VenueFields | (number | string | VenueFields)[]
  /** Organizers of the event: IDs, or the fields of new organizers */
  organizer?: number | string | OrganizerFields | (number | string | OrganizerFields)[]
  /** Password of a protected event */
  password?: string
}

/**
 * Body of POST, PUT, PATCH /events/{id}
 * Body of POST, PUT, PATCH /events/by-slug/{slug}
 */
export interface EventChanges {
  /** ID of the author */
  author?: number
  /** Date of publication */
  date?: string | number
  /** Date of publication in UTC */
  date_utc?: string | number
  /** Title of the event */
  title?: string
  /** Description of the event */
  description?: string
  /** Slug of the event */
  slug?: string
  /** Short text on the event */
  excerpt?: string
  /** Publication status */
  status?: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'
  /** Time zone of the event */
  timezone?: string
  /** Whether the event lasts all day */
  all_day?: boolean
  /** Start of the event */
  start_date?: string | number
  /** End of the event */
  end_date?: string | number
  /** Picture: an ID or a URL */
  image?: string | number
  /** Cost of the event */
  cost?: string | number | (string | number)[]
  /** Web address of the event */
  website?: string
  /** Whether a map is shown with the event */
  show_map?: boolean
  /** Whether a link to a map is shown with the event */
  show_map_link?: boolean
  /** Whether the event is left out of lists */
  hide_from_listings?: boolean
  /** Whether the event is kept at the top of the calendar */
  sticky?: boolean
  /** Whether the event is featured on the site */
  featured?: boolean
  /** Categories of the event: IDs, slugs or names */
  categories?: number | string | CategoryFields | (number | string | CategoryFields)[]
  /** Tags of the event: IDs, slugs or names */
  tags?: number | string | TagFields | (number | string | TagFields)[]
  /** Venue of the event: an ID, or the fields of a new venue */
  venue?: number | string | VenueFields | (number | string | VenueFields)[]
  /** Organizers of the event: IDs, or the fields of new organizers */
  organizer?: number | string | OrganizerFields | (number | string | OrganizerFields)[]
  /** Password of a protected event */
  password?: string
}

/**
 * Answer to POST /venues
 * Answer to GET, DELETE, POST, PUT, PATCH /venues/{id}
 * Answer to GET, DELETE, POST, PUT, PATCH /venues/by-slug/{slug}
 */
export interface Venue {
  id: number
  author: string
  status: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'
  date: string
  date_utc: string
  modified: string
  modified_utc: string
  url: string
  slug: string
  global_id: string
  global_id_lineage: string[]
  venue?: string
  description?: string
  image?: Image
  address?: string
  city?: string
  province?: string
  state?: string
  stateprovince?: string
  zip?: string
  phone?: string
  country?: string
  website?: string
  geo_lat?: number
  geo_lng?: number
  show_map: boolean
  show_map_link: boolean
  json_ld?: VenueJsonLd
}

/** Answer to GET /venues */
export interface VenueList {
  venues: Venue[]
  rest_url: string
  total: number
  total_pages: number
  next_rest_url?: string
  previous_rest_url?: string
}

/** Body of POST /venues */
export interface VenueFields {
  /** ID of the author */
  author?: number
  /** Date of publication */
  date?: string | number
  /** Date of publication in UTC */
  date_utc?: string | number
  /** Name of the venue */
  venue: string
  /** Description of the venue */
  description?: string
  /** Publication status */
  status?: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'
  /** Whether events at the venue show a map */
  show_map?: boolean | string
  /** Whether events at the venue show a link to a map */
  show_map_link?: boolean | string
  /** Street and number of the venue */
  address?: string
  /** City of the venue */
  city?: string
  /** Country of the venue */
  country?: string
  /** Province of the venue */
  province?: string
  /** State of the venue */
  state?: string
  /** Postal code of the venue */
  zip?: string | number
  /** Telephone number of the venue */
  phone?: string | number
  /** State or province of the venue */
  stateprovince?: string
  /** Web address of the venue */
  website?: string
  /** Picture: an ID or a URL */
  image?: string | number
}

/**
 * Body of POST, PUT, PATCH /venues/{id}
 * Body of POST, PUT, PATCH /venues/by-slug/{slug}
 */
export interface VenueChanges {
  /** ID of the author */
  author?: number
  /** Date of publication */
  date?: string | number
  /** Date of publication in UTC */
  date_utc?: string | number
  /** Name of the venue */
  venue?: string
  /** Description of the venue */
  description?: string
  /** Publication status */
  status?: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'
  /** Whether events at the venue show a map */
  show_map?: boolean | string
  /** Whether events at the venue show a link to a map */
  show_map_link?: boolean | string
  /** Street and number of the venue */
  address?: string
  /** City of the venue */
  city?: string
  /** Country of the venue */
  country?: string
  /** Province of the venue */
  province?: string
  /** State of the venue */
  state?: string
  /** Postal code of the venue */
  zip?: string | number
  /** Telephone number of the venue */
  phone?: string | number
  /** State or province of the venue */
  stateprovince?: string
  /** Web address of the venue */
  website?: string
  /** Picture: an ID or a URL */
  image?: string | number
}

/**
 * Answer to POST /organizers
 * Answer to GET, DELETE, POST, PUT, PATCH /organizers/{id}
 * Answer to GET, DELETE, POST, PUT, PATCH /organizers/by-slug/{slug}
 */
export interface Organizer {
  id: number
  author: string
  status: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'
  date: string
  date_utc: string
  modified: string
  modified_utc: string
  url: string
  slug: string
  global_id: string
  global_id_lineage: string[]
  organizer?: string
  description?: string
  image?: Image
  phone?: string
  website?: string
  email?: string
  json_ld?: OrganizerJsonLd
}

/** Answer to GET /organizers */
export interface OrganizerList {
  organizers: Organizer[]
  rest_url: string
  total: number
  total_pages: number
  next_rest_url?: string
  previous_rest_url?: string
}

/** Body of POST /organizers */
export interface OrganizerFields {
  /** ID of the author */
  author?: number
  /** Date of publication */
  date?: string | number
  /** Date of publication in UTC */
  date_utc?: string | number
  /** Name of the organizer */
  organizer: string
  /** Description of the organizer */
  description?: string
  /** Publication status */
  status?: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'
  /** Telephone number of the organizer */
  phone?: string | number
  /** Web address of the organizer */
  website?: string
  /** E-mail address of the organizer */
  email?: string
  /** Picture: an ID or a URL */
  image?: string | number
}

/**
 * Body of POST, PUT, PATCH /organizers/{id}
 * Body of POST, PUT, PATCH /organizers/by-slug/{slug}
 */
export interface OrganizerChanges {
  /** ID of the author */
  author?: number
  /** Date of publication */
  date?: string | number
  /** Date of publication in UTC */
  date_utc?: string | number
  /** Name of the organizer */
  organizer?: string
  /** Description of the organizer */
  description?: string
  /** Publication status */
  status?: 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'
  /** Telephone number of the organizer */
  phone?: string | number
  /** Web address of the organizer */
  website?: string
  /** E-mail address of the organizer */
  email?: string
  /** Picture: an ID or a URL */
  image?: string | number
}

/**
 * Answer to POST /categories
 * Answer to GET, POST, PUT, PATCH, DELETE /categories/{id}
 */
export interface Category {
  id: number
  count: number
  description: string
  name: string
  slug: string
  taxonomy: string
  urls: TermUrls
  parent: number
  meta: []
  url: string
  _links?: TermLinks
}

/** Answer to GET /categories */
export interface CategoryList {
  categories: Category[]
  rest_url: string
  total: number
  total_pages: number
  next_rest_url?: string
  previous_rest_url?: string
}

/** Body of POST /categories */
export interface CategoryFields {
  /** Name of the term */
  name: string
  /** Description of the term */
  description?: string
  /** Slug of the term */
  slug?: string
  /** ID of the category above */
  parent?: number
}

/** Body of POST, PUT, PATCH /categories/{id} */
export interface CategoryChanges {
  /** Name of the term */
  name?: string
  /** Description of the term */
  description?: string
  /** Slug of the term */
  slug?: string
  /** ID of the category above */
  parent?: number
}

/**
 * Answer to POST /tags
 * Answer to GET, POST, PUT, PATCH, DELETE /tags/{id}
 */
export interface Tag {
  id: number
  count: number
  description: string
  name: string
  slug: string
  taxonomy: string
  urls: TermUrls
  meta: []
  url: string
  _links?: TermLinks
}

/** Answer to GET /tags */
export interface TagList {
  tags: Tag[]
  rest_url: string
  total: number
  total_pages: number
  next_rest_url?: string
  previous_rest_url?: string
}

/** Body of POST /tags */
export interface TagFields {
  /** Name of the term */
  name: string
  /** Description of the term */
  description?: string
  /** Slug of the term */
  slug?: string
}

/** Body of POST, PUT, PATCH /tags/{id} */
export interface TagChanges {
  /** Name of the term */
  name?: string
  /** Description of the term */
  description?: string
  /** Slug of the term */
  slug?: string
}

export interface DateDetails {
  year: string
  month: string
  day: string
  hour: string
  minutes: string
  seconds: string
}

export interface CostDetails {
  currency_symbol: string
  currency_code: string
  currency_position: 'prefix' | 'postfix' | ''
  values: string[]
}

export interface Term {
  id: number
  count: number
  description: string
  name: string
  slug: string
  taxonomy: string
  urls: TermUrls
  term_group: number
  term_taxonomy_id: number
  parent: number
  filter: string
}

export interface TermUrls {
  self: string
  collection: string
  up?: string
}

export interface TermLinks {
  self: TermLink[]
  collection: TermLink[]
  up?: TermLink[]
}

export interface TermLink {
  href: string
}

export interface Image {
  url: string
  id: number
  extension?: string
  width?: number
  height?: number
  sizes?: Record<string, ImageSize>
}

export interface ImageSize {
  width: number
  height: number
  'mime-type': string
  url: string
}

export interface EventJsonLd {
  '@context': string
  '@type': 'Event'
  name: string
  description: string
  url: string
  startDate: string
  endDate: string
  performer: string
  image?: string
  location?: VenueJsonLd
  organizer?: OrganizerJsonLd
  offers?: {
    '@type': 'Offer'
    price: string
    priceCurrency: string
    url: string
    category: string
    availability: string
    validFrom: string
  }
}

export interface VenueJsonLd {
  '@type': 'Place'
  name: string
  description: string
  url: string
  address: {
    '@type': 'PostalAddress'
    streetAddress?: string
    addressLocality?: string
    addressRegion?: string
    postalCode?: string
    addressCountry?: string
  }
  telephone: string
  sameAs: string
  image?: string
  geo?: {
    '@type': 'GeoCoordinates'
    latitude: number
    longitude: number
  }
}

export interface OrganizerJsonLd {
  '@type': 'Person'
  name: string
  description: string
  url: string
  telephone: string
  email: string
  sameAs: string
  image?: string
}

/** Request rejected */
export interface Problem {
  code: string
  message: string
  data: {
    status: number
    params?: Record<string, string> | string[]
    details?: Record<string, ProblemDetail> | []
    json_error_code?: number
    json_error_message?: string
    term_id?: number
  }
}

export interface ProblemDetail {
  code: string
  message: string
  data: {
    param: string
  } | null
}

/** Query of GET / */
export interface IndexQuery {
  /** @default "cal/events/v1" */
  namespace?: string
  /** @default "view" */
  context?: string
  /** Code of the language that is asked for */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}

/** Query of GET /doc */
export interface DocQuery {
  /** Code of the language that is asked for */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}

/** Query of GET /events */
export interface EventListQuery {
  /**
   * Page of the list to return
   * @default 1
   */
  page?: number
  /**
   * Number of records per page
   * @default 9
   */
  per_page?: number
  /** Events that start on this date or later */
  start_date?: string | number
  /** Events that end on this date or earlier */
  end_date?: string | number
  /** Events that start before this date */
  starts_before?: string | number
  /** Events that start after this date */
  starts_after?: string | number
  /** Events that end before this date */
  ends_before?: string | number
  /** Events that end after this date */
  ends_after?: string | number
  /**
   * Whether dates count to the second, instead of as whole days
   * @default false
   */
  strict_dates?: boolean
  /** Events with this text in title or description */
  search?: string
  /** Events in one of these categories: IDs or slugs */
  categories?: (number | string)[]
  /** Events with one of these tags: IDs or slugs */
  tags?: (number | string)[]
  /** Events at one of the venues with these IDs */
  venue?: number[]
  /** Events by one of the organizers with these IDs */
  organizer?: number[]
  /** Featured events only, or all others */
  featured?: boolean
  /** Records with one of these publication statuses */
  status?: ('publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash')[]
  /** Events whose venue has coordinates, or has none */
  geoloc?: boolean
  /** Latitude near which the venue lies, in degrees; goes with geoloc_lng */
  geoloc_lat?: number
  /** Longitude near which the venue lies, in degrees; goes with geoloc_lat */
  geoloc_lng?: number
  /** Events with these IDs; the dates are then ignored */
  include?: number[]
  /** Events that belong to the event with this ID */
  post_parent?: number
  /** Events with tickets, or without */
  ticketed?: boolean
  /** Code of the language that is asked for */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}

/**
 * Query of GET, DELETE /events/{id}
 * Query of GET, DELETE /events/by-slug/{slug}
 */
export interface EventQuery {
  /** Password of a protected event */
  password?: string
  /** Code of the language that is asked for */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}

/** Query of GET /venues */
export interface VenueListQuery {
  /**
   * Page of the list to return
   * @default 1
   */
  page?: number
  /**
   * Number of records per page
   * @default 9
   */
  per_page?: number
  /** Venues with this text in name, description or address */
  search?: string
  /** Records linked to the event with this ID */
  event?: number
  /** Records with events, or without */
  has_events?: boolean
  /**
   * Only records with events still to come
   * @default false
   */
  only_with_upcoming?: boolean
  /** Records with one of these publication statuses */
  status?: ('publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash')[]
  /** Code of the language that is asked for */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}

/**
 * Query of GET, DELETE /venues/{id}
 * Query of GET, DELETE /venues/by-slug/{slug}
 */
export interface VenueQuery {
  /** Code of the language that is asked for */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}

/** Query of GET /organizers */
export interface OrganizerListQuery {
  /**
   * Page of the list to return
   * @default 1
   */
  page?: number
  /**
   * Number of records per page
   * @default 9
   */
  per_page?: number
  /** Organizers with this text in name, description or contact */
  search?: string
  /** Records linked to the event with this ID */
  event?: number
  /** Records with events, or without */
  has_events?: boolean
  /**
   * Only records with events still to come
   * @default false
   */
  only_with_upcoming?: boolean
  /** Records with one of these publication statuses */
  status?: ('publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash')[]
  /** Code of the language that is asked for */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}

/**
 * Query of GET, DELETE /organizers/{id}
 * Query of GET, DELETE /organizers/by-slug/{slug}
 */
export interface OrganizerQuery {
  /** Code of the language that is asked for */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}

/** Query of GET /categories */
export interface CategoryListQuery {
  /**
   * Page of the list to return
   * @default 1
   */
  page?: number
  /**
   * Number of records per page
   * @default 9
   */
  per_page?: number
  /** Terms with this text in name or slug */
  search?: string
  /** IDs to leave out */
  exclude?: number[]
  /** Only these IDs */
  include?: number[]
  /** Direction of sorting: asc or desc */
  order?: string
  /** What to sort by: id, name, slug, count, description, parent, include */
  orderby?: string
  /**
   * Whether to leave out terms that no published event has
   * @default true
   */
  hide_empty?: boolean
  /** Categories directly below the one with this ID */
  parent?: number
  /** Terms of the event with this ID */
  post?: number
  /** Terms of the event with this ID */
  event?: number
  /** The term with this slug */
  slug?: string
  /** Code of the language that is asked for */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}

/** Query of GET, DELETE /categories/{id} */
export interface CategoryQuery {
  /** Code of the language that is asked for */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}

/** Query of GET /tags */
export interface TagListQuery {
  /**
   * Page of the list to return
   * @default 1
   */
  page?: number
  /**
   * Number of records per page
   * @default 9
   */
  per_page?: number
  /** Terms with this text in name or slug */
  search?: string
  /** IDs to leave out */
  exclude?: number[]
  /** Only these IDs */
  include?: number[]
  /** Direction of sorting: asc or desc */
  order?: string
  /** What to sort by: id, name, slug, count, description, parent, include */
  orderby?: string
  /**
   * Whether to leave out terms that no published event has
   * @default true
   */
  hide_empty?: boolean
  /** Terms of the event with this ID */
  post?: number
  /** Terms of the event with this ID */
  event?: number
  /** The term with this slug */
  slug?: string
  /** Code of the language that is asked for */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}

/** Query of GET, DELETE /tags/{id} */
export interface TagQuery {
  /** Code of the language that is asked for */
  i18n_language?: 'ar' | 'zh-hans' | 'en' | 'fr' | 'de' | 'hi' | 'es'
}
