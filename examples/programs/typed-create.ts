import { createCalmock, type Event, type EventFields } from 'calmock'

const mock = createCalmock({ sites: ['en'] })

const fields: EventFields = {
  title: 'Screen printing for beginners',
  start_date: 'tomorrow 6pm',
  end_date: 'tomorrow 8pm',
  venue: { venue: 'Print Works', city: 'Leeds' },
}
const response = await mock.fetch('/en/cal/events/v1/events', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(fields),
})
const event: Event = await response.json()
console.log(event.start_date) // 2030-01-08 18:00:00

// the API returns an empty list for "no venue", and false for "no image"
const city = Array.isArray(event.venue) ? 'no venue' : event.venue.city
console.log(city) // Leeds
const image = event.image ? event.image.url : 'no image'
console.log(image) // no image
