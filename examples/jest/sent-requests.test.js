const { useCalmock } = require('calmock/jest')
const { createEvent, readTitles } = require('./calendar.js')

const mock = useCalmock({ sites: ['de'] })

const api = 'https://api.example/de/cal/events/v1'

test('requests five events, and sends the title of a new one', async () => {
  await readTitles(api)
  await createEvent(api, 'Hausmusik')
  expect(mock.requests).toMatchObject([
    { method: 'GET', path: '/events', query: { per_page: '5' }, status: 200 },
    { method: 'POST', path: '/events', status: 201 },
  ])
  expect(JSON.parse(mock.requests[1].requestBody).title).toBe('Hausmusik')
  expect(mock.requests.flatMap(({ notes }) => notes)).toEqual([])
})
