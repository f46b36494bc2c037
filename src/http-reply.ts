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
    const parts = typeof body === 'string' ? [body] : body
    const room = roomFor(parts, response)
    const bytes = room ? joinedIn(room, parts) : bytesOf(reply)
    writeHead(response, status, headersOf(response, reply, bytes.length))
    response.end(bytes)
    // once the system has taken all of it; else it is left to go
    if (room && response.writableLength === 0 && rooms.length < ROOM.most) rooms.push(room)
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

/** Where the parts of a body fit, and nothing but Node itself can hold the answer back. */
function roomFor(parts: readonly Part[], response: ServerResponse): Buffer | undefined {
  if (response.end !== ServerResponse.prototype.end) return undefined
  let most = 0
  for (const part of parts) most += typeof part === 'string' ? part.length * 3 : part.length
  return most > ROOM.size ? undefined : (rooms.pop() ?? Buffer.allocUnsafeSlow(ROOM.size))
}

/** Parts in one piece, at the start of a room. */
function joinedIn(room: Buffer, parts: readonly Part[]): Uint8Array {
  let at = 0
  for (const part of parts) {
    if (typeof part === 'string') at += room.write(part, at)
    else {
      room.set(part, at)
      at += part.length
    }
  }
  return room.subarray(0, at)
}

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
