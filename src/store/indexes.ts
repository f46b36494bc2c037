import type { Row } from '../contract/resource.ts'

/**
 * IDs by what rows are asked for: kind with language, with slug, with group, and who links where. Rows of
 * the seed are read into those of slugs and groups when they are first needed.
 */
export const newIndexes = () => ({
  unread: {
    /** By kind, then by language. */
    slugs: new Map<string, Map<string, readonly Row[]>>(),
    groups: new Map<string, Map<string, readonly Row[]>>(),
  },
  languages: new Map<string, Set<number>>(),
  slugs: new Map<string, number[]>(),
  groups: new Map<string, Set<number>>(),
  links: new Map<string, Map<string, Map<number, Set<number>>>>(),
})

/** Puts an ID under a key. */
export function add<K>(index: Map<K, Set<number>>, key: K, id: number): void {
  const ids = index.get(key)
  if (ids) ids.add(id)
  else index.set(key, new Set([id]))
}

/** Takes an ID away from under a key. */
export function take<K>(index: Map<K, Taken>, key: K, id: number): void {
  const ids = index.get(key)
  if (ids?.delete(id) && ids.size === 0) index.delete(key)
}

const slugKey = (model: string, { language, slug }: Row): string => `${model} ${language} ${slug}`

/** Puts a row that is not there under its slug, which hardly another has. */
export function addSlug({ slugs }: Indexes, model: string, row: Row): void {
  const key = slugKey(model, row)
  const ids = slugs.get(key)
  if (ids) ids.push(row.id)
  else slugs.set(key, [row.id])
}

/** Takes a row away from under the slug it had. */
export function takeSlug({ slugs }: Indexes, model: string, row: Row): void {
  const key = slugKey(model, row)
  const rest = slugs.get(key)?.filter((id) => id !== row.id)
  if (rest && rest.length > 0) slugs.set(key, rest)
  else slugs.delete(key)
}

/** IDs, alone or with what they are of. */
type Taken = Pick<Set<number>, 'delete' | 'size'>

type Indexes = ReturnType<typeof newIndexes>

/** Takes in the rows of a seed, all of one kind and language. */
export function sow(
  { languages, unread }: Indexes,
  model: string,
  language: string,
  rows: readonly Row[],
) {
  const key = `${model} ${language}`
  const ids = languages.get(key) ?? new Set<number>()
  for (const { id } of rows) ids.add(id)
  languages.set(key, ids)
  for (const ofModels of [unread.slugs, unread.groups]) {
    const ofModel = ofModels.get(model) ?? new Map<string, readonly Row[]>()
    ofModels.set(model, ofModel.set(language, rows))
  }
}

/** Before the slugs of a kind and language are asked for, or change. */
export function readSlugs(indexes: Indexes, model: string, language: string): void {
  const unread = indexes.unread.slugs.get(model)
  const rows = unread?.get(language)
  if (!rows) return
  unread?.delete(language)
  for (const row of rows) addSlug(indexes, model, row)
}

/** Before the groups of a kind are asked for, where the seed does not tell them. */
export function readGroups({ groups, unread }: Indexes, model: string): void {
  for (const rows of unread.groups.get(model)?.values() ?? [])
    for (const { id, group } of rows) add(groups, `${model} ${group}`, id)
  unread.groups.delete(model)
}

/** Puts the ID of a row under each record that a field of it links to. */
export function addLinks(index: Map<number, Set<number>>, row: Row, field: string): void {
  for (const target of [row[field]].flat()) if (target) add(index, target, row.id)
}

/** Takes a row that is gone out of all indexes. */
export function forget(indexes: Indexes, model: string, row: Row): void {
  take(indexes.languages, `${model} ${row.language}`, row.id)
  takeSlug(indexes, model, row)
  take(indexes.groups, `${model} ${row.group}`, row.id)
  for (const [field, byTarget] of indexes.links.get(model) ?? []) {
    for (const target of [row[field]].flat()) take(byTarget, target, row.id)
  }
}
