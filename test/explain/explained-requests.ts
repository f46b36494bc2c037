/** A request, and the notes that it must get: their codes, each with its parameter. Paths are below the German site. */
export interface ExplainedRequest {
  /** Requests that come before it. */
  readonly after?: readonly (readonly [request: string, json: unknown])[]
  readonly request: string
  readonly json?: unknown
  /** The body as text, sent as `application/x-www-form-urlencoded`. */
  readonly form?: string
  readonly notes: readonly string[]
}

const times = { start_date: '2030-01-20 10:00:00', end_date: '2030-01-20 12:00:00' }
const party = { title: 'Hausfest', ...times }

/** Expectations are typed by hand, from docs/explain.md. The clock is 2030-01-07 12:00 UTC. */
export const explainedRequests: readonly ExplainedRequest[] = [
  // names
  { request: 'GET events?serach=jazz&per_page=5', notes: ['unknown-parameter serach'] },
  { request: 'GET events?perPage=5&page=2', notes: ['unknown-parameter perPage'] },
  {
    request: 'GET events?lang=en&limit=5&page=2',
    notes: ['unknown-parameter lang', 'unknown-parameter limit'],
  },
  { request: 'GET events?orderby=title&per_page=5', notes: ['unknown-parameter orderby'] },
  { request: 'GET events?per_page=5&_field=total', notes: ['unknown-parameter _field'] },
  { request: 'GET events?per_page=5&filter[category]=jazz', notes: ['unknown-parameter filter'] },
  { request: 'GET venues?city=Bonn', notes: ['unknown-parameter city'] },
  { request: 'GET events/104?fields=id', notes: ['unknown-parameter fields'] },
  { request: 'GET tags?parent=134', notes: ['unknown-parameter parent'] },
  { request: 'GET events?page=1&page=2', notes: ['repeated-parameter page'] },
  { request: 'GET events?per_page=5&_fields=id,title', notes: ['unknown-field _fields'] },
  { request: 'GET events/104?_fields=id,titel', notes: ['unknown-field _fields'] },
  { request: 'GET events?per_page=5&_fields=events.titel,total', notes: ['unknown-field _fields'] },
  { request: 'DELETE tags/144?force=true', notes: ['unknown-parameter force'] },
  {
    request: 'POST tags?nmae=x',
    json: { name: 'Neu' },
    notes: ['unknown-parameter nmae', 'empty-term-hidden hide_empty'],
  },

  { request: 'GET events?date=2030-01-10&per_page=5', notes: ['unknown-parameter date'] },
  { request: 'GET event', notes: ['unknown-route'] },
  { request: 'GET events/jazz', notes: ['unknown-route'] },
  { request: 'GET tag/144', notes: ['unknown-route'] },
  { request: 'GET events?venue=saal-blau', notes: ['similar-record venue'] },
  { request: 'GET events?categories=musick', notes: ['similar-record categories'] },
  {
    request: 'POST events',
    json: { ...party, venue: 'Saal Blau' },
    notes: ['similar-record venue'],
  },

  // dates of lists
  { request: 'GET events', notes: ['past-events-hidden start_date'] },
  { request: 'GET events?_fields=total', notes: ['past-events-hidden start_date'] },
  {
    after: ['204', '304', '404', '504', '604', '704'].map((id) => [
      `DELETE events/${id}`,
      undefined,
    ]),
    request: 'GET events?per_page=50',
    notes: ['past-events-hidden start_date'],
  },
  { request: 'GET events?search=Gewicht einer Feder', notes: ['past-events-hidden start_date'] },
  { request: 'GET events?end_date=2030-01-20', notes: ['one-date-bound end_date'] },
  { request: 'GET events?end_date=2029-12-31', notes: ['one-date-bound end_date'] },
  { request: 'GET events?start_date=2035-01-01', notes: ['one-date-bound start_date'] },
  {
    request: 'GET events?start_date=2030-02-01&end_date=2030-01-01',
    notes: ['dates-reversed start_date'],
  },
  {
    request: 'GET events?starts_after=2030-02-01&starts_before=2030-01-01',
    notes: ['dates-reversed starts_after'],
  },
  { request: 'GET events?start_date=2030-01-10T18:00:00Z', notes: ['whole-day start_date'] },
  { request: 'GET events?starts_before=2030-01-10 4pm', notes: ['whole-day starts_before'] },
  { request: 'GET events?ends_after=1893963600', notes: ['whole-day ends_after'] },
  {
    request: 'GET events?include=104&start_date=2030-03-01',
    notes: ['include-ignores-dates start_date'],
  },
  {
    request: 'GET events?include=104&strict_dates=true',
    notes: ['include-ignores-dates strict_dates'],
  },
  { request: 'GET events?include=104,99', notes: ['included-id-unknown include'] },
  {
    after: [['POST events', { ...party, start_date: '2030-02-01', end_date: '2030-02-10' }]],
    request: 'GET events?start_date=2030-02-05&end_date=2030-02-06',
    notes: ['running-events-left-out start_date'],
  },

  {
    request: 'GET events?start_date=2030-01-01 00:00:00&end_date=2030-01-31 23:59:59',
    notes: ['running-events-left-out start_date'],
  },

  // pages
  { request: 'GET events?page=8', notes: ['page-past-end page'] },
  { request: 'GET tags?page=4', notes: ['page-past-end page'] },
  { request: 'GET events?per_page=100&start_date=2029-01-01', notes: ['per-page-capped per_page'] },

  // terms, venues and organizers
  {
    after: [['POST categories', { name: 'Neu' }]],
    request: 'GET categories',
    notes: ['empty-term-hidden hide_empty'],
  },
  {
    after: [['POST tags', { name: 'Neu' }]],
    request: 'GET tags?search=Neu',
    notes: ['empty-term-hidden hide_empty'],
  },
  { request: 'GET tags?orderby=date', notes: ['unknown-order orderby'] },
  { request: 'GET tags?order=down', notes: ['unknown-order order'] },
  { request: 'GET tags?slug=free-entry', notes: ['slug-of-other-language slug'] },
  { request: 'GET tags?post=104&event=204', notes: ['post-ignored post'] },
  { request: 'GET venues?only_with_upcoming=false', notes: ['no-effect only_with_upcoming'] },

  // languages and kinds
  { request: 'GET events?i18n_language=fr', notes: ['language-not-offered i18n_language'] },
  { request: 'GET events/104?i18n_language=EN', notes: ['language-not-offered i18n_language'] },
  { request: 'GET /es/cal/events/v1/events', notes: ['language-not-offered sites'] },
  { request: 'GET events/102', notes: ['id-of-other-language id'] },
  {
    request: 'GET events/by-slug/blue-hour-a-night-of-jazz',
    notes: ['slug-of-other-language slug'],
  },
  {
    request: 'GET events/by-slug/lheure-bleue-une-nuit-de-jazz',
    notes: ['slug-of-other-language slug'],
  },
  { request: 'GET events/114', notes: ['id-of-other-kind id'] },
  { request: 'GET events?venue=124', notes: ['id-of-other-kind venue'] },
  {
    after: [['POST tags', { name: 'Neu' }]],
    request: 'GET tags/6100?i18n_language=en',
    notes: ['no-translation i18n_language'],
  },
  {
    request: 'PUT venues/114?i18n_language=en',
    json: { city: 'Bonn' },
    notes: ['translation-written i18n_language'],
  },
  {
    after: [['DELETE events/104', undefined]],
    request: 'GET events/by-slug/blaue-stunde-eine-nacht-voller-jazz',
    notes: ['record-deleted slug'],
  },

  // writes
  { request: 'POST events', json: { ...party, titel: 'x' }, notes: ['unknown-parameter titel'] },
  {
    request: 'PUT events/104',
    json: { rest_url: 'x', title: 'y' },
    notes: ['read-only-field rest_url'],
  },
  {
    request: 'PUT events/104',
    form: '{"title":"Neu"}',
    notes: ['json-as-form Content-Type', 'empty-update'],
  },
  { request: 'PATCH events/104', json: {}, notes: ['empty-update'] },
  { request: 'POST tags', json: { name: 'Neu' }, notes: ['empty-term-hidden hide_empty'] },
  {
    request: 'POST events',
    json: { ...party, end_date: '2030-01-19 10:00:00' },
    notes: ['end-before-start end_date'],
  },
  {
    request: 'POST events',
    json: { ...party, all_day: true },
    notes: ['all-day-times start_date'],
  },
  { request: 'POST events', json: { ...party, status: 'draft' }, notes: ['not-listed status'] },
  {
    request: 'POST events',
    json: { title: 'Alt', start_date: '2020-01-01', end_date: '2020-01-02' },
    notes: ['not-listed start_date'],
  },
  {
    request: 'POST events',
    json: { title: 'Bald', start_date: '2032-01-08', end_date: '2032-01-08 10:00' },
    notes: ['not-listed end_date'],
  },
  {
    request: 'POST events',
    json: { ...party, hide_from_listings: true },
    notes: ['not-listed hide_from_listings'],
  },
  {
    request: 'POST events',
    json: { ...party, start_date: '2030-01-20T10:00:00+02:00' },
    notes: ['offset-ignored start_date'],
  },
  {
    request: 'PATCH events/104',
    json: { end_date: '2030-01-10T22:00:00Z' },
    notes: ['offset-ignored end_date'],
  },
  { request: 'POST events', json: { ...party, cost: 0 }, notes: ['cost-not-stored cost'] },
  {
    request: 'POST events',
    json: { ...party, date: '2030-01-15', status: 'publish' },
    notes: ['not-listed status'],
  },
  { request: 'POST events', json: { ...party, tags: ['Neu'] }, notes: ['term-created tags'] },
  { request: 'POST events', json: { ...party, venue: [114, 214] }, notes: ['links-cut venue'] },
  { request: 'POST venues', json: { venue: 'Saal Blau' }, notes: ['existing-reused venue'] },
  {
    request: 'PUT venues/114',
    json: { description: '', city: 'Bonn' },
    notes: ['empty-text-kept description'],
  },
  {
    request: 'POST venues',
    json: { venue: 'Halle', status: 'draft' },
    notes: ['not-listed status'],
  },
]
