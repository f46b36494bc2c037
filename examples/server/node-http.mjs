import { createServer } from 'node:http'
import { createCalmock } from 'calmock'
import { toNodeListener } from 'calmock/node'

const mock = createCalmock({ now: 'today' })
createServer(toNodeListener(mock)).listen(process.env.PORT ?? 4747)
