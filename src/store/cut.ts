import type { Row } from '../contract/resource.ts'
import { firstPlace } from './first-place.ts'

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
  /** What is below, where it is found when it is asked for. */
  readonly found?: () => readonly Part[]
}

/** A part of a tree of rows. */
export interface Node extends Part {
  size: number
  readonly rows: Row[]
  readonly below: Node[]
  /** By column; unknown at first, and after a row is taken out. */
  spans?: Map<string, Span | undefined> | undefined
}

/** What stands in a column, from the least text to the greatest; undefined in place of it where not all are texts. */
interface Span {
  least: string
  greatest: string
  /** Of each row of a leaf. */
  readonly texts: string[]
  /** How often rows below a branch were to be counted. */
  asked: number
  /** What stands in all rows below a branch of leaves, in order; made when that is asked for again. */
  sorted?: string[]
}

/** Takes and leaves nodes whole where it can; what passes becomes a tree of its own. */
export function cutOf(root: Node, tests: readonly Test[]): Cut {
  const below = passedBelow([root], tests)
  const total = sizeOf(below)
  return {
    total,
    rows(from, to) {
      const found: Row[] = []
      collect({ size: total, rows: [], below }, from, to, found)
      return found
    },
  }
}

/** What of some nodes passes. */
function passedBelow(nodes: readonly Node[], tests: readonly Test[], passed: Part[] = []): Part[] {
  for (const node of nodes) {
    const open = openOf(node, tests)
    if (!open) continue
    const size = open.length === 1 ? countOf(node, open[0]) : undefined
    if (open.length === 0) passed.push(node)
    else if (size !== undefined)
      passed.push({ size, rows: [], below: [], found: once(() => passedBelow(node.below, open)) })
    else if (node.below.length > 0) passedBelow(node.below, open, passed)
    else {
      const rows = passing(node, open)
      if (rows.length > 0) passed.push({ size: rows.length, rows, below: [] })
    }
  }
  return passed
}

const sizeOf = (parts: readonly Part[]): number => parts.reduce((sum, { size }) => sum + size, 0)

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** How many rows below a branch of leaves pass, without looking at them; undefined where that is not known. */
function countOf(node: Node, test: Test | undefined): number | undefined {
  const span = test?.along && spanOf(node, test.along.column)
  if (!test?.along || !span || node.below[0]?.rows.length === 0 || node.below.length === 0)
    return undefined
  const { column, passes } = test.along
  span.asked += 1
  if (span.asked < 3) return undefined // sorting takes longer than looking once
  span.sorted ??= node.below.flatMap((leaf) => spanOf(leaf, column)?.texts ?? []).sort()
  const { sorted } = span
  return passes(span.least)
    ? firstPlace(sorted, (text) => !passes(text))
    : sorted.length - firstPlace(sorted, passes)
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
    for (let place = 0; place < tests.length; place++) {
      const { along, keeps } = tests[place] as Test // the place lies within
      const text = texts[place]?.[n]
      if (along && text !== undefined ? !along.passes(text) : !keeps(row)) return false
    }
    return true
  })
}

/** Tells the spans of a node of a row that came below it; in a leaf, to a place. */
export function widen({ spans, below }: Node, row: Row, place: number): void {
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
  return { ...endsOf(texts), texts, asked: 0 }
}

function spanOfBranch({ below }: Node, column: string): Span | undefined {
  const ends: string[] = []
  for (const node of below) {
    const span = spanOf(node, column)
    if (!span) return undefined
    ends.push(span.least, span.greatest)
  }
  return { ...endsOf(ends), texts: [], asked: 0 }
}

function endsOf(texts: readonly string[]): Pick<Span, 'least' | 'greatest'> {
  const [first = ''] = texts
  const ends = { least: first, greatest: first }
  for (const text of texts) {
    if (text < ends.least) ends.least = text
    if (text > ends.greatest) ends.greatest = text
  }
  return ends
}

function collect(part: Part, from: number, to: number, into: Row[]): void {
  if (part.rows.length > 0) into.push(...part.rows.slice(Math.max(from, 0), Math.max(to, 0)))
  let start = 0
  for (const below of part.found?.() ?? part.below) {
    if (start >= to) return
    if (start + below.size > from) collect(below, from - start, to - start, into)
    start += below.size
  }
}
