import type { Row } from '../contract/resource.ts'
import { firstPlace } from './first-place.ts'

/** What stands in a column, from the least text to the greatest; undefined in place of it where not all are texts. */
export interface Span {
  least: string
  greatest: string
  /** Of each row of a leaf; of each node below a branch the least and the greatest, so that a look at one touches no other. */
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

/** Tells the spans of a node of a row that came to a place in it: as a row of a leaf, or below a node of a branch. */
export function widen({ spans, below }: Spanned, row: Row, place: number): void {
  for (const [column, span] of spans ?? []) {
    const text: unknown = row[column]
    if (!span) continue
    if (typeof text !== 'string') spans?.set(column, undefined)
    else {
      const { texts, sorted } = span
      if (text < span.least) span.least = text
      if (text > span.greatest) span.greatest = text
      if (below.length === 0) texts.splice(place, 0, text)
      else {
        const [least = text, greatest = text] = texts.slice(2 * place)
        texts.splice(2 * place, 2, text < least ? text : least, text > greatest ? text : greatest)
      }
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
  return spanFrom(texts)
}

function spanOfBranch({ below }: Spanned, column: string): Span | undefined {
  const ends: string[] = []
  for (const node of below) {
    const span = spanOf(node, column)
    if (!span) return undefined
    ends.push(span.least, span.greatest)
  }
  return spanFrom(ends)
}

function spanFrom(texts: string[]): Span {
  const [first = ''] = texts
  const span: Span = { least: first, greatest: first, texts, asked: 0, sorted: undefined }
  for (const text of texts) {
    if (text < span.least) span.least = text
    if (text > span.greatest) span.greatest = text
  }
  return span
}
