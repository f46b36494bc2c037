import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'

/** The fields of db.json, and their names in calmock. Change this table to match your file. */
const fields = {
  venues: { name: 'venue', city: 'city' },
  events: { title: 'title', startsAt: 'start_date', endsAt: 'end_date', price: 'cost' },
}

/** The values that are different in calmock: a cost is a text with the sign of its currency. */
const values = { cost: (price) => `£${price}` }

/** Fields that need no name in calmock: IDs, which it assigns, and links, which `convert` resolves. */
const resolved = ['id', 'venueId']

/** Returns the records for calmock, the resources that stay in json-server, and the fields that are lost. */
export function convert({ venues, events, ...rest }, language = 'en') {
  const lost = new Set()
  const rename = (kind, record) => {
    const entries = Object.entries(record).flatMap(([name, value]) => {
      const field = fields[kind][name]
      if (!field && !resolved.includes(name)) lost.add(`${kind}.${name}`)
      return field ? [[field, values[field]?.(value) ?? value]] : []
    })
    return { language, ...Object.fromEntries(entries) }
  }
  const linkVenue = ({ venueId }) => {
    const venue = venues.find(({ id }) => String(id) === String(venueId))
    return venue && { venue: { venue: venue.name } }
  }
  const data = {
    venues: venues.map((venue) => rename('venues', venue)),
    events: events.map((event) => ({ ...rename('events', event), ...linkVenue(event) })),
  }
  return { data, rest, lost: [...lost] }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [source, dataFile, restFile] = process.argv.slice(2)
  const { data, rest, lost } = convert(JSON.parse(await readFile(source, 'utf8')))
  await writeFile(dataFile, `${JSON.stringify(data, null, 2)}\n`)
  await writeFile(restFile, `${JSON.stringify(rest, null, 2)}\n`)
  console.log(`not carried over: ${lost.join(', ') || 'nothing'}`)
}
