import type { AppView } from './app-view.ts'

/** A request in an `http` block: a request line, headers, and a body after an empty line. */
export interface BlockRequest {
  readonly method: string
  /** Path with query, from the root of the server: `/en/cal/events/v1/events?per_page=2`. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** A request and the text of its recorded response: status line, headers, empty line, body. */
export interface Exchange {
  /** The text of the request as a reader sees and edits it. */
  readonly request: string
  /** Empty for the command of a terminal, whose output is recorded in place of the response. */
  readonly response: string
}

/** The requests of a block, which run in one world, and the options of their mock. */
export interface Session {
  readonly options: BlockOptions
  readonly exchanges: readonly Exchange[]
  /** The content of the app next to the block for the recorded answer, if there is an app. */
  readonly app?: AppView
}

/** Separates the exchanges of a block. The later ones depend on the earlier ones. */
const SEPARATOR = /\n+###\n+/

/** The first line of a response. */
const STATUS_LINE = /^(?=HTTP\/1\.1 \d{3}\b)/m

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Splits the text of an `http` block into its exchanges. A response that is not recorded yet is empty. */
export const parseBlock = (text: string): readonly Exchange[] =>
  text
    .trim()
    .split(SEPARATOR)
    .map((part) => {
      const [request = '', response = ''] = part.split(STATUS_LINE)
      return { request: request.trim(), response: response.trim() }
    })

/** Formats the exchanges of a block. */
export const formatBlock = (exchanges: readonly Exchange[]): string =>
  exchanges.map(({ request, response }) => `${request}\n\n${response}`).join('\n\n###\n\n')

/** Parses the text of a request. Throws an error that names the wrong line and what is accepted. */
export function parseRequest(text: string): BlockRequest {
  const [head = '', ...rest] = text.trim().split(/\n\s*\n/)
  const [line = '', ...headerLines] = head.split('\n')
  const [, method = '', path = ''] = /^(\S+)\s+(\S+)$/.exec(line.trim()) ?? []
  if (!METHODS.includes(method) || !path.startsWith('/'))
    throw new Error(
      `line 1: "${line}" is not a request line; expected a method and a path such as GET /en/cal/events/v1/events, with ${METHODS.join(', ')}`,
    )
  const headers = Object.fromEntries(headerLines.map(parseHeader))
  const body = rest.length > 0 ? rest.join('\n\n') : undefined
  if (body !== undefined && (method === 'GET' || method === 'HEAD'))
    throw new Error(
      `the text after the empty line is a body, and ${method} has none; expected a header in the second line, or POST, PUT or DELETE`,
    )
  return { method, path, headers, body }
}

function parseHeader(line: string, index: number): readonly [name: string, value: string] {
  const [, name, value] = /^([\w-]+):\s*([ -~]*)$/.exec(line.trim()) ?? []
  if (name === undefined || value === undefined)
    throw new Error(
      `line ${index + 2}: "${line}" is not a header; expected a name, a colon and a value in ASCII such as x-calmock-delay: 500`,
    )
  return [name.toLowerCase(), value]
}

/** Options of a mock after the word `http`: `http scenario=empty sites=en,de strict`. */
export type BlockOptions = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** The word after `http` that shows an app next to the block. */
const APP = 'app'

/** Returns whether an app next to the block shows its last answer: `http app`. */
export const hasApp = (info: string): boolean => info.split(/\s+/).includes(APP)

/** Parses the options of a block. A name without a value is true; a value of `sites` is a list. */
export const parseOptions = (info: string): BlockOptions =>
  Object.fromEntries(
    info
      .split(/\s+/)
      .slice(1)
      .filter((word) => word !== '' && word !== APP)
      .map((word) => {
        const [name = '', value] = word.split('=')
        if (value === undefined) return [name, true]
        if (name === 'sites') return [name, value.split(',')]
        return [name, /^\d+$/.test(value) ? Number(value) : value]
      }),
  )

/** The sites of a block that names none. */
export const BLOCK_SITES = ['en', 'de', 'fr', 'es', 'hi', 'ar', 'zh-hans'] as const
export type BlockSite = (typeof BLOCK_SITES)[number]

/** The address of the mock in the documents. */
export const SHOWN_URL = 'http://127.0.0.1:4747'

/** The clock of the recorded responses. A server that starts with `--now today` has it on that day. */
export const RECORDED_AT = '2026-11-22T12:00:00Z'
