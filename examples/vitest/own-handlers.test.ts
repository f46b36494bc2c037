import { useCalmock } from 'calmock/vitest'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { readLines } from './calendar.ts'

const mock = useCalmock({ sites: ['en'], onUnhandledRequest: 'error' })

const api = 'https://api.example/en/cal/events/v1'

test('a handler of the test takes precedence over the mock', async () => {
  mock.server.use(http.get('*/events', () => new HttpResponse(null, { status: 418 })))
  expect(await readLines(api)).toEqual(['Not now (418)'])
})

test('the handler ends with its test', async () => {
  expect(await readLines(api)).toHaveLength(5)
})

test('a handler answers requests of another service', async () => {
  mock.server.use(http.get('https://weather.example/today', () => HttpResponse.json({ sun: true })))
  const response = await fetch('https://weather.example/today')
  expect(await response.json()).toEqual({ sun: true })
})
