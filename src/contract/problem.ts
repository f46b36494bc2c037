import type { MessageKey, MessageValues } from './format-message.ts'

/** A sentence to be said in the language of the site: which one, and what fills its slots. */
export interface MessageWithValues {
  readonly key: MessageKey
  readonly values?: MessageValues
}

/** What is wrong with one parameter; `code` and `data` are the inner ones of the reference. */
export interface ParamFault extends MessageWithValues {
  readonly code?: 'rest_invalid_type' | 'rest_not_in_enum'
}

const problems = {
  rest_no_route: { status: 404, phrase: 'noRoute' },
  rest_invalid_json: { status: 400, phrase: 'invalidJson' },
  rest_missing_callback_param: { status: 400, phrase: 'missing' },
  rest_invalid_param: { status: 400, phrase: 'invalid' },
  rest_invalid_namespace: { status: 404, phrase: 'invalidNamespace' },
  rest_unsupported_media_type: { status: 415, phrase: 'unsupportedMediaType' },
  rest_body_too_large: { status: 413, phrase: 'bodyTooLarge' },
  term_exists: { status: 400, phrase: 'termExists' },
  duplicate_term_slug: { status: 400, phrase: 'duplicateTermSlug' },
  'not-found': { status: 404, phrase: 'notFound' },
  'in-trash': { status: 410, phrase: 'inTrash' },
  'page-not-found': { status: 404, phrase: 'pageNotFound' },
  invalid_username: { status: 401, phrase: 'unknownUser' },
  incorrect_password: { status: 401, phrase: 'wrongPassword' },
  anonymous: { status: 401, phrase: 'signIn' },
  forbidden: { status: 403, phrase: 'mayNotWrite' },
  'password-protected': { status: 403, phrase: 'passwordProtected' },
} as const satisfies Record<string, { status: number; phrase: MessageKey }>

/** The name of a problem; those in kebab-case belong to a resource and are completed with its name on the wire. */
export type ProblemName = keyof typeof problems

/** What of a problem depends on the request. */
export interface ProblemInit {
  /** The code on the wire, where it is not the problem's name. */
  readonly code?: string
  /** What is said, where it is not the problem's own sentence. */
  readonly key?: MessageKey
  readonly values?: MessageValues
  /** Names of missing parameters, or what is wrong with each refused one. */
  readonly missing?: readonly string[]
  readonly faults?: Readonly<Record<string, ParamFault>>
  /** Further keys of `data`. */
  readonly data?: Readonly<Record<string, unknown>>
}

/** A request that cannot be answered as asked, by the caller's doing. Thrown below `answer`, caught only there. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly key: MessageKey
  readonly init: ProblemInit

  constructor(name: ProblemName, init: ProblemInit = {}) {
    super(name)
    this.status = problems[name].status
    this.key = init.key ?? problems[name].phrase
    this.code = init.code ?? name
    this.init = init
  }
}
