async function send(path, init) {
  const response = await fetch(path, init)
  if (!response.ok) throw new Error(`Not now (${response.status})`)
  return response.json()
}

/** The requests of an events page: events to calmock at an origin, by default the origin of the page. */
export function createCalendar(origin = '') {
  const api = `${origin}/en/cal/events/v1`

  return {
    /** Returns the next events, one line for each event. */
    async listEvents() {
      const { events } = await send(`${api}/events`)
      return events.map(({ title, start_date }) => `${start_date.slice(0, 16)} ${title}`)
    },

    /** Returns the number of events. */
    async countEvents() {
      const { total } = await send(`${api}/events?per_page=1`)
      return total
    },

    /** Creates an event. */
    async addEvent({ title, start, end }) {
      await send(`${api}/events`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ title, start_date: start, end_date: end }),
      })
    },

    /** Returns the name of the user. */
    async readUserName() {
      const { user } = await send('/api/users/1')
      return user.name
    },
  }
}
