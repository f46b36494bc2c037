import { connect } from 'node:net'

/** What is sent. */
export interface Ask {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly url: string
  /** JSON. */
  readonly body?: string
}

export interface Answer {
  readonly status: number
  /** The status line and the headers, as they came. */
  readonly head: string
  readonly body: Buffer
}

/** A kept-alive connection that takes one request at a time. */
export interface Connection {
  ask(request: Buffer): Promise<Answer>
  close(): void
}

/** The host that every server is asked by, so that links in answers do not tell them apart. */
const HOST = 'calmock.example'

/** The bytes of a request. */
export function bytesOf({ method = 'GET', url, body }: Ask): Buffer {
  const lines = [`${method} ${url} HTTP/1.1`, `Host: ${HOST}`, 'Accept: application/json']
  if (body !== undefined)
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
}

/**
 * Opens a connection to a port of this machine. A client as thin as it gets, so that the machine
 * has its time for the server; it reads answers that say their length, and rejects for others.
 */
export async function open(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined
  let parts: Buffer[] = []
  let length = 0
  let head: Head | undefined
  const fail = (error: Error): void => waiting?.reject(error)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server hung up')))
  socket.on('data', (part) => {
    parts.push(part)
    length += part.length
    head ??= headOf(parts)
    if (!head || length < head.end + head.length) return
    const body = Buffer.concat(parts).subarray(head.end)
    const answer = { status: head.status, head: head.text, body }
    parts = []
    length = 0
    head = undefined
    waiting?.resolve(answer)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    close: () => void socket.destroy(),
  }
}

/** Asks one thing on a connection of its own. */
export async function askOnce(port: number, ask: Ask): Promise<Answer> {
  const connection = await open(port)
  const answer = await connection.ask(bytesOf(ask))
  connection.close()
  return answer
}

/** The value of a header, by its name in small letters. */
export function headerOf({ head }: Answer, name: string): string | undefined {
  const line = head.split('\r\n').find((text) => text.toLowerCase().startsWith(`${name}:`))
  return line?.slice(name.length + 1).trim()
}

interface Head {
  readonly text: string
  readonly status: number
  /** Where the body begins. */
  readonly end: number
  /** Of the body. */
  readonly length: number
}

function headOf(parts: readonly Buffer[]): Head | undefined {
  const bytes = parts.length === 1 ? parts[0] : Buffer.concat(parts)
  const end = bytes?.indexOf('\r\n\r\n') ?? -1
  if (!bytes || end < 0) return undefined
  const text = bytes.toString('latin1', 0, end)
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(text) ?? []
  if (length === undefined) throw new Error(`an answer without its length: ${text}`)
  return { text, status: Number(text.slice(9, 12)), end: end + 4, length: Number(length) }
}
