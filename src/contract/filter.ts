import type { Along, Among, Filter, Row } from './resource.ts'

/** A rule by one column: it lets through the rows in which one of the values stands, alone or in a list. */
export const among = <T>(
  column: string,
  values: Among<T>['values'],
): Pick<Filter<T>, 'among' | 'keeps'> => ({
  among: { column, values },
  keeps: (value, context, query) => {
    const wanted = values(value, context, query)
    return wanted ? holdsOneOf(column, wanted) : () => true
  },
})

/** A rule that lets through the rows whose text in the column is one bound or beyond: see `Filter.along`. */
export const along = <T>(
  column: string,
  passes: Along<T>['passes'],
): Pick<Filter<T>, 'along' | 'keeps'> => ({
  along: { column, passes },
  keeps: (value) => {
    const isPassing = passes(value)
    return (row) => isPassing(row[column])
  },
})

/** Whether one of the values stands in the column of a row, alone or in a list. */
export function holdsOneOf(column: string, values: readonly unknown[]): (row: Row) => boolean {
  const wanted = new Set(values)
  return (row) => {
    const held: unknown = row[column]
    return Array.isArray(held) ? held.some((value) => wanted.has(value)) : wanted.has(held)
  }
}
