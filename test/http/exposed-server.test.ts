import { expect, test } from 'vitest'
import type { MockRequestHandler } from '../../src/http/listener.ts'
import { listen } from '../../src/http/server.ts'

test('a server for other machines reads bodies up to the limit of its current mock', async () => {
  let maxBody = 5
  const handler: MockRequestHandler = {
    get settings() {
      return { maxBody }
    },
    handle: async ({ body }) => ({ status: 200, headers: {}, body: String(body?.length) }),
  }
  const server = await listen(handler, { host: '0.0.0.0' })
  const send = async () => {
    const url = `http://127.0.0.1:${server.port}/`
    return (await fetch(url, { method: 'POST', body: '1234567890' })).text()
  }
  expect(await send()).toBe('undefined') // declared as larger than the limit, and left unread
  maxBody = 100
  expect(await send()).toBe('10')
  await server.close()
})
