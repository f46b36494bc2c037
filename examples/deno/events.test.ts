import assert from 'node:assert/strict'
import type { EventList } from 'calmock'
import { setupCalmock } from 'calmock/node'

const mock = setupCalmock({ sites: ['en', 'de'] })
Deno.test.beforeAll(() => mock.start())
Deno.test.afterEach(() => mock.reset())
Deno.test.afterAll(() => mock.stop())

const list = (language: string) => fetch(`https://api.example/${language}/cal/events/v1/events`)

for (const [language, title] of [
  ['en', 'Blue Hour: A Night of Jazz'],
  ['de', 'Blaue Stunde: Eine Nacht voller Jazz'],
])
  Deno.test(`lists events in ${language}`, async () => {
    const { events }: EventList = await (await list(language)).json()
    assert.ok(events.some((event) => event.title === title))
  })

Deno.test('the list is empty', async () => {
  mock.setScenario('empty')
  assert.equal((await (await list('en')).json()).total, 0)
})

Deno.test('the service is down', async () => {
  mock.faults = 'GET /events 503'
  const response = await list('en')
  await response.body?.cancel()
  assert.equal(response.status, 503)
})
