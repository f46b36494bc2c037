import type { Context, PresentContext, TranslationRef } from './context.ts'
import { mayRead } from './post-status.ts'
import type { Row } from './resource.ts'

/** Returns the translation of a row into the active language, even from the trash, or else the row itself. */
export function activeTranslation(
  resource: string,
  row: Row,
  { repository, language }: PresentContext,
): Row {
  if (row.language === language) return row
  const translation = repository.group(resource, row).find((member) => member.language === language)
  return (translation && repository.get(resource, translation.id)) ?? row
}

/** Returns the active translation of the record with this ID, or undefined if there is no such record. */
export function activeTranslationById(
  resource: string,
  id: number,
  context: Context,
): Row | undefined {
  const row = context.repository.get(resource, id)
  return row && activeTranslation(resource, row, context)
}

/** Returns the translation of a row into the active language, or the row itself if the translation is in the trash. */
export function visibleTranslation(resource: string, row: Row, context: PresentContext): Row {
  const translation = activeTranslation(resource, row, context)
  return translation.status === 'trash' ? row : translation
}

/** Returns the ID of the visible translation of a record. An unknown ID is returned unchanged. */
export function visibleTranslationId(resource: string, id: number, context: Context): number {
  const row = context.repository.get(resource, id)
  return row ? visibleTranslation(resource, row, context).id : id
}

/** Returns the other translations of a row in the languages that the site accepts, without the trash. */
export function listTranslations(
  resource: string,
  row: Row,
  { repository, site }: PresentContext,
): TranslationRef[] {
  return repository
    .group(resource, row)
    .filter(
      ({ id, status, language }) =>
        id !== row.id && status !== 'trash' && site.accepts.includes(language),
    )
}

export function translationIds(
  resource: string,
  id: number,
  { repository }: Context,
): readonly number[] {
  const row = repository.get(resource, id)
  return row ? repository.group(resource, row).map((member) => member.id) : [id]
}

/** Returns whether links may show a record to the user. The service shows unpublished records to everyone, and so does its preset (18.6b). */
export const mayShowLinked = (row: Row, context: PresentContext): boolean =>
  context.settings.preset.followsService || mayRead(row, context)

/**
 * Returns the linked rows that the user may see, without the trash. They are in the language of the row with the
 * link, which callers set in the context (21.2e).
 */
export function readLinked(
  resource: string,
  ids: readonly number[],
  context: PresentContext,
): Row[] {
  return ids.flatMap((id) => {
    const row = context.repository.get(resource, id)
    if (!row || row.status === 'trash') return []
    const candidates = [visibleTranslation(resource, row, context), row]
    return candidates.filter((candidate) => mayShowLinked(candidate, context)).slice(0, 1)
  })
}
