import { connect } from 'node:net'
import { bodyText } from '../../src/engine/http-message.ts'
import type { Calmock } from '../../src/index.ts'
import { ORIGIN } from '../call.ts'
import { type Ask, createRequest } from '../transports/edges.ts'

/** A request with the transport that carries it to the mock. */
export interface Sent extends Ask {
  readonly edge: 'respond' | 'fetch' | 'wire'
}

/** A response with its headers in lower case. */
export interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Sends a request. Rejects if the mock rejects, or if the content length is wrong. */
export async function answerTo(sent: Sent, mock: Calmock, port: number): Promise<Seen | 'closed'> {
  const request = sent.edge === 'fetch' && requestOf(sent)
  if (request) {
    const response = await mock.fetch(request)
    const { status, headers } = response
    return { status, headers: Object.fromEntries(headers), text: await response.text() }
  }
  if (sent.edge === 'wire') return overWire(sent, port)
  const [path = '', ...queries] = sent.target.split('?')
  const headers = lower(sent.headers ?? {})
  const reply = await mock.handle({
    method: sent.method,
    origin: ORIGIN,
    path: path.startsWith('/') ? path : `/${path}`,
    query: queries.join('?'),
    header: (name) => headers[name.toLowerCase()],
    ...(sent.body !== undefined && { body: new Uint8Array(Buffer.from(sent.body)) }),
  })
  return { status: reply.status, headers: lower(reply.headers), text: bodyText(reply.body) }
}

/** Returns undefined for requests that `Request` cannot represent, such as GET with a body. */
function requestOf(ask: Ask): Request | undefined {
  try {
    return createRequest(ask)
  } catch {
    return undefined
  }
}

/** Returns a request with its target as it arrives; `fetch` normalizes dots and other parts. */
export function arrived(sent: Sent): Ask {
  const request = sent.edge === 'fetch' && requestOf(sent)
  return request ? { ...sent, target: request.url.slice(ORIGIN.length) } : sent
}

const lower = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** Formats a request as HTTP/1.1 with one byte for each character of target and headers. */
export function bytesOf({ method, target, headers = {}, body }: Ask): Buffer {
  const sent = body === undefined ? undefined : Buffer.from(body)
  const lines = [
    ...[`${method} ${target} HTTP/1.1`, 'Host: calmock.test', 'Connection: close'],
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(sent ? [`Content-Length: ${sent.length}`] : []),
  ]
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return Buffer.concat([head, sent ?? Buffer.of()])
}

/** Sends any bytes, ends the sending side and returns the response; `closed` if there is none. */
export async function exchange(bytes: Uint8Array, port: number) {
  const received = await new Promise<Buffer>((resolve, reject) => {
    const parts: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('data', (part) => parts.push(part))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const isHungUp = error.code === 'ECONNRESET' || error.code === 'EPIPE'
      return isHungUp ? undefined : reject(error) // the server may respond before it has read the whole request
    })
    socket.on('close', () => resolve(Buffer.concat(parts)))
    socket.end(bytes)
  })
  return received.length === 0 ? 'closed' : readAnswer(received)
}

/** Parses the first response in the bytes; the body is the rest. */
function readAnswer(bytes: Buffer): Seen & { readonly size: number } {
  const end = bytes.indexOf('\r\n\r\n')
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(first) ?? []
  if (end < 0 || !status) throw new Error(`no answer: ${bytes.toString('latin1').slice(0, 200)}`)
  const headers = lines.map((line) => {
    const mark = line.indexOf(':')
    return [line.slice(0, mark).toLowerCase(), line.slice(mark + 1).trim()] as const
  })
  const body = bytes.subarray(end + 4)
  const text = body.toString()
  return { status: Number(status), headers: Object.fromEntries(headers), text, size: body.length }
}

/** Sends a request. Rejects if the response is malformed or has a wrong length. */
async function overWire(ask: Ask, port: number): Promise<Seen | 'closed'> {
  const answer = await exchange(bytesOf(ask), port)
  if (answer === 'closed') return answer
  const { status, headers, size } = answer
  const said = headers['content-length']
  const isAnswered = headers['x-content-type-options'] !== undefined // the bytes are not HTTP otherwise
  const hasBody = ask.method !== 'HEAD' && status !== 204
  if (isAnswered && !hasBody && size > 0) throw new Error(`${size} bytes too many`)
  if ((isAnswered || said !== undefined) && hasBody && Number(said) !== size)
    throw new Error(`Content-Length ${said}, and ${size} bytes came`)
  return answer
}
