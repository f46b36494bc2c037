import type { Order, Row } from './resource.ts'

/** By the text in a column, and among equal ones by another order. */
export const byText = (column: string, ties: Order): Order =>
  Object.assign(
    (a: Row, b: Row): number =>
      a[column] === b[column] ? ties(a, b) : a[column] < b[column] ? -1 : 1,
    { first: { column, ties } },
  )

/** Sorts rows. Those that share a text which decides first are put together before: comparing many takes longer. */
export function sorted(rows: readonly Row[], order: Order): Row[] {
  const { column, ties } = order.first ?? {}
  if (column === undefined) return [...rows].sort(order)
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const text: unknown = row[column]
    if (typeof text !== 'string') return [...rows].sort(order)
    const group = groups.get(text)
    if (group) group.push(row)
    else groups.set(text, [row])
  }
  return [...groups.keys()].sort().flatMap((text) => groups.get(text)?.sort(ties) ?? [])
}
