const PAGE_SIZE = 2

/** The requests of an events page to json-server 1.x. */
export function createCalendar(api) {
  const send = async (path, init) => {
    const response = await fetch(`${api}${path}`, init)
    if (!response.ok) throw new Error(`Not now (${response.status})`)
    return response.json()
  }
  const formatLine = ({ title, startsAt, venue }) =>
    `${startsAt.slice(0, 16).replace('T', ' ')} ${title}, ${venue.name}`

  return {
    async list(page) {
      const query = `_sort=startsAt&_embed=venue&_page=${page}&_per_page=${PAGE_SIZE}`
      const { data, pages } = await send(`/events?${query}`)
      return { lines: data.map(formatLine), pages }
    },
    async search(words) {
      const query = { 'title:contains': words, _sort: 'startsAt', _embed: 'venue' }
      const events = await send(`/events?${new URLSearchParams(query)}`)
      return events.map(formatLine)
    },
    async add({ title, start, end, venue }) {
      const [found] = await send(`/venues?${new URLSearchParams({ name: venue })}`)
      await send('/events', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ title, startsAt: start, endsAt: end, venueId: found.id }),
      })
    },
    async readNews() {
      const news = await send('/news')
      return news.map(({ text }) => text)
    },
  }
}
