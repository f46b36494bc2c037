import { expect } from 'vitest'
import type { Context, ListPage, Query, Repository } from '../../src/contract/context.ts'
import type { Resource, Row } from '../../src/contract/resource.ts'
import { withSuffix } from '../../src/contract/slug.ts'
import type { Store } from '../../src/store/repository.ts'

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

/** Wraps a store and compares every result of its indexes with a scan of all rows. */
export function compared(store: Store, languages: readonly string[]): Repository {
  const every = (model: string): Row[] =>
    languages.flatMap((language) => [...store.all(model, language)])
  const findLinking = (model: string, field: string, id: number): Row[] =>
    every(model).filter((row) => [row[field]].flat().includes(id))
  const byId = (rows: readonly Row[]): number[] => idsOf(rows).sort((a, b) => a - b)
  const own = {
    list(resource: Resource, query: Query, context: Context) {
      const found = store.list(resource, query, context)
      expectSame(found, scan(resource, query, context))
      return found
    },
    linking(model: string, field: string, id: number) {
      const found = store.linking(model, field, id)
      expect(byId(found)).toEqual(byId(findLinking(model, field, id)))
      return found
    },
    count(model: string, field: string, id: number, column: string, value: unknown) {
      const found = store.count(model, field, id, column, value)
      const held = findLinking(model, field, id).filter((row) => row[column] === value)
      expect(found).toBe(held.length)
      return found
    },
    named(model: string, column: string, text: string, language: string) {
      const found = store.named(model, column, text, language)
      const hasSameText = (row: Row): boolean => row[column].toLowerCase() === text.toLowerCase()
      expect(idsOf(found)).toEqual(idsOf(store.all(model, language).filter(hasSameText)))
      return found
    },
    bySlug(model: string, slug: string, language: string) {
      const found = store.bySlug(model, slug, language)
      const owners = store.all(model, language).filter((row) => row.slug === slug)
      if (found) expect(owners).toContain(found)
      else expect(owners).toEqual([])
      return found
    },
    freeSlug(model: string, slug: string, row: { id?: number; language: string }) {
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
  return {
    ...{ write: (perform) => store.write(perform), all: (...args) => store.all(...args) },
    ...{ get: (...args) => store.get(...args), group: (...args) => store.group(...args) },
    ...{ toJson: (...args) => store.toJson(...args), insert: (...args) => store.insert(...args) },
    ...{ update: (...args) => store.update(...args), remove: (...args) => store.remove(...args) },
    ...own,
  }
}
