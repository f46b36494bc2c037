import type { Query } from '../contract/context.ts'
import { createPropertyReader, quote } from '../contract/params/param.ts'
import { decodeUtf8, MAX_DEPTH, parseJson } from '../contract/parse-json.ts'
import { type ParamError, Problem } from '../contract/problem.ts'
import type { MockRequest } from './http-message.ts'

/** Raw values by name. */
export interface RawValues {
  /** Returns the last value of a name, or undefined if it was not sent. */
  get(name: string): unknown
  /** Returns the values of a name that was sent more than once, otherwise undefined. */
  all(name: string): readonly unknown[] | undefined
  /** Returns the names that were sent. The name of `a[b]=1` is `a`. */
  names(): readonly string[]
}

export interface BodyValues extends RawValues {
  /** The reason why the body has no values. Only a write reports it. */
  readonly problem?: Problem
  /** True for a body with a content coding such as `gzip`, whose fields are unknown. */
  readonly isEncoded?: boolean
  /** The names of files in a multipart body, which are ignored. */
  readonly files?: readonly string[]
}

const getNothing = (): undefined => undefined

export const noValues: RawValues = { get: getNothing, all: getNothing, names: () => [] }

/** Parses a JSON, form or, with POST, multipart body (22.3). Throws `Problem` if it is malformed or larger than `maxBytes`. */
export async function parseBody(request: MockRequest, maxBytes: number): Promise<BodyValues> {
  const { body, method } = request
  if (exceedsSize(request, maxBytes))
    throw new Problem('rest_body_too_large', { values: { accepted: maxBytes } })
  if (!body || body.length === 0) return noValues
  const coding = readCoding(request)
  if (coding) return { ...noValues, problem: unsupportedCoding(coding), isEncoded: true }
  const contentType = request.header('content-type') ?? ''
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json' || /^[\w.-]+\/[\w.-]+\+json$/.test(type))
    return readProperties(parseJsonBody(body))
  if (type === '' || type === 'application/x-www-form-urlencoded')
    return parseForm(decodeBody(body))
  if (type === 'multipart/form-data' && method === 'POST') return parseMultipart(body, contentType)
  return { ...noValues, problem: unsupportedType(type) }
}

const unsupportedType = (given: string): Problem =>
  unsupportedBody('Content-Type', { key: 'unsupportedMediaType', values: { given } })

const unsupportedCoding = (given: string): Problem =>
  unsupportedBody('Content-Encoding', { key: 'unsupportedCoding', values: { given } })

const unsupportedBody = (header: string, error: ParamError): Problem =>
  new Problem('rest_unsupported_media_type', { ...error, errors: { [header]: error } })

/** Returns whether a body is larger than the limit, by its Content-Length or its bytes. */
export const exceedsSize = ({ body, header }: MockRequest, maxBytes: number): boolean =>
  Number(header('content-length')) > maxBytes || (body !== undefined && body.length > maxBytes)

/** Returns the content coding of a body, such as `gzip`, or undefined for a plain body. */
export function readCoding({ header }: MockRequest): string | undefined {
  const coding = header('content-encoding')?.trim()
  return coding && coding.toLowerCase() !== 'identity' ? coding.slice(0, 80) : undefined
}

/** Parses a query or form: `a=1`, `a[]=1`, `a[0]=1`, `organizer[0][email]=x`. Throws `Problem` for malformed percent-encoding. */
export function parseForm(text: string): RawValues {
  const form = createForm()
  for (const pair of text.split('&').filter((pair) => pair !== '')) {
    const [rawName = '', ...rawValue] = pair.split('=')
    const name = decodePart(rawName, 'query')
    form.add(name, decodePart(rawValue.join('='), name))
  }
  return form
}

/** Percent-decodes a part of a query or path. Throws `Problem` with the name of the parameter if it is malformed. */
export function decodePart(text: string, name: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw malformedEncoding(name, text)
  }
}

function malformedEncoding(name: string, text: string): Problem {
  const error = { key: 'malformedEncoding', values: { given: text.slice(0, 80) } } as const
  return new Problem('rest_invalid_param', { errors: { [name]: error } })
}

/** Values by bracketed name. A map, because a client chooses the names. */
class Tree extends Map<string, string | Tree> {
  #next = 0

  /** Returns the first free number that is not below the size. */
  nextNumber(): string {
    // continues from the last result: a search from the start would make large forms quadratic
    this.#next = Math.max(this.#next, this.size)
    while (this.has(String(this.#next))) this.#next++
    return String(this.#next)
  }
}

function createForm(): RawValues & { add(name: string, value: string): void } {
  const tree = new Tree()
  const valuesByName = new Map<string, string[]>()
  return {
    add(name, value) {
      const path = parseBracketedName(name)
      if (path) return setNestedValue(tree, path, value)
      const values = valuesByName.get(name) ?? []
      values.push(value)
      valuesByName.set(name, values)
      tree.set(name, value)
    },
    get(name) {
      const value = tree.get(name)
      return value && convertLists(value)
    },
    all(name) {
      const values = valuesByName.get(name)
      return values && values.length > 1 ? values : undefined
    },
    names: () => [...tree.keys()],
  }
}

/** Splits `venue[city]` into venue and city, and `a[]` into a and an empty name. Returns undefined for a name without brackets. */
function parseBracketedName(name: string): readonly string[] | undefined {
  const [, first, brackets] = /^([^[]+)((?:\[[^\]]*\])+)$/.exec(name) ?? []
  if (first === undefined || brackets === undefined) return undefined
  return [first, ...brackets.slice(1, -1).split('][').slice(0, MAX_DEPTH)]
}

/** Sets a value at a path. An empty name means the next free number. */
function setNestedValue(tree: Tree, [name = '', ...names]: readonly string[], value: string): void {
  const key = name === '' ? tree.nextNumber() : name
  if (names.length === 0) return void tree.set(key, value)
  const existing = tree.get(key)
  const branch = typeof existing === 'object' ? existing : new Tree()
  tree.set(key, branch)
  setNestedValue(branch, names, value)
}

/** Converts branches to plain data. A branch whose names are all numbers becomes a list in their order. */
function convertLists(value: string | Tree): unknown {
  if (typeof value === 'string') return value
  const entries = [...value].map(([name, child]) => [name, convertLists(child)] as const)
  return entries.every(([name]) => /^\d+$/.test(name))
    ? entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, child]) => child)
    : Object.fromEntries(entries)
}

/** Returns the values of a JSON body. Only an object has any. */
export function readProperties(json: unknown): BodyValues {
  if (typeof json === 'object' && json !== null && !Array.isArray(json))
    return { ...noValues, ...createPropertyValues(json as Query) } // a JSON object
  const error = { key: 'notObject', values: { given: quote(json) } } as const
  return { ...noValues, problem: new Problem('rest_invalid_param', { errors: { body: error } }) }
}

const createPropertyValues = (values: Query) => ({
  get: createPropertyReader(values),
  names: () => Object.keys(values),
})

function parseJsonBody(body: Uint8Array): unknown {
  try {
    return parseJson(body)
  } catch (error) {
    if (error instanceof RangeError) throw invalidJson(1, 'Maximum stack depth exceeded')
    throw invalidJson(4, 'Syntax error')
  }
}

/** Creates the problem of a JSON body, with the code and message of PHP. */
const invalidJson = (code: number, message: string): Problem =>
  new Problem('rest_invalid_json', {
    values: { accepted: MAX_DEPTH },
    data: { json_error_code: code, json_error_message: message },
  })

function decodeBody(body: Uint8Array): string {
  try {
    return decodeUtf8(body)
  } catch {
    throw malformedEncoding('body', 'body')
  }
}

async function parseMultipart(body: Uint8Array, contentType: string): Promise<BodyValues> {
  // BodyInit excludes arrays over shared memory, which a body never is
  const response = new Response(body as BodyInit, { headers: { 'Content-Type': contentType } })
  const formData = await response.formData().catch(() => {
    throw new Problem('rest_invalid_param', { errors: { body: { key: 'malformedMultipart' } } })
  })
  const form = createForm()
  const files: string[] = []
  for (const [name, value] of formData) {
    if (typeof value === 'string') form.add(name, value)
    else files.push(name)
  }
  return { ...form, files }
}
