const url = 'https://api.example/en/cal/events/v1/events'

interface Event {
  readonly id: number
  readonly title: string
}

export async function listEvents(): Promise<readonly Event[]> {
  const response = await fetch(url)
  return response.ok ? (await response.json()).events : []
}

export const addEvent = (title: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ title, start_date: 'tomorrow 7pm', end_date: 'tomorrow 9pm' }),
  })
