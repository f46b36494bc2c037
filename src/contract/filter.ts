import type { Context, Query } from './context.ts'
import type { Filter, Row } from './resource.ts'

/** Filters by accepted values of a column. A column with a list needs one of them. Undefined accepts every row. */
export const whereIn = <T>(
  column: string,
  resolveAccepted: (
    value: NonNullable<T>,
    context: Context,
    query: Query,
  ) => readonly unknown[] | undefined,
): Pick<Filter<T>, 'matches'> => ({
  matches: (value, context, query) => {
    const accepted = resolveAccepted(value, context, query)
    return accepted ? matchesOneOf(column, accepted) : () => true
  },
})

function matchesOneOf(column: string, values: readonly unknown[]): (row: Row) => boolean {
  const accepted = new Set(values)
  return (row) => {
    const value: unknown = row[column]
    return Array.isArray(value) ? value.some((item) => accepted.has(item)) : accepted.has(value)
  }
}
