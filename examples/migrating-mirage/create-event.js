/** Creates an event, with values for the fields that a test does not need. */
export async function createEvent(api, fields = {}) {
  const response = await fetch(`${api}/events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      title: 'An event',
      start_date: '2030-01-10 18:00:00',
      end_date: '2030-01-10 20:00:00',
      ...fields,
    }),
  })
  return response.json()
}
