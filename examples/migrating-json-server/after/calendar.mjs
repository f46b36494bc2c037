const PAGE_SIZE = 2

/** The requests of an events page: events to calmock, news to json-server. */
export function createCalendar(origin) {
  const api = '/en/cal/events/v1'
  const send = async (path, init) => {
    const response = await fetch(`${origin}${path}`, init)
    if (!response.ok) throw new Error(`Not now (${response.status})`)
    return response
  }
  const formatLine = ({ title, start_date, venue }) =>
    `${start_date.slice(0, 16)} ${title}, ${venue.venue}`

  return {
    async list(page) {
      const response = await send(`${api}/events?page=${page}&per_page=${PAGE_SIZE}`)
      const { events, total_pages } = await response.json()
      return { lines: events.map(formatLine), pages: total_pages }
    },
    async search(words) {
      const query = new URLSearchParams({ search: words })
      const { events } = await (await send(`${api}/events?${query}`)).json()
      return events.map(formatLine)
    },
    async add({ title, start, end, venue }) {
      await send(`${api}/events`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ title, start_date: start, end_date: end, venue: { venue } }),
      })
    },
    async readNews() {
      const news = await (await send('/news')).json()
      return news.map(({ text }) => text)
    },
  }
}
