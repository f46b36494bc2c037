const { useCalmock } = require('calmock/jest')
const { readTitles } = require('./calendar.js')

const mock = useCalmock({ sites: ['de'] })

const api = 'https://api.example/de/cal/events/v1'

test('shows an error while the service is down', async () => {
  mock.faults = 'GET /events 503'
  expect(await readTitles(api)).toEqual(['Not now (503)'])
})

test('the faults and the requests of a test end with it', async () => {
  expect([mock.faults, mock.requests]).toEqual([[], []])
  expect(await readTitles(api)).toHaveLength(5)
})

test('is available again after one error', async () => {
  mock.faults = 'GET /events 503 1x'
  expect(await readTitles(api)).toEqual(['Not now (503)'])
  expect(await readTitles(api)).toHaveLength(5)
})

test('fails offline', async () => {
  mock.faults = '* offline'
  await expect(readTitles(api)).rejects.toThrow('Failed to fetch')
})

test('waits for a slow service', async () => {
  mock.delay = 50
  const start = performance.now()
  expect(await readTitles(api)).toHaveLength(5)
  expect(performance.now() - start).toBeGreaterThan(45)
})
