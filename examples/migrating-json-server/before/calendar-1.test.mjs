import { after } from 'node:test'
import { testCalendar } from '../app-tests.mjs'
import { startCalmock, startJsonServer } from '../start.mjs'
import { createCalendar } from './calendar-1.mjs'

const jsonServer = await startJsonServer('before/db.json', 1)
const calmock = await startCalmock(['--sites', 'en', '--empty', '--proxy', jsonServer.url])
after(jsonServer.stop)
after(calmock.stop)

testCalendar(createCalendar(calmock.url))
