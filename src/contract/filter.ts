import type { Context, Query } from './context.ts'
import type { Filter, Row } from './resource.ts'

/** A filter for rows whose column holds one of some values, alone or in a list. Undefined matches every row. */
export const whereIn = <T>(
  column: string,
  values: (value: NonNullable<T>, context: Context, query: Query) => readonly unknown[] | undefined,
): Pick<Filter<T>, 'matches'> => ({
  matches: (value, context, query) => {
    const accepted = values(value, context, query)
    return accepted ? holdsOneOf(column, accepted) : () => true
  },
})

function holdsOneOf(column: string, values: readonly unknown[]): (row: Row) => boolean {
  const accepted = new Set(values)
  return (row) => {
    const held: unknown = row[column]
    return Array.isArray(held) ? held.some((value) => accepted.has(value)) : accepted.has(held)
  }
}
