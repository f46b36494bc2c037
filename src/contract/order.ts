import type { Row } from './resource.ts'

/** Which of two rows comes first. It looks at nothing but them; ties are broken, so that no two rows are equal. */
export interface Order {
  (a: Row, b: Row): number
  /** The column whose text decides first, where one does, and what decides among those that share it. */
  readonly first?: { readonly column: string; readonly ties: Order }
}

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
