import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Returns a port of this machine that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a listening TCP server has a port
  await new Promise((resolve) => server.close(resolve))
  return port
}
