import { parseJson } from './expectation.ts'
import { formatOptions, isPlainJson } from './fetch-call.ts'
import { formatComment, formatLiteral, formatText } from './js-literal.ts'
import { describeRequest, readSentRequest } from './sent-request.ts'
import type { SnippetEntry, SnippetInput } from './snippet-input.ts'
import { createTestSettings } from './test-settings.ts'

/** Returns a file with a handler of MSW that returns the response of an entry, before the handlers of calmock. */
export function createMswOverride(input: SnippetInput): string {
  const { entry } = input
  const { fault: _, delay: __, ...options } = createTestSettings(input).options
  const delay = createDelay(entry)
  return `import { createCalmock } from 'calmock'
import { handlersFor } from 'calmock/msw'
import { ${delay ? 'delay, ' : ''}HttpResponse, http } from 'msw'

const mock = createCalmock(${formatLiteral(options, 0, 28)})

// ${formatComment(describeRequest(input))}
const override = http.${chooseMethod(entry.method)}(${formatPattern(input)}, async (${formatParameter(entry)}) => {
${formatQueryCheck(entry)}${delay ? `  await delay(${delay})\n` : ''}  return ${hasNoResponse(entry) ? 'HttpResponse.error()' : formatResponse(entry)}
})

/** Handlers for \`setupServer\` and \`setupWorker\`. */
export const handlers = [override, ...handlersFor(mock)]
`
}

const hasNoResponse = ({ status, fault = '' }: SnippetEntry): boolean =>
  status === 0 || /^(drop|offline|timeout)$/.test(fault)

/** Returns the delay of a response in ms, or 0. */
function createDelay({ delay = 0, fault }: SnippetEntry): number {
  if (fault === 'timeout') return 0
  return fault === 'slow' ? delay + 3000 : delay
}

function chooseMethod(method: string): string {
  const name = method.toLowerCase()
  return ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'].includes(name) ? name : 'all'
}

/** Returns the path of a handler on any host, as an expression. */
function formatPattern(input: SnippetInput): string {
  const [path = ''] = readSentRequest(input).path.split('?')
  if (/^[\w./%~-]+$/.test(path)) return formatText(`*${path}`)
  return `/${path.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$/` // characters with a meaning in patterns
}

const readQuery = ({ url }: SnippetEntry): readonly (readonly [string, string])[] =>
  [...new URL(url).searchParams].filter(([, value]) => value !== '[redacted]')

const formatParameter = (entry: SnippetEntry): string =>
  readQuery(entry).length === 0 ? '' : '{ request }'

/** Returns statements that pass requests with another query on to the next handler. */
function formatQueryCheck(entry: SnippetEntry): string {
  const query = readQuery(entry)
  if (query.length === 0) return ''
  return `  const query = new URLSearchParams(${formatLiteral(query, 2, 36)})
  const { searchParams } = new URL(request.url)
  if (![...query].every(([name, value]) => searchParams.has(name, value))) return undefined
`
}

/** Headers that the transport sets. */
const transportHeaders =
  /^(access-control-.*|connection|content-(encoding|length)|date|keep-alive|transfer-encoding|vary|x-calmock-.*)$/i

function formatResponse(entry: SnippetEntry): string {
  const { status, responseHeaders, responseBody: body } = entry
  const all = Object.entries(responseHeaders).filter(([name]) => !transportHeaders.test(name))
  const value = parseJson(body)
  const isJson = body !== undefined && isPlainJson(value, body)
  const headers = Object.fromEntries(all)
  const init = formatOptions(
    [
      ...(status === 200 ? [] : [`status: ${status}`]),
      ...(all.length === 0 ? [] : [`headers: ${formatLiteral(headers, 4, 60)}`]),
    ],
    2,
  )
  if (isJson && entry.fault !== 'truncate')
    return `HttpResponse.json(${formatLiteral(value, 2, 30)}${init})`
  return `new HttpResponse(${formatBody(entry)}${init})`
}

/** Returns the body of a response as an expression. */
function formatBody({ method, status, fault, responseBody }: SnippetEntry): string {
  const isEmpty = method === 'HEAD' || [204, 205, 304].includes(status) || !responseBody
  if (isEmpty) return 'null'
  if (fault !== 'truncate') return formatText(responseBody)
  const half = responseBody.slice(0, responseBody.length / 2)
  return `new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(${formatText(half)})),
    pull: (controller) => controller.error(new TypeError('terminated')),
  })`
}
