import type { Query } from '../contract/context.ts'

/** A list whose items are JSON texts. */
export interface ListBody {
  /** The body with an empty list under `key`. */
  readonly shell: Query
  readonly key: string
  readonly items: readonly string[]
}

/** The body of a response: plain data, the JSON of a record, or a list of such. */
export type ResponseBody = { readonly plain: unknown } | { readonly json: string } | ListBody

/** Returns the body as JSON. Texts that are JSON already are not parsed. */
export function toJson(body: ResponseBody): string {
  if ('plain' in body) return JSON.stringify(body.plain)
  if ('json' in body) return body.json
  const { shell, key, items } = body
  // JSON escapes quotes in strings, so the pattern matches only the key
  return JSON.stringify(shell).replace(`"${key}":[]`, () => `"${key}":[${items.join(',')}]`)
}

export function toPlain(body: ResponseBody): unknown {
  if ('plain' in body) return body.plain
  if ('json' in body) return JSON.parse(body.json)
  return { ...body.shell, [body.key]: body.items.map((item): unknown => JSON.parse(item)) }
}
