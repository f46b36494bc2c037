import { createCalmock } from 'calmock'

const mock = createCalmock({ sites: ['hi'] })
const events = '/hi/cal/events/v1/events'
const countEvents = async () => (await (await mock.fetch(events)).json()).total

mock.setScenario('empty')
console.log(await countEvents()) // 0

const created = await mock.fetch(events, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ title: 'खुला पूर्वाभ्यास', start_date: 'now', end_date: '+1 hour' }),
})
console.log(created.status, await countEvents()) // 201 1

mock.clock.advance('P3D')
console.log(await countEvents()) // 0

mock.faults = ['GET /events 503']
console.log((await mock.fetch(events)).status) // 503

mock.reset()
console.log(await countEvents()) // 47
