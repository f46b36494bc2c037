import type { ExplainedRequest } from './explained-requests.ts'

type PlainRequest = Omit<ExplainedRequest, 'notes' | 'after'>

const times = { start_date: '2030-01-20 10:00:00', end_date: '2030-01-20 12:00:00' }
const party = { title: 'Hausfest', ...times }

/** Correct requests, which get no notes: from README and docs, and from clients of the service. */
export const plainRequests: readonly PlainRequest[] = [
  // README and docs
  { request: 'GET events?per_page=2&_fields=events,total' },
  {
    request: 'POST events?_fields=id,slug,url',
    form: 'title=Open rehearsal&start_date=tomorrow 7pm&end_date=tomorrow 9pm',
  },
  { request: 'GET events?search=jazz&per_page=1&_fields=events&i18n_language=de' },
  { request: 'GET events?per_page=5' },
  { request: 'GET events/104?_fields=title,venue.city' },
  { request: 'GET events/104' },
  { request: 'GET events/104?_fields=title' },
  { request: 'GET doc' },
  { request: 'GET ' },
  { request: 'GET /de/' },

  // lists of clients
  { request: 'GET events?start_date=now&per_page=5' },
  { request: 'GET events?start_date=2029-01-01&per_page=50&page=1' },
  { request: 'GET events?ends_after=today&starts_before=%2B2 weeks&strict_dates=true' },
  { request: 'GET events?start_date=2030-05-01 00:00:00&end_date=2030-05-31 23:59:59' },
  { request: 'GET events?start_date=2030-01-10T18:00:00Z&strict_dates=true' },
  { request: 'GET events?ends_after=2030-01-01&starts_before=2030-01-31' },
  { request: 'GET events?starts_after=1900-01-01&per_page=50' },
  { request: 'GET events?ends_after=now&strict_dates=true&per_page=20' },
  { request: 'GET events?page=2' },
  { request: 'GET events?page=6&per_page=9' },
  { request: 'GET events?categories=musik&per_page=50' },
  { request: 'GET events?categories[]=134&categories[]=234' },
  { request: 'GET events?categories=134,234' },
  { request: 'GET events?tags[]=144&page=1' },
  { request: 'GET events?venue=114' },
  { request: 'GET events?organizer=124&start_date=2029-01-01' },
  { request: 'GET events?featured=true' },
  { request: 'GET events?search=Jazz' },
  { request: 'GET events?include=104,204' },
  { request: 'GET events?geoloc=true&per_page=5' },
  { request: 'GET events?geoloc_lat=52.5&geoloc_lng=13.4' },
  { request: 'GET events?i18n_language=en&per_page=5' },
  { request: 'GET events?per_page=5&_=1700000000000' },
  { request: 'GET events?per_page=5&_locale=user&_embed' },
  { request: 'GET events?per_page=5&_envelope=1&_pretty' },
  { request: 'GET events?per_page=5&context=view' },
  { request: 'GET venues?per_page=50' },
  { request: 'GET venues?per_page=100' },
  { request: 'GET venues?has_events=yes&only_with_upcoming=true' },
  { request: 'GET venues?search=Saal&event=104' },
  { request: 'GET organizers' },
  { request: 'GET organizers?per_page=100&page=1' },
  { request: 'GET categories?per_page=5' },
  { request: 'GET categories?hide_empty=false' },
  { request: 'GET categories?hide_empty=0&order=desc&orderby=id' },
  { request: 'GET categories?parent=134' },
  { request: 'GET tags?hide_empty=1' },
  { request: 'GET tags?orderby=count&order=DESC&hide_empty=false' },
  { request: 'GET tags?search=frei' },
  { request: 'GET tags?event=104' },
  { request: 'GET tags?slug=eintritt-frei' },

  // single records
  { request: 'GET events/104?i18n_language=en' },
  { request: 'GET events/by-slug/blaue-stunde-eine-nacht-voller-jazz' },
  { request: 'GET venues/by-slug/saal-blau' },
  { request: 'GET venues/114?_fields=venue,city,phone' },
  { request: 'GET events/999999' },
  { request: 'GET nothing' },
  { request: 'GET events?categories=gibtesnicht' },
  { request: 'OPTIONS events' },
  { request: 'HEAD events/104' },

  // writes
  { request: 'POST events', json: party },
  {
    request: 'POST events',
    json: { ...party, venue: 114, organizer: [124], tags: [144] },
  },
  { request: 'POST events', json: { ...party, venue: { venue: 'Neue Halle', city: 'Bonn' } } },
  {
    request: 'POST events',
    json: { ...party, all_day: true, start_date: '2030-01-20', end_date: '2030-01-21' },
  },
  { request: 'POST events', json: { ...party, status: 'publish', cost: 12, password: 'x' } },
  { request: 'POST events', json: { ...party, start_date: '2030-01-20T10:00:00Z' } },
  {
    request: 'POST events',
    json: {
      ...party,
      start_date: '2030-01-20T10:00:00+01:00',
      end_date: '2030-01-20T12:00:00+01:00',
      timezone: 'Europe/Berlin',
    },
  },
  // the last minute of the default dates
  {
    request: 'POST events',
    json: { title: 'Silvester', start_date: '2032-01-07 22:00', end_date: '2032-01-07 23:59:59' },
  },
  { request: 'POST venues', json: { venue: 'Neue Halle', city: 'Bonn', show_map: true } },
  { request: 'POST organizers', json: { organizer: 'Verein', email: 'a@example.com' } },
  // an update that sends what the original service clears otherwise
  {
    request: 'PUT events/104',
    json: {
      ...{ ...party, status: 'publish', timezone: 'Europe/Berlin', all_day: false, cost: '5' },
      ...{ website: 'https://example.com/', image: 106, organizer: [124], featured: true },
      ...{ show_map: true, show_map_link: true, hide_from_listings: false, sticky: false },
    },
  },
  { request: 'POST categories/134', json: { description: 'Neu' } },
  { request: 'DELETE events/104' },
  { request: 'DELETE tags/144' },
]
