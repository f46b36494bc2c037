/**
 * The messages in one language: errors, and the descriptions in the index and in `/doc`. Braces mark
 * slots. The texts of seeded records are in `fixtures/languages`.
 */
export const enMessages = {
  // errors: {given} is the value sent, {accepted} lists accepted values; each ends with a full stop
  listSeparator: ', ',
  missing: 'Missing parameter(s): {names}.',
  invalid: 'Invalid parameter(s): {names}.',
  invalidJson:
    'The request body cannot be read as JSON. Send valid JSON, nested at most {accepted} levels deep.',
  noRoute: 'No route matches {method} {path}. All routes are listed in the index at {index}.',
  noSite: 'No site answers {method} {path}. Sites of this mock: {accepted}. A valid URL is {url}.',
  addSite: 'To add a site, start the mock with --sites {accepted} or the option sites.',
  usePreset: 'For such URLs, start the mock with --preset {given} or the option preset.',
  knownMethods: 'The method {method} is not allowed for {path}. Allowed methods: {accepted}.',
  strict:
    'This request is wrong, and the mock is in strict mode. The service itself would accept it.',
  strictReason: '{reason}',
  overrideOnRead:
    'A {given} request must not write, so its method cannot be overridden with {method}. Send {method} directly, or override the method of a POST request.',
  invalidNamespace: 'The namespace {given} does not exist. The only namespace is {accepted}.',
  unsupportedMediaType:
    'The content type {given} is not supported. Send application/json, application/x-www-form-urlencoded or, with POST, multipart/form-data.',
  unsupportedCoding:
    'The content coding {given} is not supported. Send the body without Content-Encoding.',
  bodyTooLarge: 'The request body is too large. The limit is {accepted} bytes.',
  termExists: 'The name {given} is already in use by ID {id}. Choose another name.',
  duplicateTermSlug: 'The slug {given} is already in use by ID {id}. Choose another slug.',
  notFound: 'The {kind} {given} does not exist.',
  inTrash: 'The {kind} {given} is in the trash. To restore it, send an update that sets status.',
  pageNotFound: 'Page {given} does not exist. The last page is {accepted}.',
  passwordProtected:
    'The event {given} is password-protected. Send its password in the parameter password.',
  unknownUser: 'The user {given} does not exist.',
  wrongPassword: 'Incorrect password for the user {given}.',
  signIn:
    'Only authenticated users can write. Send a user name and password with HTTP Basic authentication.',
  mayNotWrite: 'The role of the user {given} does not permit this write.',
  notPublished: 'The {kind} {given} is not published. Only users who may edit can read it.',
  tooManyRequests: 'Too many requests. Send the next one in {accepted} seconds.',
  unavailable: 'The service is temporarily unavailable. Try again in {accepted} seconds.',
  serverFailed: 'The server could not process the request because of an internal error.',
  requestRejected: 'The server rejected the request.',
  maintenanceTitle: 'Maintenance',
  maintenance: 'This site is down for maintenance. Please try again in a few minutes.',
  malformedEncoding: 'The percent-encoding of {given} is invalid. It must decode to UTF-8 text.',
  malformedMultipart: 'The body is not valid multipart/form-data.',
  notObject: 'The body {given} is not a JSON object. Send the fields as properties of one object.',
  notText: '{given} is not a string.',
  emptyText: 'The value must not be empty or "0".',
  notInteger: '{given} is not an integer.',
  notPositive: '{given} is not an integer greater than 0.',
  notNumber: '{given} is not a number from {least} to {most}.',
  notBoolean: '{given} is neither true nor false; accepted: true, false, 1, 0.',
  notFlag: '{given} is neither true nor false; accepted: true, false, 1, 0, yes, no, on, off.',
  notDate:
    '{given} is not a date; accepted: YYYY-MM-DD HH:MM:SS, ISO 8601, Unix time in seconds, expressions such as tomorrow 9am.',
  notOneOf: '{given} is not one of the accepted values: {accepted}.',
  unpublishedStatus:
    '{given} can be listed only by users who may edit; other clients can list: {accepted}.',
  notZone:
    '{given} is not a time zone; accepted: names such as Europe/Berlin, offsets such as UTC+2.',
  notUrl: '{given} is not an absolute URL in ASCII characters.',
  notImage: '{given} is neither the ID of an existing image nor an absolute URL.',
  notList: '{given} is not a list of integers greater than 0.',
  notCost:
    '{given} is not a cost; accepted: a number of at least 0, a string, or a list of numbers and strings.',
  unknownRecord: 'The {kind} {given} does not exist.',
  tooManyLinks: '{given} records are too many; accepted: at most {accepted}.',
  unknownAuthor: 'The author {given} does not exist; accepted: {accepted}.',
  invalidLinked: '{given}: {reason}',
  ownParent: 'A category cannot be placed under itself or under one of its subcategories.',
  needsOther: 'This parameter is required when {given} is sent.',

  // kinds of record
  event: 'event',
  venue: 'venue',
  organizer: 'organizer',
  category: 'event category',
  tag: 'event tag',

  // OpenAPI document
  siteDescription: 'Events, venues and organizers in several languages',
  docTitle: 'Events listing service',
  docDescription:
    'Events, venues, organizers, categories and tags in several languages. Error messages quote the values sent as JSON.',
  docUsers:
    'Users authenticate with HTTP Basic. Administrators, editors and authors can write all records, contributors only their own drafts. All of them see records of every status. Subscribers and anonymous clients see published records only and cannot write.',
  indexSummary: 'List the routes of this namespace',
  docSummary: 'Get this OpenAPI document',
  listSummary: 'List {kind} records',
  createSummary: 'Create {kind}',
  readSummary: 'Get {kind}',
  updateSummary: 'Update {kind}',
  removeSummary: 'Delete {kind}',
  success: 'Success',
  failure: 'Request rejected',
  indexDetails: 'Each route is listed with its methods and the parameters that they accept.',
  docDetails:
    'The document describes the responses as they are sent. Its texts are in the language of this site.',
  listDetails:
    'Returns one page of the records in the active language that match all parameters. The totals are in the body and in the headers.',
  createDetails:
    'Stores a new record in the active language. If a venue or an organizer with the same name exists, it is updated instead.',
  readDetails: 'Returns one record. The Link header lists its translations.',
  updateDetails:
    'Changes the fields that are sent and keeps all others. POST, PUT and PATCH are equivalent.',
  removeDetails:
    'Events, venues and organizers are moved to the trash. Categories and tags are deleted permanently.',
  headerTotal: 'Number of records on all pages.',
  headerPages: 'Number of pages.',
  headerLocation: 'URL of the new record.',
  headerLink: 'URL of the REST root and, for a single record, URLs of its translations.',
  headerLanguage: 'Language of the record, the list or the error message.',
  headerAllow: 'Methods that this path supports.',

  // parameters
  language: 'Language code. Default: the language of the site.',
  namespace: 'Namespace to describe.',
  context: 'Scope of the description: view or help.',
  page: 'Page number. The first page is 1.',
  perPage: 'Number of records per page. Values above the server limit are reduced to it.',
  id: 'ID of the record.',
  slugInPath: 'Slug of the record.',
  password: 'Password of a protected event.',
  author: 'ID of the author.',
  date: 'Publication date and time, in local time.',
  dateUtc: 'Publication date and time, in UTC.',
  status: 'Publication status: publish, future, draft, pending, private or trash.',
  image: 'Image: the ID of an existing image, or an absolute URL.',
  eventTitle: 'Title of the event.',
  eventDescription: 'Description of the event.',
  eventSlug: 'Slug of the event.',
  eventExcerpt: 'Short summary of the event.',
  eventTimezone: 'Time zone of the event, such as Europe/Berlin or UTC+2.',
  eventAllDay:
    'true: the event lasts all day. false: it has a start and an end time. Default for new events: false.',
  eventStart: 'Start date and time of the event.',
  eventEnd: 'End date and time of the event.',
  eventCost: 'Cost of the event: a number, a string, or a list of numbers and strings.',
  eventWebsite: 'URL of the event website.',
  eventShowMap: 'true: show a map with the event. false: hide it. Default for new events: false.',
  eventShowMapLink:
    'true: show a link to a map with the event. false: hide it. Default for new events: false.',
  eventHidden:
    'true: leave the event out of lists. false: include it. Default for new events: false.',
  eventSticky:
    'true: pin the event to the top of the calendar. false: do not pin it. Default for new events: false.',
  eventFeatured:
    'true: feature the event on the site. false: do not feature it. Default for new events: false.',
  eventCategories:
    'Categories of the event: IDs, slugs or names. An unknown name creates a category.',
  eventTags: 'Tags of the event: IDs, slugs or names. An unknown name creates a tag.',
  eventVenue: 'Venue of the event: the ID of a venue, or the fields of a new one.',
  eventOrganizer: 'Organizers of the event: IDs, or the fields of new organizers.',
  listStart: 'Only events that start on or after this date.',
  listEnd: 'Only events that end on or before this date.',
  startsBefore: 'Only events that start before this date.',
  startsAfter: 'Only events that start after this date.',
  endsBefore: 'Only events that end before this date.',
  endsAfter: 'Only events that end after this date.',
  strictDates:
    'true: date filters are exact to the second. false: they cover whole days. Default: false.',
  searchEvents:
    'Only events with all these words in the title, description or excerpt. A phrase in double quotes must match as a whole. A word prefixed with - must not occur.',
  searchVenues: 'Only venues with this text in the name, description, address or phone number.',
  searchOrganizers: 'Only organizers with this text in the name, description or contact details.',
  searchTerms: 'Only entries with this text in the name or slug.',
  inCategories:
    'Only events in at least one of these categories or their subcategories. Accepts IDs, slugs or names.',
  withTags: 'Only events with at least one of these tags. Accepts IDs, slugs or names.',
  atVenues: 'Only events at one of these venues. Accepts IDs.',
  byOrganizers: 'Only events by at least one of these organizers. Accepts IDs.',
  featured:
    'true: only featured events. false: only events that are not featured. Default: no filter.',
  listStatus:
    'Only records with one of these statuses: publish, future, draft, pending, private, trash. Default: publish.',
  geoloc:
    'true: only events whose venue has coordinates. false: only the other events. Default: no filter.',
  geolocLat:
    'Latitude of the search center in degrees, from -90 to 90. Only events at nearby venues are listed. Requires geoloc_lng.',
  geolocLng:
    'Longitude of the search center in degrees, from -180 to 180. Only events at nearby venues are listed. Requires geoloc_lat.',
  include: 'Only events with these IDs. The date filters are then ignored.',
  postParent: 'Only events whose parent is the event with this ID.',
  ticketed:
    'true: only events with tickets. false: only events without tickets. Default: no filter.',
  ofEvent: 'Only records linked to the event with this ID.',
  hasEvents:
    'true: only records with events. false: only records without events. Events with status draft, pending or trash do not count. Default: no filter.',
  onlyWithUpcoming: 'true: only records with upcoming events. false: no filter. Default: false.',
  venueName: 'Name of the venue.',
  venueDescription: 'Description of the venue.',
  venueShowMap:
    'true: events at this venue show a map. false: they do not. Default for new venues: true.',
  venueShowMapLink:
    'true: events at this venue show a link to a map. false: they do not. Default for new venues: true.',
  venueAddress: 'Street and house number of the venue.',
  venueCity: 'City of the venue.',
  venueCountry: 'Country of the venue.',
  venueProvince: 'Province of the venue.',
  venueState: 'State of the venue.',
  venueZip: 'Postal code of the venue.',
  venuePhone: 'Phone number of the venue.',
  venueStateProvince: 'State or province of the venue.',
  venueWebsite: 'URL of the venue website.',
  organizerName: 'Name of the organizer.',
  organizerDescription: 'Description of the organizer.',
  organizerPhone: 'Phone number of the organizer.',
  organizerWebsite: 'URL of the organizer website.',
  organizerEmail: 'Email address of the organizer.',
  termName: 'Name of the category or tag.',
  termDescription: 'Description of the category or tag.',
  termSlug: 'Slug of the category or tag.',
  categoryParent: 'ID of the parent category.',
  excludeTerms: 'IDs to exclude.',
  includeTerms: 'Only entries with these IDs.',
  order: 'Sort direction: asc or desc. Default: asc.',
  orderby: 'Sort key: id, name, slug, count, description, parent or include. Default: name.',
  hideEmpty:
    'true: leave out entries without published events. false: include them. Default: true.',
  parentFilter: 'Only direct subcategories of the category with this ID.',
  termsOfPost: 'Only entries assigned to the event with this ID.',
  slugFilter: 'Only the entry with this slug.',
} as const

/** The key of a message. */
export type MessageKey = keyof typeof enMessages

/** The messages in one language. */
export type Messages = { readonly [K in MessageKey]: string }
