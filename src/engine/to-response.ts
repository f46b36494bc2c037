import type { Query, Settings } from '../contract/context.ts'
import { formatMessage, joinSentences, type Messages } from '../contract/format-message.ts'
import { splitList } from '../contract/params/values.ts'
import { listTotalHeaders, type Preset } from '../contract/presets.ts'
import type { ParamError, Problem } from '../contract/problem.ts'
import { createCorsHeaders } from './cors.ts'
import { bodyText, concatenate, type MockRequest, type MockResponse } from './http-message.ts'
import type { RawValues } from './read-body.ts'
import type { SiteMatch } from './site-router.ts'

/** Returns the headers of every response of a site's API, except `Allow` (22.1). */
export const createSiteHeaders = (
  request: MockRequest,
  root: string,
  { site, settings }: SiteMatch & { readonly settings: Settings },
): Record<string, string> => ({
  'Content-Type': 'application/json; charset=UTF-8',
  'X-Robots-Tag': 'noindex',
  'X-Content-Type-Options': 'nosniff',
  Link: `<${root}/>; rel="https://api.w.org/"`,
  ...createCorsHeaders(request, settings.preset),
  'Content-Language': site.language,
})

/** Returns the body of an error in the language of the site (13.1). */
export function presentProblem(
  { code, key, status, init: { missing, errors, values, data } }: Problem,
  messages: Messages,
): Query {
  const reasons = mapEntries(errors ?? {}, (error) =>
    formatMessage(messages, error.key, error.values),
  )
  const names = missing ?? Object.keys(reasons)
  const sentences = [
    formatMessage(messages, key, { names, ...values }),
    ...(status === 400 ? formatReasons(errors ?? {}, reasons, messages) : []),
  ]
  return {
    code,
    message: joinSentences(sentences),
    data: {
      status,
      ...(missing
        ? { params: missing }
        : errors && { params: reasons, details: presentDetails(errors, reasons) }),
      ...data,
    },
  }
}

const mapEntries = <T, U>(
  values: Readonly<Record<string, T>>,
  convert: (value: T) => U,
): Readonly<Record<string, U>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, convert(value)]))

/** Messages about fields of linked records, which begin with the path of the field: `venue.website`. */
const messagesWithName: readonly unknown[] = ['missing', 'invalidLinked']

/** Returns the reasons of a message. If there are several, each begins with the name of its parameter. */
function formatReasons(
  errors: Readonly<Record<string, ParamError>>,
  reasons: Readonly<Record<string, string>>,
  messages: Messages,
): string[] {
  const entries = Object.entries(reasons)
  return entries.map(([name, reason]) =>
    entries.length === 1 || messagesWithName.includes(errors[name]?.key)
      ? reason
      : formatMessage(messages, 'invalidLinked', { given: name, reason }),
  )
}

/** Returns the errors that have a code, by parameter; an empty list without any, as in the real service (13.1). */
function presentDetails(
  errors: Readonly<Record<string, ParamError>>,
  reasons: Readonly<Record<string, string>>,
): Query | readonly [] {
  const details = Object.entries(errors).flatMap(([name, { code }]) => {
    if (code === undefined) return []
    const data = code === 'rest_invalid_type' ? { param: name } : null
    return [[name, { code, message: reasons[name], data }]]
  })
  return details.length === 0 ? [] : Object.fromEntries(details)
}

/** The format of a response: `_fields`, `_envelope` and `_pretty` of the query. */
export interface ResponseFormat {
  /** Dotted names: `total`, `events.title`. Undefined for all fields. */
  readonly fields: readonly string[] | undefined
  readonly isEnveloped: boolean
  readonly isPretty: boolean
  readonly preset: Preset
}

export function readResponseFormat(query: RawValues, preset: Preset): ResponseFormat {
  const isSet = (name: string): boolean => {
    const value = query.get(name)
    return value !== undefined && value !== '0' && value !== 'false'
  }
  const fields = parseFields(query.all('_fields') ?? query.get('_fields'))
  return {
    isEnveloped: isSet('_envelope'),
    isPretty: isSet('_pretty'),
    fields: fields.length > 0 ? fields : undefined,
    preset,
  }
}

const parseFields = (raw: unknown): readonly string[] =>
  splitList(raw)
    .flatMap((names) => (typeof names === 'string' ? names.split(/[\s,]+/) : []))
    .filter((name) => name !== '')

/** Creates a response in the requested format. `_fields` does not apply to errors. */
export function formatResponse(
  { status, headers }: Omit<MockResponse, 'body'>,
  body: ResponseBody,
  { fields, isEnveloped, isPretty, preset }: ResponseFormat,
): MockResponse {
  const response = { status: isEnveloped ? 200 : status, headers }
  if (!fields && !isEnveloped && !isPretty) return { ...response, body: toJson(body) }
  const plain = toPlain(body)
  const content = fields && status < 400 ? pickFields(plain, fields, preset) : plain
  const envelope = isEnveloped
    ? { body: content, status, headers: envelopHeaders(headers, preset) }
    : content
  return { ...response, body: JSON.stringify(envelope, null, isPretty ? 4 : 0) }
}

/** Returns the headers in an envelope. The service has only the totals, as numbers, and `Allow` (24.5). */
function envelopHeaders(headers: MockResponse['headers'], preset: Preset): unknown {
  if (!preset.followsService) return headers
  const totals = listTotalHeaders(preset).filter((name) => name in headers)
  const { Allow } = headers
  if (totals.length === 0 && !Allow) return []
  const numbers = Object.fromEntries(totals.map((name) => [name, Number(headers[name])]))
  return { ...numbers, ...(Allow && { Allow }) }
}

/** The maximum of names in `_fields`, and of segments in a name. */
const MAX_FIELDS = { names: 200, segments: 20 }

/** Returns the named parts of a body. `events.title` is the title of each event in the list, and nothing in the service, where lists have numbers as keys (24.5). */
function pickFields(body: unknown, names: readonly string[], preset: Preset): unknown {
  const accepted = names.slice(0, MAX_FIELDS.names)
  const paths = accepted.map((name) => name.split('.').slice(0, MAX_FIELDS.segments))
  return pickPaths(body, paths, !preset.followsService)
}

function pickPaths(
  value: unknown,
  paths: readonly (readonly string[])[],
  entersLists: boolean,
): unknown {
  if (Array.isArray(value))
    return entersLists ? value.map((item) => pickPaths(item, paths, entersLists)) : []
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([name, child]) => {
    const subpaths = paths.filter(([first]) => first === name).map((path) => path.slice(1))
    if (subpaths.length === 0) return []
    const isWhole = subpaths.some((path) => path.length === 0)
    return [[name, isWhole ? child : pickPaths(child, subpaths, entersLists)]]
  })
  if (entries.length === 0 && !entersLists) return [] // as PHP writes an object without members
  return Object.fromEntries(entries)
}

/** A list whose items are JSON. */
interface ListBody {
  /** The body with an empty list under `key`. */
  readonly shell: Query
  readonly key: string
  readonly items: readonly Uint8Array[]
}

/** The body of a response: plain data, the JSON of a record, or a list of such. */
export type ResponseBody = { readonly plain: unknown } | { readonly json: Uint8Array } | ListBody

const COMMA = Uint8Array.of(44)

/** Returns the body as JSON. Records are bytes already: encoding a list of 50 kB takes a quarter of its time. */
function toJson(body: ResponseBody): string | Uint8Array {
  if ('plain' in body) return JSON.stringify(body.plain)
  if ('json' in body) return body.json
  const { shell, key, items } = body
  const text = JSON.stringify(shell)
  const start = text.indexOf(`"${key}":[]`) + key.length + 4 // JSON escapes quotes in strings
  const encoder = new TextEncoder()
  return concatenate([
    encoder.encode(text.slice(0, start)),
    ...items.flatMap((item, n) => (n > 0 ? [COMMA, item] : [item])),
    encoder.encode(text.slice(start)),
  ])
}

function toPlain(body: ResponseBody): unknown {
  if ('plain' in body) return body.plain
  if ('json' in body) return JSON.parse(bodyText(body.json))
  const items = body.items.map((item): unknown => JSON.parse(bodyText(item)))
  return { ...body.shell, [body.key]: items }
}
