import type { Query } from '../contract/context.ts'

/** JSON in bytes. */
export type Bytes = Uint8Array<ArrayBuffer>

/** A list whose items are JSON already: the rest of its body, with an empty list under `key`. */
export interface ListBody {
  readonly shell: Query
  readonly key: string
  readonly items: readonly Bytes[]
}

/** What an answer says: plain data, the JSON of a record, or a list of such. */
export type Body = { readonly plain: unknown } | { readonly bytes: Bytes } | ListBody

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const COMMA = 0x2c

/** The body as JSON, without reading what is JSON already. */
export function jsonOf(body: Body): string | Bytes {
  if ('plain' in body) return JSON.stringify(body.plain)
  if ('bytes' in body) return body.bytes
  const { shell, key, items } = body
  const text = JSON.stringify(shell)
  const place = text.indexOf(`"${key}":[]`) + key.length + 4 // quotes inside of texts are escaped
  const [before, after] = [encoder.encode(text.slice(0, place)), encoder.encode(text.slice(place))]
  const size = items.reduce((sum, { length }) => sum + length + 1, before.length + after.length - 1)
  const whole = new Uint8Array(items.length > 0 ? size : size + 1)
  whole.set(before)
  let at = before.length
  for (const [n, item] of items.entries()) {
    if (n > 0) whole[at++] = COMMA
    whole.set(item, at)
    at += item.length
  }
  whole.set(after, at)
  return whole
}

/** The body as plain data, for those who want it in another form. */
export function plainOf(body: Body): unknown {
  if ('plain' in body) return body.plain
  const read = (bytes: Bytes): unknown => JSON.parse(decoder.decode(bytes))
  return 'bytes' in body ? read(body.bytes) : { ...body.shell, [body.key]: body.items.map(read) }
}
