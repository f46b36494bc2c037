import assert from 'node:assert/strict'
import { setupCalmock } from 'calmock/node'
import { after, afterEach, before, describe, it } from 'mocha'

describe('the calendar', () => {
  const mock = setupCalmock({ sites: ['en'] })
  before(() => mock.start())
  afterEach(() => mock.reset())
  after(() => mock.stop())

  const readEvents = () => fetch('https://api.example/en/cal/events/v1/events?per_page=5')

  it('lists five events', async () => {
    const { events } = await (await readEvents()).json()
    assert.equal(events.length, 5)
  })

  it('the service is down', async () => {
    mock.faults = 'GET /events 503'
    assert.equal((await readEvents()).status, 503)
  })
})
