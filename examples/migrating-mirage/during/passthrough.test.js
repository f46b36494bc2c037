import { createCalmock } from 'calmock'
import { listen } from 'calmock/node'
import { afterAll, expect, test } from 'vitest'
import { startMirage } from './server.js'

const { url, close } = await listen(createCalmock({ sites: ['en'] }), { port: 0 })
const server = startMirage('test', url)
afterAll(close)
afterAll(() => server.shutdown())

test('Mirage passes XMLHttpRequest through to calmock as well', async () => {
  const request = new XMLHttpRequest()
  request.open('GET', `${url}/en/cal/events/v1/events?per_page=2`)
  await new Promise((resolve) => {
    request.onload = resolve
    request.send()
  })
  expect(JSON.parse(request.responseText).events).toHaveLength(2)
})
