import { expect, test } from 'vitest'
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
