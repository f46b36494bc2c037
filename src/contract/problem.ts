import type { MessageKey, MessageValues } from './format-message.ts'

/** The reason why a parameter is invalid: a message and its code. */
export interface ParamFault {
  readonly key: MessageKey
  readonly values?: MessageValues
  /** The code of the parameter in `data.details`. Default: the parameter is not listed there. */
  readonly code?: 'rest_invalid_type' | 'rest_not_in_enum'
}

const problems = {
  rest_no_route: { status: 404, key: 'noRoute' },
  calmock_override_on_read: { status: 403, key: 'overrideOnRead' },
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
} as const satisfies Record<string, { status: number; key: MessageKey }>

/** The name of a problem. Problems in kebab-case belong to a resource, and its name is part of their code: `rest-event-not-found`. */
type ProblemName = keyof typeof problems

/** The parts of a problem that depend on the request. */
interface ProblemInit {
  /** The code in the response. Default: the name of the problem. */
  readonly code?: string
  /** The key of the message. Default: the one of the problem. */
  readonly key?: MessageKey
  readonly values?: MessageValues
  /** Names of missing required parameters. */
  readonly missing?: readonly string[]
  /** The invalid parameters, by name. */
  readonly faults?: Readonly<Record<string, ParamFault>>
  /** Further properties of `data` in the response. */
  readonly data?: Readonly<Record<string, unknown>>
}

/** An error caused by the client, thrown while a request is handled. The engine turns it into an error response. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly key: MessageKey
  readonly init: ProblemInit

  constructor(name: ProblemName, init: ProblemInit = {}) {
    super(name)
    this.status = problems[name].status
    this.key = init.key ?? problems[name].key
    this.code = init.code ?? name
    this.init = init
  }
}
