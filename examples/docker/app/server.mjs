// A front end that renders the next events of the API at API_URL on the server.
import { createServer } from 'node:http'

const { API_URL, PORT = 3000 } = process.env

const escapeHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

async function renderPage() {
  const response = await fetch(
    `${API_URL}/events?per_page=5&_fields=events.title,events.start_date`,
  )
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  const { events } = await response.json()
  const items = events.map(({ title, start_date }) => `<li>${start_date} ${escapeHtml(title)}</li>`)
  return `<!doctype html><meta charset="utf-8"><title>Events</title><ul>${items.join('\n')}</ul>`
}

const server = createServer(async (_, response) => {
  try {
    const page = await renderPage()
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page)
  } catch (error) {
    response.writeHead(502, { 'Content-Type': 'text/plain; charset=utf-8' }).end(String(error))
  }
})

server.listen(PORT)
