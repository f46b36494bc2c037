import type { Note } from '../contract/note.ts'
import type { MockRequest } from '../engine/http-message.ts'
import { decodeUtf8 } from '../engine/read-body.ts'
import { formatCurl } from './curl.ts'
import type { LoggedRequest } from './logged-request.ts'
import { Redactor } from './redact.ts'

/** The site of a path, and the path below its root and namespace. */
export interface SitePath {
  readonly site: string
  readonly path?: string
}

/** The bodies of a request and of its response. */
export interface RecordedBodies {
  readonly request: Uint8Array | undefined
  readonly response: string
}

/** A request and its response as they were sent. */
export interface RecordedRequest {
  readonly id: number
  /** The time of the request, in ms since 1970 UTC. */
  readonly startedAt: number
  readonly world: string
  readonly method: string
  readonly origin: string
  readonly path: string
  readonly query: string
  readonly listHeaders: MockRequest['listHeaders']
  readonly hasBody: boolean
  readonly status: number
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly ms: number
  readonly delay: number | undefined
  readonly fault: string | undefined
  readonly notes: readonly Note[]
  /** The message of an error response. */
  readonly reason?: string | undefined
}

/** Returns a request as the log shows it, without credentials. Its bodies are undefined if they were removed. */
export function toLoggedRequest(
  recorded: RecordedRequest,
  site: SitePath | undefined,
  bodies: RecordedBodies | undefined,
): LoggedRequest {
  const { id, startedAt, world, method, query, status, ms, delay, fault } = recorded
  const { reason, hasBody } = recorded
  const redactor = new Redactor()
  const redactedQuery = redactor.redactForm(query)
  const url = recorded.origin + recorded.path + (query && `?${redactedQuery}`)
  const requestHeaders = redactor.redactHeaders(Object.fromEntries(recorded.listHeaders?.() ?? []))
  const text = bodies?.request && readText(bodies.request)
  const requestBody = text && redactor.redactBody(text)
  const language = recorded.responseHeaders['Content-Language']
  const sent = { method, url, world, requestHeaders, ...(requestBody && { requestBody }) }
  return Object.freeze({
    ...{ id, time: new Date(startedAt).toISOString(), world, method, url, ...site },
    ...(language && { language }),
    query: readQuery(redactedQuery),
    ...{ status, ms: ms + (delay ?? 0) },
    ...(fault && { fault }),
    ...(delay && { delay }),
    notes: Object.freeze(recorded.notes.map((note) => redactNote(note, redactor))),
    ...(reason && { reason: redactor.redactResponse(reason) }),
    requestHeaders,
    ...(requestBody && { requestBody }),
    responseHeaders: redactor.redactResponseHeaders(recorded.responseHeaders),
    ...(bodies?.response && { responseBody: redactor.redactResponse(bodies.response) }),
    curl: formatCurl({ ...sent, lacksBody: hasBody && requestBody === undefined }),
  })
}

const redactNote = (note: Note, redactor: Redactor): Note =>
  Object.freeze({ ...note, message: redactor.redactResponse(note.message) })

/** Returns a body as text, or undefined if it is not a text. */
function readText(body: Uint8Array): string | undefined {
  try {
    return decodeUtf8(body)
  } catch {
    return undefined
  }
}

/** Returns the values of a query by name, and a list for a name with several values. */
function readQuery(query: string): LoggedRequest['query'] {
  const values = new Map<string, string | string[]>()
  for (const [name, value] of new URLSearchParams(query)) {
    const previous = values.get(name)
    values.set(name, previous === undefined ? value : [previous, value].flat())
  }
  return Object.freeze(Object.fromEntries(values))
}
