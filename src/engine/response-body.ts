import type { Query } from '../contract/context.ts'
import { bodyText } from './http-message.ts'

/** A list whose items are JSON. */
export interface ListBody {
  /** The body with an empty list under `key`. */
  readonly shell: Query
  readonly key: string
  readonly items: readonly Uint8Array[]
}

/** The body of a response: plain data, the JSON of a record, or a list of such. */
export type ResponseBody = { readonly plain: unknown } | { readonly json: Uint8Array } | ListBody

const COMMA = 44

/** Returns the body as JSON. Records are bytes already: encoding a list of 50 kB takes a quarter of its time. */
export function toJson(body: ResponseBody): string | Uint8Array {
  if ('plain' in body) return JSON.stringify(body.plain)
  if ('json' in body) return body.json
  const { shell, key, items } = body
  const text = JSON.stringify(shell)
  const start = text.indexOf(`"${key}":[]`) + key.length + 4 // JSON escapes quotes in strings
  return concatenate(text.slice(0, start), items, text.slice(start))
}

/** Returns items in UTF-8 with commas between them, after a text and before another one. */
function concatenate(before: string, items: readonly Uint8Array[], after: string): Uint8Array {
  const encoder = new TextEncoder()
  const [first, last] = [encoder.encode(before), encoder.encode(after)]
  const commas = Math.max(items.length - 1, 0)
  const length = items.reduce((sum, item) => sum + item.length, first.length + last.length + commas)
  const joined = new Uint8Array(length)
  joined.set(first)
  let position = first.length
  for (const [n, item] of items.entries()) {
    if (n > 0) joined[position++] = COMMA
    joined.set(item, position)
    position += item.length
  }
  joined.set(last, position)
  return joined
}

export function toPlain(body: ResponseBody): unknown {
  if ('plain' in body) return body.plain
  if ('json' in body) return JSON.parse(bodyText(body.json))
  const items = body.items.map((item): unknown => JSON.parse(bodyText(item)))
  return { ...body.shell, [body.key]: items }
}
