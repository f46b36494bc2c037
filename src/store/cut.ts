import type { Row } from '../contract/resource.ts'
import { firstPlace } from './first-place.ts'
import { type Span, type Spanned, spanOf } from './spans.ts'

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
export interface Node extends Part, Spanned {
  size: number
  /** The last of its rows; a node without any is taken out. */
  last: Row
  readonly rows: Row[]
  readonly below: Node[]
}

/** Takes and leaves nodes whole where it can; what passes becomes a tree of its own. */
export function cutOf(root: Node, tests: readonly Test[]): Cut {
  const whole = { below: [root], rows: [], spans: undefined }
  const below = passedBelow(whole, tests, 2 ** tests.length - 1)
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

/** What of the nodes below one passes those of the tests that are open: one bit for each, the lowest for the first. */
function passedBelow(
  branch: Pick<Node, 'rows' | 'below' | 'spans'>,
  tests: readonly Test[],
  open: number,
  passed: Part[] = [],
): Part[] {
  const spans = tests.map(({ along }) => along && spanOf(branch, along.column))
  for (let place = 0; place < branch.below.length; place++) {
    const left = openAt(place, { tests, spans }, open)
    if (left === undefined) continue
    const node = branch.below[place] as Node // the place lies within
    if (left === 0) {
      passed.push(node)
      continue
    }
    const size = countOf(node, tests, left)
    if (size !== undefined)
      passed.push({
        size,
        rows: [],
        below: [],
        found: once(() => passedBelow(node, tests, left)),
      })
    else if (node.below.length > 0) passedBelow(node, tests, left, passed)
    else {
      const rows = passing(node, tests, left)
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

/** How many rows below a branch of leaves pass the one test that is open, without looking at them; undefined where that is not known. */
function countOf(node: Node, tests: readonly Test[], open: number): number | undefined {
  const isOne = (open & (open - 1)) === 0
  const along = isOne ? tests[31 - Math.clz32(open)]?.along : undefined
  const span = along && spanOf(node, along.column)
  if (!along || !span || node.below[0]?.rows.length === 0 || node.below.length === 0)
    return undefined
  const { column, passes } = along
  span.asked += 1
  if (span.asked < 3) return undefined // sorting takes longer than looking once
  span.sorted ??= node.below.flatMap((leaf) => spanOf(leaf, column)?.texts ?? []).sort()
  const { sorted } = span
  return passes(span.least)
    ? firstPlace(sorted, (text) => !passes(text))
    : sorted.length - firstPlace(sorted, passes)
}

/** What a branch is asked: tests, and what stands in the column of each. */
interface Asked {
  readonly tests: readonly Test[]
  readonly spans: readonly (Span | undefined)[]
}

/**
 * Of the open tests those that some rows below the node at a place of a branch pass and others may not;
 * undefined where none can pass them all.
 */
function openAt(place: number, { tests, spans }: Asked, open: number): number | undefined {
  let left = open
  for (let n = 0; n < tests.length; n++) {
    const along = open & (1 << n) ? tests[n]?.along : undefined
    const texts = spans[n]?.texts
    if (!along || !texts) continue
    const low = along.passes(texts[2 * place] as string) // there are two for each place
    const high = along.passes(texts[2 * place + 1] as string)
    if (!low && !high) return undefined
    if (low && high) left &= ~(1 << n)
  }
  return left
}

/** The rows of a leaf that pass all open tests. */
function passing(leaf: Node, tests: readonly Test[], open: number): readonly Row[] {
  const texts = tests.map(({ along }) => along && spanOf(leaf, along.column)?.texts)
  return leaf.rows.filter((row, n) => {
    for (let place = 0; place < tests.length; place++) {
      if (!(open & (1 << place))) continue
      const { along, keeps } = tests[place] as Test // the place lies within
      const text = texts[place]?.[n]
      if (along && text !== undefined ? !along.passes(text) : !keeps(row)) return false
    }
    return true
  })
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
