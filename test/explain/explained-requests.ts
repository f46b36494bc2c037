/** A request, and the notes that it must get: their codes, each with its parameter. Paths are below the German site. */
export interface ExplainedRequest {
  /** Requests that come before it. */
  readonly after?: readonly (readonly [request: string, json: unknown])[]
  readonly request: string
  readonly json?: unknown
  /** The body as text, sent as `application/x-www-form-urlencoded`. */
  readonly form?: string
  /** The body as text, sent as `text/plain`. */
  readonly text?: string
  readonly notes: readonly string[]
}

const explain = (
  request: string,
  notes: string,
  more: Omit<ExplainedRequest, 'request' | 'notes'> = {},
): ExplainedRequest => ({ request, notes: notes.split(', '), ...more })

const times = { start_date: '2030-01-20 10:00:00', end_date: '2030-01-20 12:00:00' }
const party = { title: 'Hausfest', ...times }

/** Expectations are literals, written from docs/explain.md. The clock is 2030-01-07 12:00 UTC. */
export const explainedRequests: readonly ExplainedRequest[] = [
  // names
  explain('GET events?serach=jazz&per_page=5', 'unknown-parameter serach'),
  explain('GET events?perPage=5&page=2', 'unknown-parameter perPage'),
  explain('GET events?lang=en&limit=5&page=2', 'unknown-parameter lang, unknown-parameter limit'),
  explain('GET events?orderby=title&per_page=5', 'unknown-parameter orderby'),
  explain('GET events?per_page=5&_field=total', 'unknown-parameter _field'),
  explain('GET events?per_page=5&filter[category]=jazz', 'unknown-parameter filter'),
  explain('GET venues?city=Bonn', 'unknown-parameter city'),
  explain('GET events/104?fields=id', 'unknown-parameter fields'),
  explain('GET tags?parent=134&hide_empty=false', 'unknown-parameter parent'),
  explain('GET events?page=1&page=2', 'repeated-parameter page'),
  explain('GET events?tags=144&tags=244', 'repeated-parameter tags'),
  explain('GET events?per_page=5&_fields=id,title', 'unknown-field _fields'),
  explain('GET events/104?_fields=id,titel', 'unknown-field _fields'),
  explain(
    'GET events?per_page=5&_fields=events.titel,total',
    'unknown-field _fields, fields-in-list _fields',
  ),
  explain('DELETE tags/144?force=true', 'unknown-parameter force'),
  explain('POST tags?nmae=x', 'unknown-parameter nmae, empty-term-hidden hide_empty', {
    json: { name: 'Neu' },
  }),

  explain('GET events?date=2030-01-10&per_page=5', 'unknown-parameter date'),
  explain('GET event', 'unknown-route'),
  explain('GET events/jazz', 'unknown-route'),
  explain('GET tag/144', 'unknown-route'),
  explain('GET events?venue=saal-blau', 'similar-record venue'),
  explain('GET events?categories=musick', 'similar-record categories'),
  explain('POST events', 'similar-record venue', { json: { ...party, venue: 'Saal Blau' } }),

  // dates of lists
  explain('GET events', 'past-events-hidden start_date'),
  explain('GET events?_fields=total', 'past-events-hidden start_date'),
  explain('GET events?per_page=50', 'past-events-hidden start_date', {
    after: ['204', '304', '404', '504', '604', '704', '804', '904'].map((id) => [
      `DELETE events/${id}`,
      undefined,
    ]),
  }),
  explain('GET events?search=Fahrkarte', 'past-events-hidden start_date, empty-list search'),
  explain('GET events?end_date=2030-01-20', 'one-date-bound end_date'),
  explain('GET events?end_date=2029-12-31', 'one-date-bound end_date, empty-list end_date'),
  explain('GET events?start_date=2035-01-01', 'one-date-bound start_date, empty-list start_date'),
  explain(
    'GET events?start_date=2030-02-01&end_date=2030-01-01',
    'dates-reversed start_date, empty-list start_date',
  ),
  explain(
    'GET events?starts_after=2030-02-01&starts_before=2030-01-01',
    'dates-reversed starts_after, empty-list starts_before',
  ),
  explain('GET events?start_date=2030-01-10T18:00:00Z', 'whole-day start_date'),
  explain('GET events?starts_before=2030-01-10 4pm', 'whole-day starts_before'),
  explain('GET events?ends_after=1893963600', 'whole-day ends_after'),
  explain('GET events?include=104&start_date=2030-03-01', 'include-ignores-dates start_date'),
  explain('GET events?include=104&strict_dates=true', 'include-ignores-dates strict_dates'),
  explain('GET events?include=104,99', 'included-id-unknown include'),
  explain(
    'GET events?start_date=2030-03-12&end_date=2030-03-13',
    'running-events-left-out start_date, empty-list start_date',
    { after: [['POST events', { ...party, start_date: '2030-03-08', end_date: '2030-03-17' }]] },
  ),

  explain('GET events?start_date=today&end_date=%2B2 weeks', 'running-events-left-out start_date'),
  explain(
    'GET events?start_date=2030-10-26 00:00:00&end_date=2030-10-28 23:59:59',
    'running-events-left-out start_date, empty-list start_date',
  ),

  explain(
    'GET events?ends_after=2030-03-12&starts_before=2030-03-13',
    'first-day-left-out ends_after, empty-list starts_before',
    {
      after: [
        ['POST events', { ...party, start_date: '2030-03-12 10:00', end_date: '2030-03-12 11:00' }],
      ],
    },
  ),

  // empty lists
  explain('GET events?search=gibtesnicht', 'empty-list search'),
  explain('GET venues?search=gibtesnicht', 'empty-list search'),
  explain('GET events?start_date=2020-01-01&end_date=2020-02-01', 'empty-list start_date'),
  explain(
    'GET events?search=gibtesnicht&start_date=2020-01-01&end_date=2020-02-01',
    'empty-list search',
  ),

  // pages
  explain('GET events?page=8', 'page-past-end page'),
  explain('GET tags?page=4', 'page-past-end page'),
  explain('GET events?per_page=100&start_date=2029-01-01', 'per-page-capped per_page'),

  // terms, venues and organizers
  explain('GET categories', 'empty-term-hidden hide_empty', {
    after: [['POST categories', { name: 'Neu' }]],
  }),
  explain('GET tags?search=Neu', 'empty-term-hidden hide_empty, empty-list search', {
    after: [['POST tags', { name: 'Neu' }]],
  }),
  explain('GET tags?orderby=date&hide_empty=false', 'unknown-order orderby'),
  explain('GET tags?order=down&hide_empty=false', 'unknown-order order'),
  explain('GET tags?slug=free-entry', 'slug-of-other-language slug, empty-list slug'),
  explain('GET tags?post=104&event=204', 'post-ignored post'),
  explain('GET venues?only_with_upcoming=false', 'no-effect only_with_upcoming'),

  // languages and kinds
  explain('GET events?i18n_language=fr', 'language-not-offered i18n_language'),
  explain('GET events/104?i18n_language=EN', 'language-not-offered i18n_language'),
  explain('GET /es/cal/events/v1/events', 'language-not-offered sites'),
  explain('GET events/102', 'id-of-other-language id'),
  explain('GET events/by-slug/blue-hour-a-night-of-jazz', 'slug-of-other-language slug'),
  explain('GET events/by-slug/lheure-bleue-une-nuit-de-jazz', 'slug-of-other-language slug'),
  explain('GET events/114', 'id-of-other-kind id'),
  explain('GET events?venue=124', 'id-of-other-kind venue'),
  explain('GET tags/6100?i18n_language=en', 'no-translation i18n_language', {
    after: [['POST tags', { name: 'Neu' }]],
  }),
  explain(
    'PUT venues/114?i18n_language=en',
    'translation-written i18n_language, service-clears-fields',
    {
      json: { city: 'Bonn' },
    },
  ),
  explain('GET events/by-slug/blaue-stunde-eine-nacht-voller-jazz', 'record-deleted slug', {
    after: [['DELETE events/104', undefined]],
  }),

  // fields of lists
  explain('GET events?per_page=3&_fields=events.title', 'fields-in-list _fields'),
  explain('GET events/104?_fields=title,organizer.organizer', 'fields-in-list _fields'),

  // writes
  explain('POST events', 'unknown-parameter titel', { json: { ...party, titel: 'x' } }),
  explain('PUT events/104', 'read-only-field rest_url, service-clears-fields', {
    json: { rest_url: 'x', title: 'y' },
  }),
  ...['POST events', 'PUT venues/114', 'POST tags'].map((request) =>
    explain(request, 'body-not-read Content-Type', { text: JSON.stringify({ title: 'x' }) }),
  ),
  explain('PUT events/104', 'json-as-form Content-Type, service-clears-fields, empty-update', {
    form: '{"title":"Neu"}',
  }),
  explain('PATCH events/104', 'service-clears-fields, empty-update', { json: {} }),
  explain('PUT events/104', 'service-clears-fields', { json: { title: 'Neu' } }),
  explain('PATCH events/104', 'service-clears-fields', { json: { organizer: [] } }),
  explain('PUT venues/114', 'service-clears-fields', { json: { city: '' } }),
  explain('PATCH events/104', 'service-clears-fields, service-clears-fields end_date', {
    json: { end_date: '2030-01-12 01:00:00' },
  }),
  explain('PATCH events/104', 'id-in-body id, service-clears-fields', {
    json: { id: 134, title: 'Neu' },
  }),
  explain('DELETE tags/144?id=134', 'id-in-body id'),
  explain(
    'PATCH events/by-slug/blaue-stunde-eine-nacht-voller-jazz',
    'service-differs slug, service-clears-fields',
    {
      json: { slug: 'neu' },
    },
  ),
  explain('POST events', 'service-differs tags', { json: { ...party, tags: ['Eintritt frei'] } }),
  explain('DELETE organizers/124', 'service-differs organizer', {
    after: [
      ['POST organizers', { organizer: 'Zweite' }],
      ['PATCH events/104', { organizer: [124, 6100] }],
    ],
  }),
  explain('POST tags', 'empty-term-hidden hide_empty', { json: { name: 'Neu' } }),
  explain('POST events', 'end-before-start end_date', {
    json: { ...party, end_date: '2030-01-19 10:00:00' },
  }),
  explain('POST events', 'all-day-times start_date', { json: { ...party, all_day: true } }),
  explain('POST events', 'not-listed status', { json: { ...party, status: 'draft' } }),
  explain('POST events', 'not-listed start_date', {
    json: { title: 'Alt', start_date: '2020-01-01', end_date: '2020-01-02' },
  }),
  explain('POST events', 'not-listed end_date', {
    json: { title: 'Bald', start_date: '2032-01-08', end_date: '2032-01-08 10:00' },
  }),
  explain('POST events', 'not-listed hide_from_listings', {
    json: { ...party, hide_from_listings: true },
  }),
  explain('POST events', 'offset-ignored start_date', {
    json: { ...party, start_date: '2030-01-20T10:00:00+02:00' },
  }),
  explain('PATCH events/104', 'service-clears-fields, offset-ignored end_date', {
    json: { start_date: '2030-01-10 20:00:00', end_date: '2030-01-10T22:00:00Z' },
  }),
  explain('POST events', 'cost-not-stored cost', { json: { ...party, cost: 0 } }),
  explain('POST events', 'not-listed status', {
    json: { ...party, date: '2030-01-15', status: 'publish' },
  }),
  explain('POST events', 'term-created tags', { json: { ...party, tags: ['Neu'] } }),
  explain('POST events', 'links-cut venue', { json: { ...party, venue: [114, 214] } }),
  explain('POST venues', 'existing-reused venue', { json: { venue: 'Saal Blau' } }),
  explain('PUT venues/114', 'service-clears-fields, empty-text-kept description', {
    json: { description: '', city: 'Bonn' },
  }),
  explain('POST venues', 'not-listed status', { json: { venue: 'Halle', status: 'draft' } }),
]
