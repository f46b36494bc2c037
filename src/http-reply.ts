import { ServerResponse } from 'node:http'
import { bytesOf, type Part, type Reply } from './service/call.ts'

/** The headers of answers that are given again. */
const linesOf = new WeakMap<Reply, readonly string[]>()

/** Writes a reply as the answer. */
export function writeReply(response: ServerResponse, reply: Reply): void {
  const { status, body } = reply
  if (body instanceof Uint8Array) {
    writeHead(response, status, headersOf(response, reply, body.length))
    response.end(body)
  } else {
    const { bytes, room } = joined(typeof body === 'string' ? [body] : body)
    writeHead(response, status, headersOf(response, reply, bytes.length))
    response.end(bytes)
    // it may be filled again; one that is not empty yet is left to go
    if (room && rooms.length < ROOM.most && isSent(response)) rooms.push(room)
  }
}

/** Names before values, which Node takes as they are; what others have put in its place may not. */
function writeHead(response: ServerResponse, status: number, lines: string[]): void {
  if (!Object.hasOwn(response, 'writeHead')) return void response.writeHead(status, lines)
  for (let n = 0; n < lines.length; n += 2)
    response.setHeader(lines[n] as string, lines[n + 1] as string) // in pairs
  response.writeHead(status)
}

/** The size of a room, in bytes, and how many are kept. */
const ROOM = { size: 128 * 1024, most: 16 }
/** Memory of bodies that are sent. To take new memory for each costs more than to fill it, and Node takes its time with texts. */
const rooms: Buffer[] = []

/** Parts in one piece, in a room where they fit. */
function joined(parts: readonly Part[]): { bytes: Uint8Array; room?: Buffer } {
  let most = 0
  for (const part of parts) most += typeof part === 'string' ? part.length * 3 : part.length
  if (most > ROOM.size) return { bytes: bytesOf({ body: parts }) }
  const room = rooms.pop() ?? Buffer.allocUnsafeSlow(ROOM.size)
  let at = 0
  for (const part of parts) {
    if (typeof part === 'string') at += room.write(part, at)
    else {
      room.set(part, at)
      at += part.length
    }
  }
  return { bytes: room.subarray(0, at), room }
}

/** Whether the system has taken all that was written, and no other code can hold it back. */
const isSent = (response: ServerResponse): boolean =>
  response.end === ServerResponse.prototype.end && response.writableLength === 0

/** Names before values; with the length, but for HEAD, of whose body we know none. */
function headersOf({ req }: ServerResponse, reply: Reply, length: number): string[] {
  const known = linesOf.get(reply)
  if (known) return known as string[] // Node only reads them
  const lines: string[] = []
  for (const name in reply.headers) lines.push(name, reply.headers[name] ?? '')
  if (req.method !== 'HEAD') lines.push('Content-Length', String(length))
  if (reply.isKept) linesOf.set(reply, lines)
  return lines
}
