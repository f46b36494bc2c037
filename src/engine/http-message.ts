/** A request as the engine sees it, whatever brought it. */
export interface MockRequest {
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
  readonly hasUncheckedHost?: boolean
}

/** An answer. */
export interface MockResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
