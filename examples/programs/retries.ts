import { createCalmock } from 'calmock'

const mock = createCalmock({ sites: ['en'] })
const path = '/en/cal/events/v1/events'

/** Tries again as a library of requests does: three times, by default, with TanStack Query. */
async function readWithRetries(retries: number) {
  for (let tries = 0; ; tries++) {
    const { status } = await mock.fetch(path)
    if (status < 500 || tries === retries) return status
  }
}

mock.faults = 'GET /events 503 2x'
console.log(await readWithRetries(3)) // 200
mock.faults = 'GET /events 503 2x'
console.log(await readWithRetries(0)) // 503
mock.faults = 'GET /events 503'
console.log(await readWithRetries(3)) // 503
console.log(mock.requests.length) // 8
