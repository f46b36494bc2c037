import { formatStatus } from './status-text.ts'

/** A name and a value of a header. */
export type Header = readonly [name: string, value: string]

/** A response, as a page shows it. */
export interface Answer {
  /** `200 OK` */
  readonly status: string
  /** The headers that a reader needs. */
  readonly shownHeaders: readonly Header[]
  /** The body; JSON has line breaks. */
  readonly body: string
  /** True if the connection ended before the end of the body. */
  readonly isCut: boolean
}

/** An answer of the mock in the page, with what a recorded answer does not contain. */
export interface LiveAnswer extends Answer {
  readonly headers: readonly Header[]
  /** The body as it was sent. */
  readonly sent: string
}

/** The headers that a recorded response shows, in this order. */
const SHOWN_HEADERS: readonly string[] = [
  'Location',
  'Retry-After',
  'WWW-Authenticate',
  'X-Cal-Total',
  'X-Cal-TotalPages',
  'X-Calmock-Notes',
]

/** The note of every list whose request chooses fields. Most requests of these documents do. */
const QUIET_NOTE = 'fields-in-list'

/** The last line of a recorded body that broke off. */
const CUT = '(the connection ended here)'

/** Reads a response. */
export async function readAnswer(response: Response): Promise<LiveAnswer> {
  const { status, headers } = response
  const { text, isCut } = await readBody(response)
  return {
    status: formatStatus(status),
    shownHeaders: SHOWN_HEADERS.flatMap((name) => {
      const value = headers.get(name)
      return value === null || value === QUIET_NOTE ? [] : [[name, value] as const]
    }),
    headers: [...headers],
    body: formatBody(text, headers.get('Content-Type') ?? ''),
    sent: text,
    isCut,
  }
}

/** Reads the text of a body. A fault can end the connection before its end. */
async function readBody({ body }: Response): Promise<{ text: string; isCut: boolean }> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done) return { text: text + decoder.decode(), isCut: false }
      text += decoder.decode(value, { stream: true })
    }
  } catch {
    return { text, isCut: true }
  }
}

/** Returns JSON with line breaks, and other text without the line break at its end. */
const formatBody = (text: string, contentType: string): string => {
  if (!/\bjson\b/.test(contentType)) return text.trimEnd()
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text // cut off or malformed by a fault
  }
}

/** Formats an answer as a block records it: status line, headers, empty line, body. */
export function formatAnswer({ status, shownHeaders, body, isCut }: Answer): string {
  const head = [`HTTP/1.1 ${status}`, ...shownHeaders.map((header) => header.join(': '))].join('\n')
  const text = isCut ? `${body}\n${CUT}` : body
  return text === '' ? head : `${head}\n\n${text}`
}

/** Parses the text of a recorded answer. */
export function parseAnswer(text: string): Answer {
  const [head = '', ...rest] = text.split('\n\n')
  const [statusLine = '', ...headerLines] = head.split('\n')
  const body = rest.join('\n\n')
  const isCut = body.endsWith(`\n${CUT}`)
  return {
    status: statusLine.replace('HTTP/1.1 ', ''),
    shownHeaders: headerLines.map((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)]
    }),
    body: isCut ? body.slice(0, -CUT.length - 1) : body,
    isCut,
  }
}
