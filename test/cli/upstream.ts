import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'

/** Bytes that are no UTF-8. */
export const binary = Buffer.from(Array.from({ length: 4096 }, (_, n) => (n * 31) % 256))
export const big = Buffer.alloc(3 * 1024 * 1024, 'calmock ')

/** A request as the server behind the mock received it. */
export interface ReceivedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

type Answer = (response: ServerResponse, request: ReceivedRequest) => void

/** The connections that have had a response. */
const usedSockets = new WeakSet<object>()

const etag = '"v1"'

const answers: Readonly<Record<string, Answer>> = {
  '/wp-json/wp/v2/posts': (response, { url }) => {
    response.setHeader('Content-Type', 'application/json')
    response.setHeader('X-WP-Total', '7')
    response.end(JSON.stringify({ url }))
  },
  '/echo': (response, { method, headers, body }) => {
    response.setHeader('Content-Type', headers['content-type'] ?? 'text/plain')
    response.setHeader('X-Method', method)
    response.setHeader('X-Hash', createHash('sha256').update(body).digest('hex'))
    response.writeHead(201, 'Made').end(body)
  },
  '/image.png': (response) => {
    response.setHeader('Content-Type', 'image/png')
    response.setHeader('Content-Length', binary.length)
    response.end(response.req.method === 'HEAD' ? undefined : binary)
  },
  '/gzip': (response) => {
    response.setHeader('Content-Type', 'text/plain; charset=utf-8')
    response.setHeader('Content-Encoding', 'gzip')
    response.end(gzipSync('नमस्ते '.repeat(100)))
  },
  '/brotli': (response) => {
    response.setHeader('Content-Encoding', 'br')
    response.end(brotliCompressSync(binary))
  },
  '/tagged': (response, { headers }) => {
    response.setHeader('ETag', etag)
    if (headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.end('tagged')
  },
  '/big': (response) => void response.end(big),
  '/chunks': (response) => {
    response.write('first,')
    response.end('last')
  },
  '/moved': (response) => {
    response.setHeader('Location', `http://${response.req.headers.host}/login?next=/`)
    response.setHeader('Set-Cookie', ['session=secret; Domain=example.com; Path=/', 'a=b'])
    response.writeHead(302).end()
  },
  '/empty': (response) => void response.writeHead(204).end(),
  '/half': (response) => {
    response.setHeader('Content-Length', '100')
    response.write('half of it', () => response.destroy())
  },
  // closes a connection that an earlier request has used, as a server does after an idle time
  '/reused': (response) => {
    const socket: object = response.req.socket
    if (usedSockets.has(socket)) response.destroy()
    else response.end('fresh')
    usedSockets.add(socket)
  },
  '/bomb': (response) => {
    response.setHeader('Content-Encoding', 'gzip')
    response.end(gzipSync(Buffer.alloc(30 * 1024 * 1024)))
  },
  '/control-character': ({ socket }) => void socket?.end('HTTP/1.1 200 O\x01K\r\n\r\nx'),
  '/status-99': ({ socket }) => void socket?.end('HTTP/1.1 099 No\r\n\r\nx'),
  '/switch': ({ socket }) =>
    void socket?.end('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  '/gone': (response) => void response.destroy(),
  '/hangs': () => {},
  '/cors': (response) => {
    response.setHeader('Access-Control-Allow-Origin', 'https://app.example')
    response.end('x')
  },
}

/** Starts a server like the one behind a mock. `received` contains its requests. */
export async function startUpstream() {
  const received: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const body = Buffer.concat(await request.toArray())
    const got = { method, url, headers, body }
    received.push(got)
    const answer = answers[url.split('?')[0] ?? '']
    if (answer) answer(response, got)
    else response.writeHead(404, { 'Content-Type': 'text/plain' }).end(`no ${url}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = (): Promise<unknown> => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(async () => void (await stop()))
  const { port } = server.address() as AddressInfo // a listening TCP server has a port
  return { origin: `http://127.0.0.1:${port}`, received, stop }
}
