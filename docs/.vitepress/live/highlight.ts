/** A piece of text, and the class of its color. */
export interface Piece {
  readonly text: string
  readonly kind: '' | 'method' | 'name' | 'text' | 'number' | 'word' | 'mark'
}

/** The longest text that is colored: each piece is an element of the page. */
const MAX_LENGTH = 20_000

const JSON_PIECES =
  /(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<text>"(?:[^"\\]|\\.)*")|(?<number>-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(?<word>true|false|null)/gi

const REQUEST_PIECES =
  /(?<method>^[A-Z]+(?= ))|(?<name>(?<=[?&])[^=&\s]+|^[\w-]+(?=:))|(?<mark>[?&=])/gm

/** Splits JSON into colored pieces. */
export const highlightJson = (text: string): readonly Piece[] => highlight(text, JSON_PIECES)

/** Splits the text of a request into colored pieces. */
export function highlightRequest(text: string): readonly Piece[] {
  const end = text.search(/\n\s*\n/)
  if (end === -1) return highlight(text, REQUEST_PIECES)
  const body = text.slice(end)
  const pieces = /^\s*[[{]/.test(body) ? JSON_PIECES : REQUEST_PIECES
  return [...highlight(text.slice(0, end), REQUEST_PIECES), ...highlight(body, pieces)]
}

function highlight(text: string, pattern: RegExp): readonly Piece[] {
  if (text.length > MAX_LENGTH) return [{ text, kind: '' }]
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: found, index, groups = {} } of text.matchAll(pattern)) {
    if (index > end) pieces.push({ text: text.slice(end, index), kind: '' })
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) as Piece['kind'] // the groups have these names
    pieces.push({ text: found, kind })
    end = index + found.length
  }
  return end < text.length ? [...pieces, { text: text.slice(end), kind: '' }] : pieces
}
