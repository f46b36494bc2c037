import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { EventList } from 'calmock'
import { setupCalmock } from 'calmock/node'

const mock = setupCalmock({ sites: ['en', 'de'] })
beforeAll(() => mock.start())
afterEach(() => mock.reset())
afterAll(() => mock.stop())

const list = (language: string) => fetch(`https://api.example/${language}/cal/events/v1/events`)
const readList = async (language: string) => (await (await list(language)).json()) as EventList

test.each([
  ['en', 'Blue Hour: A Night of Jazz'],
  ['de', 'Blaue Stunde: Eine Nacht voller Jazz'],
])('lists events in %s', async (language, title) => {
  const { events } = await readList(language)
  expect(events.map((event) => event.title)).toContain(title)
})

test('the list is empty', async () => {
  mock.setScenario('empty')
  expect((await readList('en')).total).toBe(0)
})

test('the service is down', async () => {
  mock.faults = 'GET /events 503'
  expect((await list('en')).status).toBe(503)
})
