import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { setupCalmock } from 'calmock/node'

const mock = setupCalmock()
before(() => mock.start())
afterEach(() => mock.reset())
after(() => mock.stop())

test('lists five events', async () => {
  const response = await fetch('https://api.example/de/cal/events/v1/events?per_page=5')
  assert.equal((await response.json()).events.length, 5)
})
