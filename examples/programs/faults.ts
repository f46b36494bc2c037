import { createCalmock } from 'calmock'

const mock = createCalmock({ sites: ['en'], fault: 'GET /events 503 2x' })
const readStatus = async () => (await mock.fetch('/en/cal/events/v1/events')).status

console.log(await readStatus(), await readStatus(), await readStatus()) // 503 503 200
mock.faults = ['GET /events drop']
console.log(await readStatus().catch((error) => error.name)) // TypeError
mock.faults = []
mock.delay = '10-20'
console.log(await readStatus(), mock.delay) // 200 10-20
