import type { Context } from '../contract/context.ts'
import { findNearestName } from '../contract/nearest-name.ts'
import { createNote, type Note } from '../contract/note.ts'
import { splitList } from '../contract/params/list.ts'
import { parseWholeNumber } from '../contract/params/number.ts'
import { type Params, quote } from '../contract/params/param.ts'
import type { Problem } from '../contract/problem.ts'
import type { Resource, Row } from '../contract/resource.ts'
import { decodeSlug, readSentSlug } from '../contract/slug.ts'
import { noteOtherKind } from './explain-record.ts'

/** Adds the notes about invalid links: IDs of records of another kind, and slugs in place of IDs. */
export function explainFaults(
  { init: { faults = {} } }: Problem,
  params: Params,
  { context, resources }: { readonly context: Context; readonly resources: readonly Resource[] },
): void {
  const { notes, repository } = context
  for (const name of Object.keys(faults)) {
    const link = params[name]?.link
    if (!notes || link === undefined) continue
    for (const item of splitList(notes.sent(name)).slice(0, MAX_ITEMS)) {
      const id = parseWholeNumber(item)
      if (id !== undefined && repository.get(link, id)) continue
      const note =
        id === undefined
          ? noteSimilar(item, { link, name }, context)
          : noteOtherKind(id, { resource: { name: link }, resources, context }, name)
      if (note) notes.add(note)
    }
  }
}

/** The maximum of values that are explained, and of records that are compared with one. */
const MAX_ITEMS = 20
const MAX_COMPARED = 200

/** Returns the note about the record whose slug is the value or similar to it, or undefined. */
function noteSimilar(
  item: unknown,
  { link, name }: { readonly link: string; readonly name: string },
  { repository, language }: Context,
): Note | undefined {
  if (typeof item !== 'string' || item === '' || item.length > 80) return undefined
  const slug = readSentSlug(item, language)
  const findNearest = (): Row | undefined => {
    const rows = repository.all(link, language).slice(0, MAX_COMPARED)
    const nearest = findNearestName(
      slug,
      rows.map((row) => row.slug),
    )
    return rows.find((row) => row.slug === nearest)
  }
  const row = repository.bySlug(link, slug, language) ?? findNearest()
  if (!row) return undefined
  const message = `${quote(item)} is not an ID; the ${link} ${row.id} has the slug ${quote(decodeSlug(row.slug))}`
  return createNote('similar-record', message, name)
}
