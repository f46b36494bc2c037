import { after } from 'node:test'
import { testCalendar } from '../app-tests.mjs'
import { startCalmock, startJsonServer } from '../start.mjs'
import { createCalendar } from './calendar.mjs'

const jsonServer = await startJsonServer('after/rest.json')
const flags = '--sites en --empty --now 2026-03-01T12:00:00Z --data after/data.json --proxy'
const calmock = await startCalmock([...flags.split(' '), jsonServer.url])
after(jsonServer.stop)
after(calmock.stop)

testCalendar(createCalendar(calmock.url))
