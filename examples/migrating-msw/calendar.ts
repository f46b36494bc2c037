const PAGE_SIZE = 2

interface CalendarEvent {
  readonly id: number
  readonly title: string
  readonly start_date: string
}

async function send(path: string, init?: RequestInit) {
  const response = await fetch(`https://api.example${path}`, init)
  if (!response.ok) throw new Error(`Not now (${response.status})`)
  return response.json()
}

/** Returns a page of the list of events, one line for each event. */
export async function listEvents(page: number) {
  const query = `page=${page}&per_page=${PAGE_SIZE}`
  const { events, total_pages } = await send(`/en/cal/events/v1/events?${query}`)
  const lines = events.map(
    ({ title, start_date }: CalendarEvent) => `${start_date.slice(0, 16)} ${title}`,
  )
  return { lines, pages: total_pages }
}

/** Returns the title of an event. */
export async function readTitle(id: number): Promise<string> {
  const { title }: CalendarEvent = await send(`/en/cal/events/v1/events/${id}`)
  return title
}

/** Creates an event and returns its ID. */
export async function addEvent(event: Record<string, string>): Promise<number> {
  const { id }: CalendarEvent = await send('/en/cal/events/v1/events', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(event),
  })
  return id
}

/** Returns the name of the user. */
export async function readUserName(): Promise<string> {
  return (await send('/user')).name
}
