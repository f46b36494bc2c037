import { parseJson } from './expectation.ts'
import { formatLiteral, formatText } from './js-literal.ts'
import type { SentRequest } from './sent-request.ts'

/** The parts of a call of `fetch`. */
export interface FetchCall {
  /** The function. Default: `fetch`. */
  readonly callee?: string
  /** The URL as an expression. */
  readonly url: string
  readonly request: SentRequest
  /** The time after which the client gives up, in ms. */
  readonly timeout?: number
  /** The number of spaces before the statement. */
  readonly indent?: number
}

/** Returns a call of `fetch` as an expression. */
export function formatFetch(call: FetchCall): string {
  const { callee = 'fetch', url, request, timeout, indent = 0 } = call
  const { method, headers, body } = request
  const properties = [
    ...(method === 'GET' ? [] : [`method: ${formatText(method)}`]),
    ...formatHeaders(headers, indent),
    ...(body === undefined || method === 'GET' || method === 'HEAD'
      ? []
      : [`body: ${formatBody(body, indent + 2)}`]),
    ...(timeout === undefined ? [] : [`signal: AbortSignal.timeout(${timeout})`]),
  ]
  return `${callee}(${url}${formatOptions(properties, indent)})`
}

/** Returns the property `headers`, if there are any. */
export const formatHeaders = (
  headers: Readonly<Record<string, string>>,
  indent: number,
): readonly string[] =>
  Object.keys(headers).length === 0 ? [] : [`headers: ${formatLiteral(headers, indent + 2, 60)}`]

/** Returns the last argument of a call: an object of properties, each on a line. */
export function formatOptions(properties: readonly string[], indent: number): string {
  if (properties.length === 0) return ''
  const space = ' '.repeat(indent)
  return `, {\n${properties.map((property) => `${space}  ${property},\n`).join('')}${space}}`
}

/** Returns a body as an expression: JSON as an object, where that gives the same text. */
function formatBody(body: string, indent: number): string {
  const value = parseJson(body)
  return isPlainJson(value, body)
    ? `JSON.stringify(${formatLiteral(value, indent, indent + 21)})`
    : formatText(body)
}

/** Returns whether an object or a list is written as `JSON.stringify` does. */
export const isPlainJson = (value: unknown, text: string): boolean =>
  typeof value === 'object' && value !== null && JSON.stringify(value) === text
