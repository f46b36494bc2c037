import { decodeEscapes } from '../contract/slug.ts'

export type PathPattern = (path: string) => boolean

/** A part of a pattern: a text, any characters, or one segment. */
type Part = string | typeof ANY | typeof SEGMENT

const ANY = Symbol('any characters')
const SEGMENT = Symbol('one segment')

/**
 * Compiles the path of a rule. `*` matches any characters, and `{id}` or `{slug}` one segment. Letter case and a
 * final slash do not matter, as in the service.
 */
export function compilePath(pattern: string): PathPattern {
  const parts = trimSlash(pattern.toLowerCase())
    .split(/(\*+|\{\w+\})/)
    .map((part, n) => (n % 2 === 0 ? part : part.startsWith('{') ? SEGMENT : ANY))
    .filter((part) => part !== '')
  const matches = (path: string): boolean =>
    matchParts(parts, path) || matchParts(parts, trimSlash(path))
  return (path) => matches(path.toLowerCase()) || matches(decodeEscapes(path).toLowerCase())
}

const trimSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path)

/**
 * Returns whether the parts match the whole path. After a mismatch only the last `*` takes one more character, so
 * that the time is at most the product of the lengths. A regular expression would try every split of every `*`.
 */
function matchParts(parts: readonly Part[], path: string): boolean {
  let part = 0
  let at = 0
  let retry: { readonly part: number; readonly at: number } | undefined
  while (part < parts.length || at < path.length) {
    const current = parts[part]
    if (current === ANY) {
      retry = { part, at }
      part++
      continue
    }
    const end = current === undefined ? undefined : findEnd(current, path, at)
    if (end !== undefined) {
      at = end
      part++
      continue
    }
    if (!retry || retry.at >= path.length) return false
    retry = { part: retry.part, at: retry.at + 1 }
    part = retry.part + 1
    at = retry.at
  }
  return true
}

/** Returns the end of a text or of a segment that begins at a position, or undefined if there is none. */
function findEnd(part: string | typeof SEGMENT, path: string, at: number): number | undefined {
  if (part !== SEGMENT) return path.startsWith(part, at) ? at + part.length : undefined
  const slash = path.indexOf('/', at)
  const end = slash === -1 ? path.length : slash
  return end > at ? end : undefined
}
