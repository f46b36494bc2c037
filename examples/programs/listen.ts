import { createCalmock } from 'calmock'
import { listen } from 'calmock/node'

const mock = createCalmock({ sites: ['en'] })
const { url, close } = await listen(mock)
const response = await fetch(`${url}/en/cal/events/v1/events?per_page=5`)
console.log((await response.json()).events.length) // 5
await close()
