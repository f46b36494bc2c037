import { createCalmock, type EventList } from 'calmock'

const mock = createCalmock({ sites: ['en'], scenario: 'empty' })
const events = '/en/cal/events/v1/events'
const exhibition = { title: 'Maps', start_date: '2030-01-20', end_date: '2030-02-10' }
await mock.fetch(events, { method: 'POST', body: new URLSearchParams(exhibition) })

/** Returns the events of a month, also those that began before it. */
async function readMonth(first: string, next: string) {
  const dates = { ends_after: first, starts_before: next, strict_dates: 'true' }
  const query = new URLSearchParams({ ...dates, per_page: '50' })
  const list: EventList = await (await mock.fetch(`${events}?${query}`)).json()
  if (list.total_pages > 1) console.warn('More than 50 events: read the next page.')
  return list.events
}

console.log((await readMonth('2030-02-01', '2030-03-01')).length) // 1
const within = await mock.fetch(`${events}?start_date=2030-02-01&end_date=2030-02-28`)
console.log((await within.json()).total) // 0
