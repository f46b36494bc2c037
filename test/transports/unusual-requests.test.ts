import { expect, test } from 'vitest'
import { createCalmock } from '../../src/index.ts'
import { handleWebRequest } from '../../src/intercept/fetch/web-adapter.ts'
import { createTestMock } from '../call.ts'

test('the body of a request is read in Firefox, where it has no property `body`', async () => {
  const mock = createTestMock({ empty: true })
  const url = 'http://calmock.test/de/cal/events/v1/tags'
  const body = JSON.stringify({ name: 'Jazz' })
  const headers = { 'Content-Type': 'application/json' }
  const request = new Request(url, { method: 'POST', headers, body })
  Object.defineProperty(request, 'body', { value: undefined })
  const created = await handleWebRequest(request, mock)
  expect([created.status, (await created.json()).name]).toEqual([201, 'Jazz'])
})

test('mock.fetch accepts a proxy of a request, which hides its private state, as Next passes it in Node 24', async () => {
  const url = 'http://calmock.test/de/cal/events/v1/tags'
  const body = JSON.stringify({ name: 'Jazz' })
  const headers = { 'Content-Type': 'application/json' }
  const proxy = new Proxy(new Request(url, { method: 'POST', headers, body }), {
    get(request, name) {
      const value = typeof name === 'string' ? Reflect.get(request, name, request) : undefined
      return typeof value === 'function' ? value.bind(request) : value
    },
  })
  const created = await createCalmock({ sites: ['de'], events: 0 }).fetch(proxy)
  expect([created.status, (await created.json()).name]).toEqual([201, 'Jazz'])
})
