import { expect, test } from 'vitest'
import { Api, RequestError, readAddress } from '../../../src/dashboard/api.ts'
import { openApp } from './use-app.ts'

test.each([
  ['/', '', ''],
  ['/__calmock', '', ''],
  ['/__calmock/index.html', '', ''],
  ['/~mine', '', 'mine'],
  ['/~mine/', '', 'mine'],
  ['/~mine/__calmock/', '', 'mine'],
  ['/api/', '/api', ''],
  ['/api/~mine/__calmock/', '/api', 'mine'],
  ['/export/index.html', '/export', ''],
])('a page at %s is of the mock at "%s" and of the world "%s"', (pathname, root, world) => {
  const origin = 'https://mock.example:8443'
  expect(readAddress({ origin, pathname })).toEqual({ root: origin + root, world })
})

test('URLs contain the world, and links with a public URL lead to the address of the page', () => {
  const api = new Api({ root: 'http://localhost:4747/api', world: '' })
  expect(api.url('/de')).toBe('http://localhost:4747/api/de')
  api.world.value = 'mine'
  expect(api.url('/de')).toBe('http://localhost:4747/api/~mine/de')
  expect(api.localUrl('https://public.example/~mine/de')).toBe('https://public.example/~mine/de')
  api.announced.value = 'https://public.example'
  expect(api.localUrl('https://public.example/~mine/de')).toBe(api.url('/de'))
})

test('a rejected request throws the message at each parameter', async () => {
  const { app } = await openApp()
  const path = `${app.site.value.path}/events`
  const read = (method: string, query: string, body?: object) =>
    app.api.json({ method, path: path + query, body }).catch((error: RequestError) => error)
  expect(await read('GET', '?per_page=abc')).toMatchObject({
    status: 400,
    params: { per_page: '"abc" is not an integer greater than 0.' },
  })
  const missing = 'Missing parameter(s): start_date, end_date.'
  expect(await read('POST', '', { title: 'A' })).toMatchObject({
    ...{ status: 400, message: missing },
    params: { start_date: missing, end_date: missing },
  })
  expect(await read('GET', '?per_page=1')).not.toBeInstanceOf(RequestError)
})
