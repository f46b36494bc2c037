import { createCalmock } from 'calmock'
import { expect, test } from 'vitest'

const html = { headers: { Accept: 'text/html' } }

const read = async (path: string, init?: RequestInit, options = {}) => {
  const response = await createCalmock({ events: 3, ...options }).fetch(
    `http://localhost${path}`,
    init,
  )
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test.each(['/', '/__calmock/', '/__calmock', '/~blue/', '/~blue/__calmock/'])(
  'GET %s returns the dashboard to a browser, with a policy for itself alone',
  async (path) => {
    const { status, headers, text } = await read(path, html)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
    expect(text).toContain('<div id="app">')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'/)
    expect(policy).toContain("connect-src 'self'")
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('vary')).toContain('Accept')
  },
)

test('a browser that has the page receives 304', async () => {
  const { headers } = await read('/', html)
  const etag = headers.get('etag') ?? ''
  const again = await read('/', { headers: { Accept: 'text/html', 'If-None-Match': etag } })
  expect([again.status, again.text]).toEqual([304, ''])
})

test('HEAD has the headers of GET and no body', async () => {
  const { status, headers, text } = await read('/', { ...html, method: 'HEAD' })
  expect([status, headers.get('content-type'), text]).toEqual([200, 'text/html; charset=UTF-8', ''])
})

test('other clients receive the list of sites', async () => {
  const root = JSON.parse((await read('/')).text)
  expect(Object.keys(root)).toEqual(['name', 'sites'])
  const { routes, ...control } = JSON.parse((await read('/__calmock/')).text)
  expect(control).toEqual({ ...root, url: 'http://localhost' })
  expect(routes).toContainEqual(
    expect.objectContaining({ method: 'POST', summary: 'Resets the world' }),
  )
})

test('the page needs no token, and a world is not created by reading it', async () => {
  const mock = createCalmock({ token: 'sesame' })
  const response = await mock.fetch('http://localhost/~blue/', html)
  expect(response.status).toBe(200)
  expect(mock.worlds).toEqual(['default'])
})

test('requests for the page are neither logged nor faulted', async () => {
  const mock = createCalmock({ fault: ['* 503'] })
  expect((await mock.fetch('http://localhost/', html)).status).toBe(200)
  expect(mock.requests).toEqual([])
})
