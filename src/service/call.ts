/** A request as the engine sees it, whatever brought it. */
export interface Call {
  readonly method: string
  /** Scheme and host, `http://127.0.0.1:4747`. */
  readonly origin: string
  /** As it was sent, percent-encoded. */
  readonly path: string
  /** What stands after the question mark, as it was sent. */
  readonly query: string
  /** By its name in lower case. */
  header(name: string): string | undefined
  /** At most one byte more than the largest body that is read. */
  readonly body?: Uint8Array | undefined
  /** Whether it may have come from another machine. */
  readonly isExposed?: boolean
  /** Whether its host is a name that nobody has looked at, which a page may have had pointed here. */
  readonly mayBeRebound?: boolean
}

/** UTF-8. */
export type Bytes = Uint8Array<ArrayBuffer>

/** A piece of a body: text, or bytes already. */
export type Part = string | Bytes

/** An answer. Its body is in one piece or in several. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Part | readonly Part[]
  /** Whether this very answer will be given again. */
  readonly isKept?: true
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The body of an answer in one piece. */
export function bytesOf({ body }: Pick<Reply, 'body'>): Bytes {
  if (typeof body === 'string') return encoder.encode(body)
  if (body instanceof Uint8Array) return body
  const parts = body.map((part) => (typeof part === 'string' ? encoder.encode(part) : part))
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The body of an answer as text. */
export const textOf = (reply: Pick<Reply, 'body'>): string =>
  typeof reply.body === 'string' ? reply.body : decoder.decode(bytesOf(reply))
