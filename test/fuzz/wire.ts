import { connect } from 'node:net'
import type { Ask } from '../transports/edges.ts'

/** An answer as it came over a socket; `closed` where the server hung up without one. */
export type Exchange =
  | 'closed'
  | {
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: Buffer
    }

/** A request in the bytes of HTTP/1.1, one byte for each character of target and headers. */
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

/** Sends any bytes, ends its side, and gives all that comes back until the server ends its own. */
export function exchange(bytes: Uint8Array, port: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('data', (part) => parts.push(part))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const isHungUp = error.code === 'ECONNRESET' || error.code === 'EPIPE'
      return isHungUp ? undefined : reject(error) // it answered before it had read all
    })
    socket.on('close', () => resolve(Buffer.concat(parts)))
    socket.end(bytes)
  })
}

/** Sends a request. Rejects where what comes back is no answer, or one of another length than it says. */
export async function overWire(ask: Ask, port: number): Promise<Exchange> {
  const answer = readAnswer(await exchange(bytesOf(ask), port))
  if (answer === 'closed') return answer
  const { status, headers, body } = answer
  const said = headers['content-length']
  const isAnswered = headers['x-content-type-options'] !== undefined // else the bytes are no HTTP
  const hasBody = ask.method !== 'HEAD' && status !== 204
  if (isAnswered && !hasBody && body.length > 0) throw new Error(`${body.length} bytes too many`)
  if ((isAnswered || said !== undefined) && hasBody && Number(said) !== body.length)
    throw new Error(`Content-Length ${said}, and ${body.length} bytes came`)
  return answer
}

/** The first answer of some bytes; its body is the rest of them. */
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
