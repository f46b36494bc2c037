import { createCalmock } from 'calmock'

const mock = createCalmock({ sites: ['en'] })
const path = '/en/cal/events/v1/events?per_page=1&_fields=events.start_date'
const readFirst = async () => (await (await mock.fetch(path)).json()).events[0].start_date

console.log(mock.clock.now().toISOString()) // 2030-01-07T12:00:00.000Z
console.log(await readFirst()) // 2030-01-07 19:30:00
mock.clock.advance('P7D')
console.log(await readFirst()) // 2030-01-16 21:00:00
mock.clock.set('2030-01-07T23:59:59Z')
mock.clock.advance('PT1S')
console.log(mock.clock.now().toISOString()) // 2030-01-08T00:00:00.000Z
mock.reset()
console.log(mock.clock.now().toISOString()) // 2030-01-07T12:00:00.000Z
