import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setupCalmock } from 'calmock/node'

const mock = setupCalmock({ sites: ['en'] })

before(() => mock.start())
after(() => mock.stop())

test('concurrent tests have their own worlds', { concurrency: true }, async (t) => {
  const tests = ['one', 'two', 'three'].map((name) =>
    t.test(name, async () => {
      mock.world(name).setScenario('empty')
      const events = `https://api.example/~${name}/en/cal/events/v1/events`
      const body = new URLSearchParams({ title: name, start_date: 'now', end_date: '+1 hour' })
      await fetch(events, { method: 'POST', body })
      const { events: list } = await (await fetch(events)).json()
      assert.deepEqual(
        list.map(({ title }) => title),
        [name],
      )
    }),
  )
  await Promise.all(tests)
})
