import type { Query } from '../contract/context.ts'
import type { Bytes, Part, Reply } from './call.ts'

/** A list whose items are JSON already: the rest of its body, with an empty list under `key`. */
export interface ListBody {
  readonly shell: Query
  readonly key: string
  readonly items: readonly Bytes[]
}

/** What an answer says: plain data, the JSON of a record, or a list of such. */
export type Body = { readonly plain: unknown } | { readonly bytes: Bytes } | ListBody

const decoder = new TextDecoder()
const comma = new TextEncoder().encode(',')

/** The body as JSON, without reading what is JSON already. */
export function jsonOf(body: Body): Reply['body'] {
  if ('plain' in body) return JSON.stringify(body.plain)
  if ('bytes' in body) return body.bytes
  const { shell, key, items } = body
  const parts: Part[] = []
  let text = '{'
  for (const name in shell) {
    text += text === '{' ? `"${name}":` : `,"${name}":`
    if (name !== key) text += valueJson(shell[name])
    else {
      parts.push(`${text}[`)
      for (let n = 0; n < items.length; n++) {
        if (n > 0) parts.push(comma)
        parts.push(items[n] as Bytes)
      }
      text = ']'
    }
  }
  parts.push(`${text}}`)
  return parts
}

/** As `JSON.stringify`, which takes longer for the numbers and addresses of a list. */
function valueJson(value: unknown): string {
  if (typeof value === 'number') return String(value)
  const isPlain = typeof value === 'string' && /^[ !#-[\]-~]*$/.test(value)
  return isPlain ? `"${value}"` : JSON.stringify(value)
}

/** The body as plain data, for those who want it in another form. */
export function plainOf(body: Body): unknown {
  if ('plain' in body) return body.plain
  const read = (bytes: Bytes): unknown => JSON.parse(decoder.decode(bytes))
  return 'bytes' in body ? read(body.bytes) : { ...body.shell, [body.key]: body.items.map(read) }
}
