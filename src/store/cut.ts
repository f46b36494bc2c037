import type { Row } from '../contract/resource.ts'

/** What rows have to pass. */
export interface Test {
  keeps(row: Row): boolean
  /** The same of the text in one column, where it goes along that: see `Filter.along`. */
  readonly along?: { readonly column: string; passes(text: string): boolean } | undefined
}

/** The rows that pass some tests, by their positions among them. */
export interface Cut {
  readonly total: number
  /** From one position up to another, which is not among them. */
  rows(from: number, to: number): readonly Row[]
}

/** A leaf holds rows, a branch holds parts. */
interface Part {
  readonly size: number
  readonly rows: readonly Row[]
  readonly below: readonly Part[]
}

/** A part of a tree of rows. */
export interface Node extends Part {
  size: number
  readonly rows: Row[]
  readonly below: Node[]
  /** By column; unknown at first, and after a write. */
  spans?: Map<string, Span | undefined> | undefined
}

/** What stands in a column, from the least text to the greatest; undefined in place of it where not all are texts. */
interface Span {
  readonly least: string
  readonly greatest: string
  /** Of each row of a leaf. */
  readonly texts: readonly string[]
}

/** Takes and leaves nodes whole where it can; what passes becomes a tree of its own. */
export function cutOf(root: Node, tests: readonly Test[]): Cut {
  const passed: Part[] = []
  const walk = (node: Node, above: readonly Test[]): void => {
    const open = openOf(node, above)
    if (open?.length === 0) passed.push(node)
    else if (open && node.below.length > 0) for (const below of node.below) walk(below, open)
    else if (open) {
      const rows = passing(node, open)
      if (rows.length > 0) passed.push({ size: rows.length, rows, below: [] })
    }
  }
  walk(root, tests)
  const total = passed.reduce((sum, { size }) => sum + size, 0)
  return {
    total,
    rows(from, to) {
      const found: Row[] = []
      collect({ size: total, rows: [], below: passed }, from, to, found)
      return found
    },
  }
}

/** The tests that some rows below a node pass and others may not; undefined where none can pass them all. */
function openOf(node: Node, tests: readonly Test[]): readonly Test[] | undefined {
  const open: Test[] = []
  for (const test of tests) {
    const span = test.along && spanOf(node, test.along.column)
    const low = !span || test.along?.passes(span.least)
    const high = span && test.along?.passes(span.greatest)
    if (!low && !high) return undefined
    if (!low || !high) open.push(test)
  }
  return open
}

/** The rows of a leaf that pass all tests. */
function passing(leaf: Node, tests: readonly Test[]): readonly Row[] {
  const texts = tests.map(({ along }) => along && spanOf(leaf, along.column)?.texts)
  return leaf.rows.filter((row, n) => {
    for (const [place, { along, keeps }] of tests.entries()) {
      const text = texts[place]?.[n]
      if (along && text !== undefined ? !along.passes(text) : !keeps(row)) return false
    }
    return true
  })
}

function spanOf(node: Node, column: string): Span | undefined {
  node.spans ??= new Map()
  const known = node.spans.get(column)
  if (known || node.spans.has(column)) return known
  const span = node.below.length > 0 ? spanOfBranch(node, column) : spanOfLeaf(node, column)
  node.spans.set(column, span)
  return span
}

function spanOfLeaf({ rows }: Node, column: string): Span | undefined {
  const texts: string[] = []
  for (const row of rows) {
    const text: unknown = row[column]
    if (typeof text !== 'string') return undefined
    texts.push(text)
  }
  return { ...endsOf(texts), texts }
}

function spanOfBranch({ below }: Node, column: string): Span | undefined {
  const ends: string[] = []
  for (const node of below) {
    const span = spanOf(node, column)
    if (!span) return undefined
    ends.push(span.least, span.greatest)
  }
  return { ...endsOf(ends), texts: [] }
}

function endsOf(texts: readonly string[]): Omit<Span, 'texts'> {
  const [first = ''] = texts
  const ends = { least: first, greatest: first }
  for (const text of texts) {
    if (text < ends.least) ends.least = text
    if (text > ends.greatest) ends.greatest = text
  }
  return ends
}

function collect({ rows, below }: Part, from: number, to: number, found: Row[]): void {
  if (below.length === 0) found.push(...rows.slice(Math.max(from, 0), Math.max(to, 0)))
  let start = 0
  for (const part of below) {
    if (start >= to) return
    if (start + part.size > from) collect(part, from - start, to - start, found)
    start += part.size
  }
}
