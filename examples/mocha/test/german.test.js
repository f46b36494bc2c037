import assert from 'node:assert/strict'
import { setupCalmock } from 'calmock/node'
import { after, afterEach, before, describe, it } from 'mocha'

describe('the German calendar', () => {
  const mock = setupCalmock({ sites: ['de'] })
  before(() => mock.start())
  afterEach(() => mock.reset())
  after(() => mock.stop())

  it('is empty', async () => {
    mock.setScenario('empty')
    const response = await fetch('https://api.example/de/cal/events/v1/events')
    assert.equal((await response.json()).total, 0)
  })
})
