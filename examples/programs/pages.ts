import { createCalmock, type EventList } from 'calmock'

const mock = createCalmock({ sites: ['en'], fault: 'GET /events?page=2 503 1x' })
const events = '/en/cal/events/v1/events'
let next: string | undefined = `${events}?per_page=25`
let read = 0
let total = 0

while (next) {
  const response = await mock.fetch(next)
  if (!response.ok) continue // an app shows a button "Try again"
  const list: EventList = await response.json()
  read += list.events.length
  total = list.total
  next = list.next_rest_url // absent on the last page
}
console.log(read === total) // true

console.log((await mock.fetch(`${events}?page=99`)).status) // 404
mock.setScenario('page-plus-one')
const list: EventList = await (await mock.fetch(events)).json()
console.log(list.total, list.total_pages) // 10 2
