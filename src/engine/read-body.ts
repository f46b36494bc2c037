import type { Query } from '../contract/context.ts'
import { ownValues } from '../contract/params/param.ts'
import { Problem } from '../contract/problem.ts'
import type { MockRequest } from './http-message.ts'

/** Raw values by name. */
export interface RawValues {
  /** The last of a name; undefined where none came. */
  get(name: string): unknown
  /** All of a name that came more than once. */
  all(name: string): readonly unknown[] | undefined
}

/** A body, and the content type of one that is not read. */
export interface BodyValues extends RawValues {
  readonly unsupportedType?: string
}

const none = (): undefined => undefined
/** What says nothing. */
export const noValues: RawValues = { get: none, all: none }

/** How deep JSON and bracketed names may nest. */
export const MAX_DEPTH = 64

/** Tells what a body says. Throws `Problem` for malformed and for too large ones. */
export type ParseBody = () => BodyValues

/**
 * Reads a body as JSON, form or, with POST, multipart (12 of the reference), the only one to wait for.
 * Bodies of other types are not read, nor those of more than so many bytes.
 */
export async function createBodyParser(call: MockRequest, most: number): Promise<ParseBody> {
  const { body, method } = call
  if (!body || body.length === 0) return () => noValues
  if (body.length > most) return () => rejectTooLarge(most)
  const contentType = call.header('content-type') ?? ''
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json' || /^[\w.-]+\/[\w.-]+\+json$/.test(type))
    return () => ({ get: ownValues(readJson(body)), all: none })
  if (type === '' || type === 'application/x-www-form-urlencoded')
    return () => parseForm(decodeBody(body))
  if (type === 'multipart/form-data' && method === 'POST') return readMultipart(body, contentType)
  return () => ({ ...noValues, unsupportedType: type })
}

function rejectTooLarge(accepted: number): never {
  throw new Problem('rest_body_too_large', { values: { accepted } })
}

/**
 * Reads a query or form: `a=1`, `a[]=1`, `a[0]=1`, `venue[city]=Bonn`, `organizer[0][email]=x`.
 * Throws `Problem` where the percent-encoding is broken.
 */
export function parseForm(text: string): RawValues {
  if (text === '') return noValues
  const form = createForm()
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const mark = pair.indexOf('=')
    const name = decodePart(mark < 0 ? pair : pair.slice(0, mark), 'query')
    form.add(name, mark < 0 ? '' : decodePart(pair.slice(mark + 1), name))
  }
  return form
}

/** Percent-decodes a part of a query or path. Throws `Problem` naming the parameter when it is broken. */
export function decodePart(text: string, name: string): string {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '))
  } catch {
    throw malformedEncoding(name, text)
  }
}

function malformedEncoding(name: string, given: string): Problem {
  const fault = { key: 'malformedEncoding', values: { given: given.slice(0, 80) } } as const
  return new Problem('rest_invalid_param', { faults: { [name]: fault } })
}

/** Named values in brackets; a map, as the names come from outside. */
type Tree = Map<string, string | Tree>

/** No values yet. */
function createForm(): RawValues & { add(name: string, value: string): void } {
  const tree: Tree = new Map()
  const plain = new Map<string, string[]>()
  return {
    add(name, value) {
      const steps = parseBracketedName(name)
      if (steps) return setNestedValue(tree, steps, value)
      const before = plain.get(name)
      if (before) before.push(value)
      else plain.set(name, [value])
      tree.set(name, value)
    },
    get(name) {
      const value = tree.get(name)
      return value && convertLists(value)
    },
    all(name) {
      const values = plain.get(name)
      return values && values.length > 1 ? values : undefined
    },
  }
}

/** `venue[city]` is venue, city; `a[]` is a and the next number. Undefined without brackets. */
function parseBracketedName(name: string): string[] | undefined {
  const match = name.includes('[') && /^([^[]+)((?:\[[^\]]*\])+)$/.exec(name)
  if (!match) return undefined
  return [match[1] ?? '', ...(match[2] ?? '').slice(1, -1).split('][').slice(0, MAX_DEPTH)]
}

function setNestedValue(tree: Tree, steps: readonly string[], value: string): void {
  let branch = tree
  for (const [n, step] of steps.entries()) {
    const key = step === '' ? nextNumber(branch) : step
    if (n === steps.length - 1) branch.set(key, value)
    else {
      const below = branch.get(key)
      const next: Tree = typeof below === 'object' ? below : new Map()
      branch.set(key, next)
      branch = next
    }
  }
}

function nextNumber(branch: Tree): string {
  let next = branch.size
  while (branch.has(String(next))) next++
  return String(next)
}

/** Branches whose names are all numbers become lists, in the order of these. */
function convertLists(value: string | Tree): unknown {
  if (typeof value === 'string') return value
  const entries = [...value].map(([name, below]) => [name, convertLists(below)] as const)
  return entries.every(([name]) => /^\d+$/.test(name))
    ? entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, below]) => below)
    : Object.fromEntries(entries)
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function readJson(body: Uint8Array): Query {
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(body))
  } catch {
    throw new Problem('rest_invalid_json', {
      values: { accepted: MAX_DEPTH },
      data: { json_error_code: 4, json_error_message: 'Syntax error' },
    })
  }
  if (exceedsDepth(value, MAX_DEPTH)) {
    throw new Problem('rest_invalid_json', {
      values: { accepted: MAX_DEPTH },
      data: { json_error_code: 1, json_error_message: 'Maximum stack depth exceeded' },
    })
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Query) // an object of JSON
    : {} // other JSON names no field (12 of the reference)
}

/** Whether JSON nests deeper than some levels. */
export function exceedsDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((below) => exceedsDepth(below, depth - 1))
}

function decodeBody(body: Uint8Array): string {
  try {
    return decoder.decode(body)
  } catch {
    throw malformedEncoding('body', 'body')
  }
}

async function readMultipart(body: Uint8Array, contentType: string): Promise<ParseBody> {
  // the types of bodies leave out arrays over shared memory
  const sent = new Response(body as BodyInit, { headers: { 'Content-Type': contentType } })
  const form = await sent.formData().catch(() => undefined)
  return () => {
    if (!form)
      throw new Problem('rest_invalid_param', {
        faults: { body: { key: 'malformedMultipart' } },
      })
    const read = createForm()
    for (const [name, value] of form) read.add(name, typeof value === 'string' ? value : value.name)
    return read
  }
}
