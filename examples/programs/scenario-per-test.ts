import { createCalmock } from 'calmock'

const mock = createCalmock({ sites: ['en'] })
const events = '/en/cal/events/v1/events?_fields=total'
const readTotal = async () => (await (await mock.fetch(events)).json()).total

mock.setScenario('empty')
console.log(await readTotal()) // 0
mock.setScenario('page-plus-one')
console.log(await readTotal()) // 10
mock.reset()
console.log(await readTotal()) // 48
