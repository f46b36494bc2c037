import { createCalmock } from 'calmock'

const mock = createCalmock({ sites: ['en'], auth: ['anna:secret', 'ben:secret:subscriber'] })
const path = '/en/cal/events/v1/events/102'

async function remove(user?: string) {
  const headers: Record<string, string> = user ? { Authorization: `Basic ${btoa(user)}` } : {}
  const response = await mock.fetch(path, { method: 'DELETE', headers })
  return [response.status, (await response.json()).code].join(' ').trim()
}

console.log(await remove()) // 401 rest_forbidden
console.log(await remove('anna:wrong')) // 401 incorrect_password
console.log(await remove('ben:secret')) // 403 rest_forbidden
console.log(await remove('anna:secret')) // 200

// a session that ends while the page is open, also without users
mock.faults = 'GET /events 401'
console.log((await mock.fetch('/en/cal/events/v1/events')).status) // 401
