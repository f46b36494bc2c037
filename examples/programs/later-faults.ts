import { createCalmock } from 'calmock'

const mock = createCalmock({ sites: ['en'], fault: 'GET /events?page=2 503' })
const readStatus = async (page: number) =>
  (await mock.fetch(`/en/cal/events/v1/events?page=${page}`)).status

// only the second page
console.log(await readStatus(1), await readStatus(2), await readStatus(3)) // 200 503 200

// the first page again
mock.faults = []
console.log(await readStatus(1)) // 200
mock.faults = 'GET /events 503 1x'
console.log(await readStatus(1), await readStatus(1)) // 503 200
