import { type IncomingMessage, request as send } from 'node:http'
import { getResponse } from 'msw'
import { listen } from '../../src/http/server.ts'
import { createCalmock } from '../../src/index.ts'
import { handlersFor } from '../../src/intercept/msw/handlers.ts'
import type { Options } from '../../src/options/options.ts'
import { createTestMock, NOW, ORIGIN } from '../call.ts'

/** A request that every transport can send. */
export interface Ask {
  readonly method: string
  /** Path and query, encoded as clients encode them. */
  readonly target: string
  /** Scheme and host; over a socket, the `Host` header contains the host. */
  readonly origin?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** A response: our headers by name, and the body with one character for each byte. */
export interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Three equal mocks behind three transports. msw does not handle foreign requests. */
export interface Edges {
  socket(ask: Ask): Promise<Seen>
  msw(ask: Ask): Promise<Seen | undefined>
  fetch(ask: Ask): Promise<Seen>
  close(): Promise<void>
}

export async function openEdges(options: Options = {}): Promise<Edges> {
  const same = { now: NOW, ...options }
  const listening = await listen(createTestMock(same), { allowHost: ['*', new URL(ORIGIN).host] })
  const handlers = handlersFor(createTestMock(same))
  const calmock = createCalmock(same)
  return {
    socket: (ask) => sendOverSocket(ask, listening.port),
    async msw(ask) {
      const response = await getResponse(handlers, createRequest(ask))
      return response && readResponse(response)
    },
    fetch: async (ask) => readResponse(await calmock.fetch(createRequest(ask))),
    close: listening.close,
  }
}

const bytesOf = (body: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(body))

export function createRequest({ method, target, origin = ORIGIN, headers, body }: Ask): Request {
  return new Request(origin + target, {
    method,
    ...(headers && { headers }),
    ...(body !== undefined && { body: bytesOf(body) }), // bytes set no content type
  })
}

async function readResponse(response: Response): Promise<Seen> {
  const bytes = await response.arrayBuffer()
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(bytes).toString('latin1'),
  }
}

/** Headers that HTTP adds on a socket. */
const socketHeaders = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

async function sendOverSocket(
  { method, target, origin = ORIGIN, headers, body }: Ask,
  port: number,
): Promise<Seen> {
  const bytes = body === undefined ? undefined : bytesOf(body)
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = send(
      {
        port,
        host: '127.0.0.1',
        method,
        path: target,
        agent: false,
        headers: {
          host: origin.replace(/^\w+:\/\//, ''),
          ...headers,
          ...(bytes && { 'content-length': bytes.length }),
        },
      },
      resolve,
    )
    sent.on('error', reject)
    sent.end(bytes)
  })
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part)
  const ours = Object.entries(response.headers).filter(([name]) => !socketHeaders.includes(name))
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(ours.map(([name, value]) => [name, [value].flat().join(', ')])),
    body: Buffer.concat(parts).toString('latin1'),
  }
}
