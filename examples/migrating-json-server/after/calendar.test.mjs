import { after } from 'node:test'
import { testCalendar } from '../app-tests.mjs'
import { startCalmock, startJsonServer } from '../start.mjs'
import { createCalendar } from './calendar.mjs'

const jsonServer = await startJsonServer('after/rest.json')
const flags = ['--config', 'after/calmock.config.mjs', '--proxy', jsonServer.url]
const calmock = await startCalmock(flags)
after(jsonServer.stop)
after(calmock.stop)

testCalendar(createCalendar(calmock.url))
