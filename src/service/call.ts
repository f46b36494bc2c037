/** A request as the engine sees it, whatever brought it. */
export interface Call {
  readonly method: string
  /** Scheme and host, `http://127.0.0.1:4747`. */
  readonly origin: string
  /** As it was sent, percent-encoded. */
  readonly path: string
  /** What stands after the question mark, as it was sent. */
  readonly query: string
  header(name: string): string | undefined
  /** At most one byte more than the largest body that is read. */
  readonly body?: Uint8Array
}

/** An answer. Its body is text, or already in bytes. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer>
}

/** The body of an answer as text. */
export const textOf = ({ body }: Reply): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body)
