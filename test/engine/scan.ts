import { expect } from 'vitest'
import type { Context, ListPage, Query } from '../../src/contract/context.ts'
import type { Resource, Row } from '../../src/contract/resource.ts'

/** Computes a list by a scan of all rows of the language, as the expected result of the store. */
export function scan(resource: Resource, query: Query, context: Context): ListPage {
  const tests = Object.entries(resource.filters).flatMap(([name, { matches }]) => {
    const value = query[name]
    return matches && value != null ? [matches(value, context, query)] : []
  })
  const rows = context.repository
    .all(resource.name, context.language)
    .filter((row) => resource.isListed?.(row) ?? true)
    .filter((row) => tests.every((matches) => matches(row)))
    .sort(resource.order?.(query, context) ?? resource.defaultOrder)
  const end = Number(query.page) * Number(query.per_page)
  return { rows: rows.slice(end - Number(query.per_page), end), total: rows.length }
}

/** Compares the identity and the order of rows. */
export function expectSame(found: ListPage, wanted: ListPage): void {
  expect([found.total, idsOf(found.rows)]).toEqual([wanted.total, idsOf(wanted.rows)])
  expect(found.rows.every((row, n) => row === wanted.rows[n])).toBe(true)
}

const idsOf = (rows: readonly Row[]): number[] => rows.map(({ id }) => id)
