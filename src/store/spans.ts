import type { Row } from '../contract/resource.ts'
import { firstPlace } from './first-place.ts'

/** What stands in a column, from the least text to the greatest; undefined in place of it where not all are texts. */
export interface Span {
  least: string
  greatest: string
  /** Of each row of a leaf. */
  readonly texts: string[]
  /** How often rows below a branch were to be counted. */
  asked: number
  /** What stands in all rows below a branch of leaves, in order; made when that is asked for again. */
  sorted: string[] | undefined
}

/** A node of a tree of rows: a leaf holds rows, a branch holds nodes. */
export interface Spanned {
  readonly rows: readonly Row[]
  readonly below: readonly Spanned[]
  /** By column; unknown at first, and after a row is taken out. */
  spans: Map<string, Span | undefined> | undefined
}

/** Tells the spans of a node of a row that came below it; in a leaf, to a place. */
export function widen({ spans, below }: Spanned, row: Row, place: number): void {
  for (const [column, span] of spans ?? []) {
    const text: unknown = row[column]
    if (!span) continue
    if (typeof text !== 'string') spans?.set(column, undefined)
    else {
      if (text < span.least) span.least = text
      if (text > span.greatest) span.greatest = text
      if (below.length === 0) span.texts.splice(place, 0, text)
      const { sorted } = span
      sorted?.splice(
        firstPlace(sorted, (other) => other >= text),
        0,
        text,
      )
    }
  }
}

/** What stands in a column of the rows below a node; undefined where not all are texts. */
export function spanOf(node: Spanned, column: string): Span | undefined {
  node.spans ??= new Map()
  const known = node.spans.get(column)
  if (known || node.spans.has(column)) return known
  const span = node.below.length > 0 ? spanOfBranch(node, column) : spanOfLeaf(node, column)
  node.spans.set(column, span)
  return span
}

function spanOfLeaf({ rows }: Spanned, column: string): Span | undefined {
  const texts: string[] = []
  for (const row of rows) {
    const text: unknown = row[column]
    if (typeof text !== 'string') return undefined
    texts.push(text)
  }
  return spanFrom(texts, texts)
}

function spanOfBranch({ below }: Spanned, column: string): Span | undefined {
  const ends: string[] = []
  for (const node of below) {
    const span = spanOf(node, column)
    if (!span) return undefined
    ends.push(span.least, span.greatest)
  }
  return spanFrom(ends, [])
}

function spanFrom(ends: readonly string[], texts: string[]): Span {
  const [first = ''] = ends
  const span: Span = { least: first, greatest: first, texts, asked: 0, sorted: undefined }
  for (const text of ends) {
    if (text < span.least) span.least = text
    if (text > span.greatest) span.greatest = text
  }
  return span
}
