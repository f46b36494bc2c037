import { after } from 'node:test'
import { testCalendar } from '../app-tests.mjs'
import { startJsonServer } from '../start.mjs'
import { createCalendar } from './calendar.mjs'

const { url, stop } = await startJsonServer('before/db.json')
after(stop)

testCalendar(createCalendar(url))
