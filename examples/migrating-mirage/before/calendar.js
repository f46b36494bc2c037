async function send(path, init) {
  const response = await fetch(path, init)
  if (!response.ok) throw new Error(`Not now (${response.status})`)
  return response.json()
}

/** The requests of an events page. */
export function createCalendar() {
  return {
    /** Returns the next events, one line for each event. */
    async listEvents() {
      const { events } = await send('/api/events')
      return events.map(
        ({ title, startsAt }) => `${startsAt.slice(0, 16).replace('T', ' ')} ${title}`,
      )
    },

    /** Returns the number of events. */
    async countEvents() {
      const { events } = await send('/api/events')
      return events.length
    },

    /** Creates an event. */
    async addEvent({ title, start, end }) {
      await send('/api/events', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ title, startsAt: start, endsAt: end }),
      })
    },

    /** Returns the name of the user. */
    async readUserName() {
      const { user } = await send('/api/users/1')
      return user.name
    },
  }
}
