const PAGE_SIZE = 2

/** The requests of an events page to json-server 0.17. */
export function createCalendar(api) {
  const send = async (path, init) => {
    const response = await fetch(`${api}${path}`, init)
    if (!response.ok) throw new Error(`Not now (${response.status})`)
    return response
  }
  const formatLine = ({ title, startsAt, venue }) =>
    `${startsAt.slice(0, 16).replace('T', ' ')} ${title}, ${venue.name}`

  return {
    async list(page) {
      const query = `_sort=startsAt&_expand=venue&_page=${page}&_limit=${PAGE_SIZE}`
      const response = await send(`/events?${query}`)
      const total = Number(response.headers.get('X-Total-Count'))
      const events = await response.json()
      return { lines: events.map(formatLine), pages: Math.ceil(total / PAGE_SIZE) }
    },
    async search(words) {
      const query = new URLSearchParams({ q: words, _sort: 'startsAt', _expand: 'venue' })
      const events = await (await send(`/events?${query}`)).json()
      return events.map(formatLine)
    },
    async add({ title, start, end, venue }) {
      const [found] = await (await send(`/venues?${new URLSearchParams({ name: venue })}`)).json()
      await send('/events', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ title, startsAt: start, endsAt: end, venueId: found.id }),
      })
    },
    async readNews() {
      const news = await (await send('/news')).json()
      return news.map(({ text }) => text)
    },
  }
}
