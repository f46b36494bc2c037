/** Returns the titles of the next events of a site, or one line that names the error. */
async function readTitles(api) {
  const response = await fetch(`${api}/events?per_page=5`)
  if (!response.ok) return [`Not now (${response.status})`]
  const { events } = await response.json()
  return events.map(({ title }) => title)
}

/** Creates an event that starts now. */
async function createEvent(api, title) {
  const response = await fetch(`${api}/events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ title, start_date: 'now', end_date: '+2 hours' }),
  })
  return response.json()
}

module.exports = { createEvent, readTitles }
