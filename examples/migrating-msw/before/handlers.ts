import { HttpResponse, http } from 'msw'
import { fixtures } from './events.ts'

const api = 'https://api.example/en/cal/events/v1'

let events = [...fixtures]

/** Removes the events that a test added. */
export function resetEvents() {
  events = [...fixtures]
}

export const eventHandlers = [
  http.get(`${api}/events`, ({ request }) => {
    const { searchParams } = new URL(request.url)
    const page = Number(searchParams.get('page') ?? 1)
    const size = Number(searchParams.get('per_page') ?? 10)
    const first = (page - 1) * size
    return HttpResponse.json({
      events: events.slice(first, first + size),
      total: events.length,
      total_pages: Math.ceil(events.length / size),
    })
  }),
  http.get(`${api}/events/:id`, ({ params }) => {
    const event = events.find(({ id }) => id === Number(params.id))
    return event
      ? HttpResponse.json(event)
      : HttpResponse.json({ message: 'Not found' }, { status: 404 })
  }),
  http.post(`${api}/events`, async ({ request }) => {
    const body = (await request.json()) as (typeof events)[number]
    const event = { ...body, id: events.length + 1 }
    events.push(event)
    return HttpResponse.json(event, { status: 201 })
  }),
]

export const userHandlers = [
  http.get('https://api.example/user', () => HttpResponse.json({ name: 'Ada' })),
]
