import type { Note } from '../contract/note.ts'

/** A part of a logged request that can be longer than the log stores. */
export type TruncatedPart =
  | ('url' | 'requestHeaders' | 'requestBody')
  | ('responseHeaders' | 'responseBody')

/** A request to a world with its response. Credentials are replaced with `[redacted]`. */
export interface LoggedRequest {
  /** The number of the request in its world. It is higher than the numbers of all earlier requests. */
  readonly id: number
  /** The time of the request by the system clock, ISO 8601 in UTC. */
  readonly time: string
  /** The name of the world. */
  readonly world: string
  readonly method: string
  /** The client's URL without credentials, with the prefix of the world and the query. */
  readonly url: string
  /** The path below the root and the namespace of the site, such as `/events/12`, without a slash at its end. Undefined outside the sites. */
  readonly path?: string
  /** The language in the root of the site. Undefined outside the sites. */
  readonly site?: string
  /** The language of the response. */
  readonly language?: string
  /** The values of the query by name. A name that was sent more than once has a list. */
  readonly query: Readonly<Record<string, string | readonly string[]>>
  /** The status of the response. 0 if the connection ended without one. */
  readonly status: number
  /** The time until the response was ready, in ms, with the planned delay. */
  readonly ms: number
  /** The fault that was applied. */
  readonly fault?: string
  /** The rule that the fault is from, such as `GET /events 503`. Undefined if a header of the request asked for it. */
  readonly rule?: string
  /** The planned delay, in ms. */
  readonly delay?: number
  /** The notes about the request. */
  readonly notes: readonly Note[]
  /** The message of an error response. */
  readonly reason?: string
  /** The headers of the request. Names are in lower case. */
  readonly requestHeaders: Readonly<Record<string, string>>
  /** The body of the request, if it is a text. */
  readonly requestBody?: string
  /** The headers of the response, without headers of the connection. */
  readonly responseHeaders: Readonly<Record<string, string>>
  /** The body of the response. */
  readonly responseBody?: string
  /** The parts that were longer than the log stores. The end of a text is missing, and whole headers. */
  readonly truncated?: readonly TruncatedPart[]
  /** A command for bash or zsh that sends the request again. */
  readonly curl: string
}
