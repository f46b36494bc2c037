import type { Order, Row } from '../contract/resource.ts'
import { type Cut, cutOf, type Node, type Test } from './cut.ts'
import { firstPlace } from './first-place.ts'
import { widen } from './spans.ts'

/** Rows in an order, in a tree: a write, and a cut along columns, cost the logarithm of their number. */
export interface Sorted {
  readonly size: number
  /** True: every row has its place. */
  add(row: Row): boolean
  /** Takes a row out by what it was when it was added; false where it does not stand in its place. */
  remove(row: Row): boolean
  /** Good until the next write. */
  cut(tests: readonly Test[]): Cut
}

/** The most rows that a leaf holds, and the most nodes below a branch. */
const MOST = 32

/** Of rows that stand in the order already. */
export function sortedOf(sorted: readonly Row[], order: Order): Sorted {
  let level = chunksOf(sorted).map(leafOf)
  while (level.length > 1) level = chunksOf(level).map(branchOf)
  let root = level[0] ?? leafOf([])
  return {
    get size() {
      return root.size
    },
    add(row) {
      const half = insert(root, row)
      if (half) root = branchOf([root, half])
      return true
    },
    remove(row) {
      const isFound = take(root, row)
      if (root.size === 0) root = leafOf([])
      return isFound
    },
    cut: (tests) => cutOf(root, tests),
  }

  /** Gives the half of a node that grew too big, to stand beside it. */
  function insert(node: Node, row: Row): Node | undefined {
    const { rows, below } = node
    node.size += 1
    if (below.length === 0) {
      const place = placeIn(rows, row)
      rows.splice(place, 0, row)
      if (place === rows.length - 1) node.last = row
      widen(node, row, place)
    } else {
      const place = Math.min(placeAmong(below, row), below.length - 1)
      const half = insert(below[place] as Node, row) // there is one
      if (place === below.length - 1) node.last = (half ?? (below[place] as Node)).last
      if (half) below.splice(place + 1, 0, half)
      if (half) node.spans = undefined
      else widen(node, row, place)
    }
    if (Math.max(rows.length, below.length) <= MOST) return undefined
    node.spans = undefined
    const half = below.length > 0 ? branchOf(below.splice(MOST / 2)) : leafOf(rows.splice(MOST / 2))
    node.size -= half.size
    node.last = lastOf(node)
    return half
  }

  function take(node: Node, row: Row): boolean {
    const { rows, below } = node
    const place = below.length > 0 ? placeAmong(below, row) : placeIn(rows, row)
    const branch = below[place]
    if (branch ? !take(branch, row) : rows[place]?.id !== row.id) return false
    if (!branch) rows.splice(place, 1)
    else if (branch.size === 0) below.splice(place, 1)
    node.last = lastOf(node)
    node.spans = undefined
    node.size -= 1
    return true
  }

  /** The place of the first row that does not come before the given one. */
  function placeIn(rows: readonly Row[], row: Row): number {
    return firstPlace(rows, (other) => order(other, row) >= 0)
  }

  /** The place of the first node whose last row does not come before the given one. */
  function placeAmong(nodes: readonly Node[], row: Row): number {
    return firstPlace(nodes, (node) => order(node.last, row) >= 0)
  }
}

const leafOf = (rows: Row[]): Node => ({
  size: rows.length,
  last: rows.at(-1) as Row,
  rows,
  below: [],
  spans: undefined,
})

const branchOf = (below: Node[]): Node => ({
  size: below.reduce((sum, { size }) => sum + size, 0),
  last: below.at(-1)?.last as Row, // there is one
  rows: [],
  below,
  spans: undefined,
})

const lastOf = ({ rows, below }: Node): Row => (below.at(-1)?.last ?? rows.at(-1)) as Row

/** Three quarters full, so that the first writes split nothing. */
function chunksOf<T>(items: readonly T[], size = (MOST * 3) / 4): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, n) => items.slice(n * size, (n + 1) * size))
}
