/** The maximum of nested levels in JSON and in bracketed names. */
export const MAX_DEPTH = 64

/** Decodes UTF-8, without a byte order mark. Throws `TypeError` for other bytes. */
export const decodeUtf8 = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(bytes)

/** Parses JSON in UTF-8 of any origin. Throws `RangeError` if it is nested too deep, and other errors if it is malformed. */
export const parseJson = (bytes: Uint8Array): unknown => parseJsonText(decodeUtf8(bytes))

/** Parses a text like `parseJson`. */
export function parseJsonText(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (exceedsDepth(value, MAX_DEPTH))
    throw new RangeError(`it has more than ${MAX_DEPTH} levels of nesting`)
  return value
}

/** Returns whether a JSON value nests deeper than `depth` levels. */
function exceedsDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((child) => exceedsDepth(child, depth - 1))
}

/** The least that a text counts: what is stored with a small text takes about as much memory. */
const MIN_BYTES = 1000

/** Returns the bytes of a text in memory: one per character, or two if one of them is outside Latin-1. At least 1,000. */
export const countBytes = (text: string): number =>
  Math.max(MIN_BYTES, /[^\0-\xFF]/.test(text) ? 2 * text.length : text.length)
