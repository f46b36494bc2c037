import type { Event, EventList } from 'calmock'

const api = 'https://api.example/en/cal/events/v1'

/** Returns the lines of a page of the list. */
export async function showList(page = 1, search = ''): Promise<string[]> {
  const query = new URLSearchParams({ page: `${page}`, ...(search && { search }) })
  const response = await fetch(`${api}/events?${query}`)
  if (response.status === 404) return ['There is no such page']
  if (!response.ok) return ['Try again later']
  const { events }: EventList = await response.json()
  return events.length > 0 ? events.map(({ title }) => title) : ['No events']
}

/** Returns the lines of the page of an event. */
export async function showEvent(id: number, language = 'en'): Promise<string[]> {
  const response = await fetch(`${api}/events/${id}?i18n_language=${language}`)
  if (response.status === 403) return ['Enter the password']
  if (response.status === 404 || response.status === 410) return ['There is no such event']
  if (!response.ok) return ['Try again later']
  const { title, start_date, all_day, venue, image }: Event = await response.json()
  return [
    title,
    all_day ? 'All day' : start_date.slice(11, 16),
    'venue' in venue ? venue.venue : 'No place',
    image ? image.url : 'No picture',
  ]
}
