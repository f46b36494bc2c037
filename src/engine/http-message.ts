import type { Note } from '../contract/note.ts'

/** A request, independent of the transport. */
export interface MockRequest {
  readonly method: string
  /** The URL that links start with: scheme and host, `http://127.0.0.1:4747`; in a world also its base path and its name. */
  readonly origin: string
  /** The mount path of the mock, `/api`, which a framework removed from `path`. */
  readonly mountPath?: string
  /** The path, percent-encoded: as it was sent, and in a world below its base path and its name. */
  readonly path: string
  /** The query string as it was sent, without the question mark. */
  readonly query: string
  /** Returns the value of a header. The name is in lower case. */
  header(name: string): string | undefined
  /** Returns the names, in lower case, and values of all headers. The request log calls it later: it must not hold a socket. */
  readonly listHeaders?: (() => Iterable<readonly [string, string]>) | undefined
  /** The body, cut off one byte after the size limit. Undefined if its declared size is larger, and whole if middleware has read it. */
  readonly body?: Uint8Array | undefined
  /** True if the request may come from another machine. */
  readonly isExposed?: boolean
  /** True if the host is a name that has not been checked: a page may have pointed it to this machine. */
  readonly hasUncheckedHost?: boolean
  /** The names that the server may be reached by. Undefined if the request did not come over HTTP. */
  readonly hostNames?: readonly string[]
  /** True if a page of an origin that is not trusted sent the request over HTTP (20.4a). */
  readonly isForeign?: boolean | undefined
  /** The login of the user that a client with access to the control routes sends the request as. */
  readonly actsAs?: string
}

/** A response, independent of the transport. */
export interface MockResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The body, as text or in UTF-8. For HEAD it is the body of GET, whose length the transport sends instead. */
  readonly body: string | Uint8Array
  /** The way that a transport sends the response. Default: at once and whole. */
  readonly delivery?: Delivery
  /** The kind of the fault of the response, and the rule that it is from, for logs. */
  readonly fault?: string
  readonly rule?: string
  /** The notes about the request, for logs. Default: none. */
  readonly notes?: readonly Note[]
}

/** The way that a transport sends a response. The core decides; a transport waits and sends. */
export interface Delivery {
  /** Time before the response is sent, in ms. Waiting ends when the client leaves. */
  readonly delay?: number
  /** True if the connection ends after the delay, without a response. */
  readonly isDropped?: true
  /**
   * Returns the parts of the body, which are sent in place of `body`. If it throws, the connection ends in the
   * middle. Its `return` is called when the client leaves.
   */
  readonly parts?: () => AsyncIterable<string>
}

/** Returns the message of an error response that is sent, or undefined if the body is not an error in JSON. */
export function readErrorMessage({ status, body, delivery }: MockResponse): string | undefined {
  if (status < 400 || delivery?.isDropped) return undefined
  try {
    const { message } = JSON.parse(bodyText(body))
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}

/** Returns whether a method only reads. */
export const isReadMethod = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method)

/** Returns whether a browser asks if a page may send a request. */
export const isPreflight = ({ method, header }: MockRequest): boolean =>
  method === 'OPTIONS' && header('access-control-request-method') !== undefined

/** Returns `_method` of the query, else the override header, else the method of the request, in upper case. */
export function overrideMethod(request: MockRequest, inQuery: string | null | undefined): string {
  const override = inQuery ?? request.header('x-http-method-override')
  return (override || request.method).toUpperCase()
}

/** Returns the bytes of all parts, one after the other. */
export function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((size, { length }) => size + length, 0))
  let start = 0
  for (const part of parts) {
    bytes.set(part, start)
    start += part.length
  }
  return bytes
}

export const bodyText = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body)
