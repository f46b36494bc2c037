import { after } from 'node:test'
import { testCalendar } from '../app-tests.mjs'
import { startJsonServer, startVite } from '../start.mjs'
import { createCalendar } from './calendar-1.mjs'

const jsonServer = await startJsonServer('before/db.json', 1)
const vite = await startVite({ JSON_SERVER: jsonServer.url })
after(jsonServer.stop)
after(vite.stop)

testCalendar(createCalendar(vite.url))
