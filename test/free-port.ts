import { randomInt } from 'node:crypto'
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

/** Returns a free port that the system gives to no client: below its range, which begins at 32,768 on Linux. */
export async function findFreePort(): Promise<number> {
  const port = randomInt(20_000, 30_000)
  const server = createServer()
  const isFree = await new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  await new Promise((resolve) => server.close(resolve))
  return isFree ? port : findFreePort()
}
