import { createCalmock } from 'calmock'

const mock = createCalmock({ sites: ['en'] })
const world = mock.world('mine')
const countEvents = async () => (await (await world.fetch('/en/cal/events/v1/events')).json()).total

const snapshot = world.snapshot()
world.setScenario('one')
console.log(await countEvents()) // 1
world.restore(snapshot)
console.log(await countEvents()) // 48
