const { useCalmock } = require('calmock/jest')
const { createEvent, readTitles } = require('./calendar.js')

const mock = useCalmock({ intercept: 'fetch' })

const api = 'https://api.example/de/cal/events/v1'

test('lists five events', async () => {
  expect(await readTitles(api)).toHaveLength(5)
})

test('shows a new event first', async () => {
  await createEvent(api, 'Hausmusik')
  expect((await readTitles(api))[0]).toBe('Hausmusik')
})

test('does not show the event of another test', async () => {
  expect(await readTitles(api)).not.toContain('Hausmusik')
})

test('is empty without events', async () => {
  mock.setScenario('empty')
  expect(await readTitles(api)).toEqual([])
})
