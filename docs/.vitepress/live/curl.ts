import { type BlockRequest, SHOWN_URL } from './http-block.ts'

/** Splits a command at blanks that are not between single quotes. */
export const splitWords = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

/** Returns the text of the request that a `curl` command with a URL, -X, -H and -d sends. */
export function readCurl(command: string): string {
  const words = splitWords(command).slice(1)
  const listValues = (flag: string): string[] =>
    words.flatMap((word, n) => (words[n - 1] === flag ? [word] : []))
  const [body] = listValues('-d')
  const [method = body === undefined ? 'GET' : 'POST'] = listValues('-X')
  const path = words.find((word) => word.startsWith(SHOWN_URL))?.slice(SHOWN_URL.length) || '/'
  const sent = listValues('-H')
  const hasType = sent.some((header) => /^content-type:/i.test(header))
  const form = 'Content-Type: application/x-www-form-urlencoded'
  const headers = body === undefined || hasType ? sent : [form, ...sent]
  const head = [`${method} ${path}`, ...headers].join('\n')
  return body === undefined ? head : `${head}\n\n${body}`
}

/** Returns the `curl` command that sends a request to `npx calmock`. */
export function formatCurl({ method, path, headers, body }: BlockRequest): string {
  const flags = [
    ...(method === 'GET' ? [] : method === 'HEAD' ? ['-I'] : ['-X', method]),
    quote(SHOWN_URL + path),
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', quote(`${name}: ${value}`)]),
    ...(body === undefined ? [] : ['-d', quote(body)]),
  ]
  return ['curl', ...flags].join(' ')
}

/** Quotes a word for a shell. */
const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
