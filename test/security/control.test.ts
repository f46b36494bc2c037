import { describe, expect, test } from 'vitest'
import { toNodeListener } from '../../src/http/listener.ts'
import { listen } from '../../src/http/server.ts'
import { createTestMock, fresh } from '../call.ts'
import { serveRequests } from '../free-port.ts'
import { raw } from './raw.ts'

const HEALTH = '/__calmock/health'

describe('the token of the control routes', () => {
  test.each([
    [{}, 401],
    [{ authorization: 'Bearer wrong' }, 401],
    [{ authorization: 'Bearer s3cre' }, 401],
    [{ authorization: 'Bearer s3cret1' }, 401],
    [{ authorization: 's3cret' }, 401],
    [{ authorization: 'Bearer s3cret' }, 200],
    [{ authorization: 'bearer s3cret' }, 200],
  ])('a control route with the headers %o returns %d', async (headers, status) => {
    const call = fresh({ empty: true, token: 's3cret' })
    const answer = await call('GET', HEALTH, { headers })
    expect(answer.status).toBe(status)
    if (status === 401) expect(answer.body.message).toContain('Authorization: Bearer')
    expect((await call('GET', '/de/cal/events/v1/tags')).status).toBe(200)
  })

  test('a preflight requires no token, because it cannot send one', async () => {
    const headers = { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' }
    const call = fresh({ empty: true, token: 's3cret' })
    const answer = await call('OPTIONS', '/__calmock/reset', { headers })
    expect(answer.status).toBe(204)
  })

  test.each(['', 'a b', 'naïve'])('"%s" is rejected as a token', (token) => {
    expect(() => createTestMock({ token })).toThrow('accepted: letters')
  })
})

describe('control routes on other addresses than loopback', () => {
  test.each([undefined, 's3cret'])(
    'a control route requires a token; the configured token is %s',
    async (token) => {
      const service = createTestMock({ empty: true, ...(token && { token }) })
      const { port, close } = await listen(service, { host: '0.0.0.0' })
      const ask = (headers: Record<string, string>) =>
        fetch(`http://127.0.0.1:${port}${HEALTH}`, { headers })
      const closed = await ask({ authorization: 'Bearer guessed' })
      expect(closed.status).toBe(token ? 401 : 403)
      expect((await closed.json()).message).toMatch(/token/)
      expect((await ask({ authorization: 'Bearer s3cret' })).status).toBe(token ? 200 : 403)
      const picture = await fetch(`http://127.0.0.1:${port}/__calmock/pictures/none.svg`)
      expect(picture.status).toBe(404)
      expect((await fetch(`http://127.0.0.1:${port}/de/cal/events/v1/tags`)).status).toBe(200)
      await close()
    },
  )

  test('a listener in a custom server trusts only host names of this machine', async () => {
    const { port, close } = await serveRequests(toNodeListener(createTestMock({ empty: true })))
    const statuses: (number | undefined)[] = []
    for (const host of ['localhost', '127.0.0.1:80', 'app.localhost', 'evil.example', '[::1]'])
      statuses.push((await raw(port, HEALTH, { host })).status)
    close()
    expect(statuses).toEqual([200, 200, 200, 403, 200])
  })

  test('a listener in a custom server checks the local address of each connection', async () => {
    const statuses: number[] = []
    const listener = toNodeListener(createTestMock({ empty: true }))
    const own = ['127.0.0.1', '::1', '::ffff:127.0.0.1', undefined]
    for (const localAddress of [...own, '192.168.1.7', '::ffff:10.0.0.1']) {
      const socket = { localAddress, localPort: 80 }
      const request = { method: 'GET', url: HEALTH, headers: {}, httpVersionMajor: 1, socket }
      const response = {
        req: request,
        setHeader: () => {},
        writeHead: (status: number) => statuses.push(status),
      }
      await new Promise<void>((resolve) =>
        listener(request as never, { ...response, end: () => resolve() } as never),
      )
    }
    expect(statuses).toEqual([200, 200, 200, 200, 403, 403])
  })
})
