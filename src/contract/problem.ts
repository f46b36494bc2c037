import type { MessageKey, MessageValues } from './format-message.ts'

/** The reason why a parameter is invalid: a message and its code. */
export interface ParamError {
  /** The key of its text in `fixtures/languages/<code>/messages.ts`. */
  readonly key: MessageKey
  readonly values?: MessageValues
  /** The code of the parameter in `data.details`. Default: the parameter is not listed there. */
  readonly code?: 'rest_invalid_type' | 'rest_not_in_enum'
}

/** The problems by name, with the status and the key of their text in `fixtures/languages/<code>/messages.ts`. */
export const problems = {
  rest_no_route: { status: 404, key: 'noRoute' },
  calmock_override_on_read: { status: 403, key: 'overrideOnRead' },
  calmock_strict: { status: 400, key: 'strict' },
  rest_invalid_json: { status: 400, key: 'invalidJson' },
  rest_missing_callback_param: { status: 400, key: 'missing' },
  rest_invalid_param: { status: 400, key: 'invalid' },
  rest_invalid_namespace: { status: 404, key: 'invalidNamespace' },
  rest_unsupported_media_type: { status: 415, key: 'unsupportedMediaType' },
  rest_body_too_large: { status: 413, key: 'bodyTooLarge' },
  term_exists: { status: 400, key: 'termExists' },
  duplicate_term_slug: { status: 400, key: 'duplicateTermSlug' },
  'not-found': { status: 404, key: 'notFound' },
  'in-trash': { status: 410, key: 'inTrash' },
  'page-not-found': { status: 404, key: 'pageNotFound' },
  invalid_username: { status: 401, key: 'unknownUser' },
  incorrect_password: { status: 401, key: 'wrongPassword' },
  anonymous: { status: 401, key: 'signIn' },
  forbidden: { status: 403, key: 'mayNotWrite' },
  'not-accessible-anonymous': { status: 401, key: 'notPublished' },
  'not-accessible': { status: 403, key: 'notPublished' },
  'password-protected': { status: 403, key: 'passwordProtected' },
  rest_request_rejected: { status: 400, key: 'requestRejected' },
  rest_too_many_requests: { status: 429, key: 'tooManyRequests' },
  internal_server_error: { status: 500, key: 'serverFailed' },
  rest_service_unavailable: { status: 503, key: 'unavailable' },
} as const satisfies Record<string, { status: number; key: MessageKey }>

/** The name of a problem. Problems in kebab-case belong to a resource, and its name is part of their code: `rest-event-not-found`. */
type ProblemName = keyof typeof problems

/** The parts of a problem that depend on the request. */
interface ProblemInit {
  /** The status of the response. Default: the status of the problem. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** The code in the response. Default: the name of the problem. */
  readonly code?: string
  /** The key of the message. Default: the key of the problem's message. */
  readonly key?: MessageKey
  readonly values?: MessageValues
  /** True if a record of another kind has the ID. */
  readonly isOtherKind?: boolean
  readonly missing?: readonly string[]
  /** The invalid parameters, by name. */
  readonly errors?: Readonly<Record<string, ParamError>>
  /** Further properties of `data` in the response. */
  readonly data?: Readonly<Record<string, unknown>>
}

/** An error caused by the client or by a fault, thrown while a request is handled. The engine turns it into an error response. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly key: MessageKey
  readonly init: ProblemInit

  constructor(name: ProblemName, init: ProblemInit = {}) {
    super(name)
    this.status = init.status ?? problems[name].status
    this.key = init.key ?? problems[name].key
    this.code = init.code ?? name
    this.init = init
  }
}

/** The time after which a client may try again, in seconds. */
const RETRY_AFTER = 10

/** Creates the problem of a request that is rejected with a status from 400 to 599 before it is handled. */
export function createStatusProblem(status: number): Problem {
  if (status !== 429 && status !== 503)
    return new Problem(status < 500 ? 'rest_request_rejected' : 'internal_server_error', { status })
  return new Problem(status === 429 ? 'rest_too_many_requests' : 'rest_service_unavailable', {
    values: { accepted: RETRY_AFTER },
    headers: { 'Retry-After': String(RETRY_AFTER) },
  })
}
