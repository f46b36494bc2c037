const url = 'https://api.example/en/cal/events/v1/events'

export async function listEvents(fetch) {
  const response = await fetch(url)
  return response.ok ? (await response.json()).events : []
}

export const addEvent = (fetch, title) =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ title, start_date: 'tomorrow 7pm', end_date: 'tomorrow 9pm' }),
  })
