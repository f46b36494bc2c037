import { expect } from 'vitest'
import type { Context, ListPage, Query } from '../../src/contract/context.ts'
import type { Comparison, Resource, Row } from '../../src/contract/resource.ts'

/** Computes a list by a scan of all rows of the language, as the expected result of the store. */
export function scan(resource: Resource, query: Query, context: Context): ListPage {
  const tests = Object.entries(resource.filters).flatMap(([name, { matches, compares }]) => {
    const value = query[name]
    if (value == null) return []
    return [matches?.(value, context, query), compares && compare(compares, value)].filter(isTest)
  })
  const rows = context.repository
    .all(resource.name, context.language)
    .filter((row) => resource.isListed?.(row) ?? true)
    .filter((row) => tests.every((matches) => matches(row)))
    .sort(resource.order?.(query, context) ?? resource.defaultOrder)
  const end = Number(query.page) * Number(query.per_page)
  return { rows: rows.slice(end - Number(query.per_page), end), total: rows.length }
}

type Test = (row: Row) => boolean

const isTest = (test: Test | undefined): test is Test => test !== undefined

/** Compares dates as text. */
function compare({ column, operator }: Comparison, value: unknown): Test {
  const limit = String(value)
  const tests: Readonly<Record<Comparison['operator'], Test>> = {
    '<': (row) => row[column] < limit,
    '<=': (row) => row[column] <= limit,
    '>': (row) => row[column] > limit,
    '>=': (row) => row[column] >= limit,
    '=': (row) => (Array.isArray(value) ? value.includes(row[column]) : row[column] === value),
  }
  return tests[operator]
}

/** Compares the identity and the order of rows. */
export function expectSame(found: ListPage, wanted: ListPage): void {
  expect([found.total, idsOf(found.rows)]).toEqual([wanted.total, idsOf(wanted.rows)])
  expect(found.rows.every((row, n) => row === wanted.rows[n])).toBe(true)
}

const idsOf = (rows: readonly Row[]): number[] => rows.map(({ id }) => id)
