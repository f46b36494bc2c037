import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Lets a server listen on a free port of this machine. Returns the port. */
export async function listenOnFreePort(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port // a listening TCP server has a port
}

/** Serves requests on a free port. Returns the port, and a function that closes the server. */
export async function serveRequests(listener?: RequestListener) {
  const server = createServer(listener)
  const port = await listenOnFreePort(server)
  return { port, close: () => void server.close() }
}

/** Returns a port of this machine that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  const port = await listenOnFreePort(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}
