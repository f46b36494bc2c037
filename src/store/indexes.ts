import type { Row } from '../contract/resource.ts'

/** IDs by what rows are asked for: kind with language, with slug, with group, and who links where. */
export const newIndexes = () => ({
  languages: new Map<string, Set<number>>(),
  slugs: new Map<string, Set<number>>(),
  groups: new Map<string, Set<number>>(),
  links: new Map<string, Map<string, Map<number, Set<number>>>>(),
})

/** Puts an ID under a key. */
export function add<K>(index: Map<K, Set<number>>, key: K, id: number): void {
  const ids = index.get(key)
  if (ids) ids.add(id)
  else index.set(key, new Set([id]))
}

/** Puts the ID of a row under each record that a field of it links to. */
export function addLinks(index: Map<number, Set<number>>, row: Row, field: string): void {
  for (const target of [row[field]].flat()) if (target) add(index, target, row.id)
}
