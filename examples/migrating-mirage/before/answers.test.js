import { createServer, Model, RestSerializer } from 'miragejs'
import { afterAll, expect, test } from 'vitest'

const server = createServer({
  environment: 'test',
  models: { event: Model },
  serializers: { application: RestSerializer },
  routes() {
    this.get('/events')
    this.get('/events/:id')
    this.post('/events')
    this.del('/events/:id')
  },
})
afterAll(() => server.shutdown())

const send = async (path, init) => {
  const response = await fetch(path, init)
  return [response.status, await response.text()]
}

test('a shorthand route stores any body, and an ID is a string', async () => {
  const body = JSON.stringify({ event: { color: 'red' } })
  const answer = await send('/events', { method: 'POST', body })
  expect(answer).toEqual([201, '{"event":{"color":"red","id":"1"}}'])
})

test('a shorthand route ignores all parameters', async () => {
  const answer = await send('/events?page=9&per_page=1&search=nothing')
  expect(answer).toEqual([200, '{"events":[{"color":"red","id":"1"}]}'])
})

test('a deleted record is unknown, and an unknown record is an empty object', async () => {
  expect(await send('/events/1', { method: 'DELETE' })).toEqual([204, ''])
  expect(await send('/events/1')).toEqual([404, '{}'])
})

test('requests are not tracked by default', () => {
  expect(server.pretender.handledRequests).toHaveLength(0)
})

test('Mirage replaces Request by one without a signal, until its shutdown', () => {
  expect(new Request('/events').signal).toBeUndefined()
})
