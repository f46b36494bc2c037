import type { Context, TranslationRef } from '../contract/context.ts'
import type { Resource } from '../contract/resource.ts'
import type { Operation } from '../contract/route.ts'
import { listTranslations } from '../contract/translations.ts'
import type { ActionResult } from './actions.ts'

/** Adds to headers what an outcome tells: totals, the place of a new record, the languages of a single one. */
export function addRecordHeaders(
  { counts, row }: ActionResult,
  { action, resource }: Extract<Operation, { resource: Resource }>,
  context: Context,
  headers: Record<string, string>,
): void {
  if (counts) {
    const [total, pages] = [String(counts.total), String(counts.pages)]
    headers['X-Cal-Total'] = total
    headers['X-Cal-TotalPages'] = pages
    headers['X-WP-Total'] = total
    headers['X-WP-TotalPages'] = pages
    headers['Content-Language'] = context.language
  }
  if (!row) return
  const address = (other: TranslationRef): string =>
    `${context.base}/${resource.collection}/${other.id}`
  // Choice: the header links translations, so that the body need not change
  const alternateAt = (other: TranslationRef): string =>
    `<${address(other)}>; rel="alternate"; hreflang="${other.language}"`
  headers['Content-Language'] = row.language
  if (action === 'create') headers.Location = address(row)
  if (action !== 'read') return
  const alternates = listTranslations(resource.name, row, context).map(alternateAt)
  if (alternates.length > 0) headers.Link = [headers.Link, ...alternates].join(', ')
}
