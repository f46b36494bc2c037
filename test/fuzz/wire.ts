import { connect } from 'node:net'
import type { Ask } from '../transports/edges.ts'

/** A response from a socket; `closed` if the server closed the connection without a response. */
export type Exchange =
  | 'closed'
  | {
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: Buffer
    }

/** Formats a request as HTTP/1.1 with one byte for each character of target and headers. */
export function bytesOf({ method, target, headers = {}, body }: Ask): Buffer {
  const sent = body === undefined ? undefined : Buffer.from(body)
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: calmock.test',
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(sent ? [`Content-Length: ${sent.length}`] : []),
  ]
  return Buffer.concat([
    Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'),
    sent ?? Buffer.of(),
  ])
}

/**
 * Sends any bytes, ends the sending side and returns everything up to the end of the connection.
 */
export function exchange(bytes: Uint8Array, port: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
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
}

/** Sends a request. Rejects if the response is malformed or has a wrong length. */
export async function overWire(ask: Ask, port: number): Promise<Exchange> {
  const answer = readAnswer(await exchange(bytesOf(ask), port))
  if (answer === 'closed') return answer
  const { status, headers, body } = answer
  const said = headers['content-length']
  const isAnswered = headers['x-content-type-options'] !== undefined // the bytes are not HTTP otherwise
  const hasBody = ask.method !== 'HEAD' && status !== 204
  if (isAnswered && !hasBody && body.length > 0) throw new Error(`${body.length} bytes too many`)
  if ((isAnswered || said !== undefined) && hasBody && Number(said) !== body.length)
    throw new Error(`Content-Length ${said}, and ${body.length} bytes came`)
  return answer
}

/** Parses the first response in the bytes; the body is the rest. */
export function readAnswer(bytes: Buffer): Exchange {
  if (bytes.length === 0) return 'closed'
  const end = bytes.indexOf('\r\n\r\n')
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(first) ?? []
  if (end < 0 || !status) throw new Error(`no answer: ${bytes.toString('latin1').slice(0, 200)}`)
  const headers = lines.map((line) => {
    const mark = line.indexOf(':')
    return [line.slice(0, mark).toLowerCase(), line.slice(mark + 1).trim()] as const
  })
  return {
    status: Number(status),
    headers: Object.fromEntries(headers),
    body: bytes.subarray(end + 4),
  }
}
