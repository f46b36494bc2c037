import { expect } from 'vitest'
import type { Context, Listed, Query, Repository } from '../../src/contract/context.ts'
import type { Resource, Row } from '../../src/contract/resource.ts'
import { withSuffix } from '../../src/contract/slug.ts'
import type { Store } from '../../src/store/repository.ts'

/** Computes a list by a scan of all rows of the language, as the expected result of the store. */
export function scan(resource: Resource, query: Query, context: Context): Listed {
  const tests = Object.entries(resource.filters).flatMap(([name, { keeps }]) => {
    const value = query[name]
    return keeps && value != null ? [keeps(value, context, query)] : []
  })
  const rows = context.repository
    .all(resource.name, context.language)
    .filter((row) => resource.isListed?.(row) ?? true)
    .filter((row) => tests.every((keeps) => keeps(row)))
    .sort(resource.order(query, context))
  const end = Number(query.page) * Number(query.per_page)
  return { rows: rows.slice(end - Number(query.per_page), end), total: rows.length }
}

/** Compares the identity and the order of rows. */
export function expectSame(found: Listed, wanted: Listed): void {
  expect([found.total, idsOf(found.rows)]).toEqual([wanted.total, idsOf(wanted.rows)])
  expect(found.rows.every((row, n) => row === wanted.rows[n])).toBe(true)
}

const idsOf = (rows: readonly Row[]): number[] => rows.map(({ id }) => id)

/** Wraps a store and compares every result of its indexes with a scan of all rows. */
export function compared(store: Store, languages: readonly string[]): Repository {
  const every = (model: string): Row[] =>
    languages.flatMap((language) => [...store.all(model, language)])
  const findLinking = (model: string, field: string, id: number): Row[] =>
    every(model).filter((row) => [row[field]].flat().includes(id))
  const byId = (rows: readonly Row[]): number[] => idsOf(rows).sort((a, b) => a - b)
  const own: Partial<Repository> = {
    list(resource, query, context) {
      const found = store.list(resource, query, context)
      expectSame(found, scan(resource, query, context))
      return found
    },
    linking(model, field, id) {
      const found = store.linking(model, field, id)
      expect(byId(found)).toEqual(byId(findLinking(model, field, id)))
      return found
    },
    tally(model, field, id, column) {
      const found = store.tally(model, field, id, column)
      const counts = new Map<unknown, number>()
      for (const row of findLinking(model, field, id))
        counts.set(row[column], (counts.get(row[column]) ?? 0) + 1)
      expect(new Map(found)).toEqual(counts)
      return found
    },
    named(model, column, text, language) {
      const found = store.named(model, column, text, language)
      const hasSameText = (row: Row): boolean => row[column].toLowerCase() === text.toLowerCase()
      expect(idsOf(found)).toEqual(idsOf(store.all(model, language).filter(hasSameText)))
      return found
    },
    bySlug(model, slug, language) {
      const found = store.bySlug(model, slug, language)
      const owners = store.all(model, language).filter((row) => row.slug === slug)
      if (found) expect(owners).toContain(found)
      else expect(owners).toEqual([])
      return found
    },
    freeSlug(model, slug, row) {
      const found = store.freeSlug(model, slug, row)
      const isTaken = (candidate: string): boolean => {
        const owner = store.bySlug(model, candidate, row.language)
        return owner !== undefined && owner.id !== row.id
      }
      let free = slug
      for (let n = 2; isTaken(free); n++) free = withSuffix(slug, `-${n}`)
      expect(found).toBe(free)
      return found
    },
  }
  return Object.assign(Object.create(store), own)
}
