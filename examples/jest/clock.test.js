const { landmarks, useCalmock } = require('calmock/jest')
const { readTitles } = require('./calendar.js')

const mock = useCalmock({ sites: ['en'] })

const api = 'https://api.example/en/cal/events/v1'
const { title } = landmarks.events.jazzNight

test('an event that is over is not in the list', async () => {
  expect(await readTitles(api)).toContain(title.en)
  mock.clock.advance('P2W')
  expect(await readTitles(api)).not.toContain(title.en)
})

test('a page of January shows January', async () => {
  jest.useFakeTimers({ now: mock.clock.now(), doNotFake: ['setTimeout'] })
  expect(new Date().toISOString()).toBe('2030-01-07T12:00:00.000Z')
  expect(await readTitles(api)).toHaveLength(5)
  jest.useRealTimers()
})
