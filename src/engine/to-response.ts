import type { Query } from '../contract/context.ts'
import { formatMessage, joinSentences, type Messages } from '../contract/format-message.ts'
import { splitList } from '../contract/params/list.ts'
import type { Problem } from '../contract/problem.ts'
import type { MockRequest, MockResponse } from './http-message.ts'
import { addCorsHeaders } from './plain-response.ts'
import type { RawValues } from './read-body.ts'
import { type ResponseBody, toJson, toPlain } from './response-body.ts'

/** The headers of every answer of a site (12 of the reference). */
export const createHeaders = (call: MockRequest, root: string): Record<string, string> =>
  addCorsHeaders(call, {
    'Content-Type': 'application/json; charset=UTF-8',
    'X-Robots-Tag': 'noindex',
    'X-Content-Type-Options': 'nosniff',
    Link: `<${root}/>; rel="https://api.w.org/"`,
  })

/** The body of an error, in the language of the site (3.1 of the reference). */
export function presentProblem(
  { code, key: phrase, status, init }: Problem,
  words: Messages,
): Query {
  const { missing, faults, values: slots } = init
  const names = missing ?? Object.keys(faults ?? {})
  const texts = Object.fromEntries(
    Object.entries(faults ?? {}).map(([name, fault]) => [
      name,
      formatMessage(words, fault.key, fault.values),
    ]),
  )
  const message = formatMessage(words, phrase, { names, ...slots })
  const reasons = status === 400 ? formatReasons(init, texts, words) : []
  return {
    code,
    message: joinSentences([message, ...reasons]),
    data: {
      status,
      ...(missing && { params: missing }),
      ...(faults && { params: texts, details: presentDetails(init, texts) }),
      ...init.data,
    },
  }
}

/** Phrases of linked records. Their texts start with the path of a field: `venue.website`. */
const namesItself = ['missing', 'invalidLinked'] as const

/** The reasons of a message. Where there are several, each starts with the name of its parameter. */
function formatReasons(
  { faults = {} }: Problem['init'],
  texts: Readonly<Record<string, string>>,
  words: Messages,
): string[] {
  const entries = Object.entries(texts)
  const needsName = (name: string): boolean =>
    entries.length > 1 && !namesItself.some((phrase) => phrase === faults[name]?.key)
  return entries.map(([given, reason]) =>
    needsName(given) ? formatMessage(words, 'invalidLinked', { given, reason }) : reason,
  )
}

/** What the type checks say of each name; an empty list where none did, as the reference prints it. */
function presentDetails(
  { faults = {} }: Problem['init'],
  texts: Readonly<Record<string, string>>,
): Query | readonly [] {
  const coded = Object.entries(faults).filter(([, fault]) => fault.code !== undefined)
  if (coded.length === 0) return []
  return Object.fromEntries(
    coded.map(([name, { code }]) => [
      name,
      { code, message: texts[name], data: code === 'rest_invalid_type' ? { param: name } : null },
    ]),
  )
}

/** What the client asked of the form of an answer: `_fields`, `_envelope`, `_pretty`; HEAD has no body. */
export interface ResponseFormat {
  /** Dotted names: `total`, `events.title`. */
  readonly fields: readonly string[] | undefined
  readonly isEnveloped: boolean
  readonly isPretty: boolean
  readonly isHead: boolean
}

/** What the query of a call says of the form. */
export function readResponseFormat(call: MockRequest, query: RawValues): ResponseFormat {
  const isSet = (name: string): boolean => {
    const value = query.get(name)
    return value !== undefined && value !== '0' && value !== 'false'
  }
  const asked = query.all('_fields') ?? query.get('_fields')
  const fields = asked === undefined ? [] : parseFields(asked)
  return {
    isHead: call.method === 'HEAD',
    isEnveloped: isSet('_envelope'),
    isPretty: isSet('_pretty'),
    fields: fields.length > 0 ? fields : undefined,
  }
}

const parseFields = (asked: unknown): readonly string[] =>
  splitList(asked)
    .flatMap((names) => (typeof names === 'string' ? names.split(/[\s,]+/) : []))
    .filter((name) => name !== '')

/** The answer in the form that was asked for; `_fields` leaves errors whole. */
export function formatResponse(
  status: number,
  body: ResponseBody,
  headers: Readonly<Record<string, string>>,
  form: ResponseFormat,
): MockResponse {
  if (form.isHead) return { status: form.isEnveloped ? 200 : status, headers, body: '' }
  if (!form.fields && !form.isEnveloped && !form.isPretty)
    return { status, headers, body: toJson(body) }
  const plain = toPlain(body)
  const kept = form.fields && status < 400 ? pickFields(plain, form.fields) : plain
  const whole = form.isEnveloped ? { body: kept, status, headers } : kept
  return {
    status: form.isEnveloped ? 200 : status,
    headers,
    body: JSON.stringify(whole, null, form.isPretty ? 4 : 0),
  }
}

/** The named parts of a body; `events.title` reaches into every item of a list. */
const pickFields = (body: unknown, names: readonly string[]): unknown =>
  pickPaths(
    body,
    names.slice(0, 200).map((name) => name.split('.').slice(0, 20)),
  )

function pickPaths(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (Array.isArray(value)) return value.map((item) => pickPaths(item, paths))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([name, below]) => {
    const rests = paths.filter(([first]) => first === name).map((path) => path.slice(1))
    if (rests.length === 0) return []
    return [[name, rests.some((rest) => rest.length === 0) ? below : pickPaths(below, rests)]]
  })
  return Object.fromEntries(entries)
}
