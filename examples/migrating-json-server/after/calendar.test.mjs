import { after } from 'node:test'
import { testCalendar } from '../app-tests.mjs'
import { startCalmock, startJsonServer, startVite } from '../start.mjs'
import { createCalendar } from './calendar.mjs'

const jsonServer = await startJsonServer('after/rest.json')
const calmock = await startCalmock(['--config', 'after/calmock.config.mjs'])
const vite = await startVite({ CALMOCK: calmock.url, JSON_SERVER: jsonServer.url })
for (const { stop } of [jsonServer, calmock, vite]) after(stop)

testCalendar(createCalendar(vite.url))
