import { createCalmock } from 'calmock'
import { listen } from 'calmock/node'

const log: string[] = []
const { url, close } = await listen(createCalmock({ sites: ['en'] }), {
  before: async (request) =>
    new URL(request.url).pathname === '/health' ? Response.json({ ok: true }) : undefined,
  onResponse: ({ method, url, status }) => log.push(`${method} ${url} ${status}`),
  onError: (error) => console.error(error),
})
const health = await fetch(`${url}/health`)
console.log(await health.text()) // {"ok":true}
const missing = await fetch(`${url}/en/cal/events/v1/events/1`)
console.log(missing.status) // 404
await close()
console.log(log.join(', ')) // GET /health 200, GET /en/cal/events/v1/events/1 404
