import type { Context, TranslationRef } from '../contract/context.ts'
import type { Resource } from '../contract/resource.ts'
import type { Operation } from '../contract/route.ts'
import { listTranslations } from '../contract/translations.ts'
import type { ActionResult } from './actions.ts'

interface PerformedOperation {
  readonly operation: Extract<Operation, { resource: Resource }>
  readonly context: Context
}

/** Adds the totals of a list, the language of a record, the location of a new one and links to translations. */
export function addRecordHeaders(
  headers: Record<string, string>,
  { counts, row }: ActionResult,
  { operation: { action, resource }, context }: PerformedOperation,
): void {
  if (counts) {
    const [total, pages] = [String(counts.total), String(counts.pages)]
    for (const prefix of context.settings.preset.totalHeaders) {
      headers[`${prefix}-Total`] = total
      headers[`${prefix}-TotalPages`] = pages
    }
    headers['Content-Language'] = context.language
  }
  if (!row) return
  const address = ({ id }: TranslationRef): string => `${context.base}/${resource.collection}/${id}`
  headers['Content-Language'] = row.language
  if (action === 'create') headers.Location = address(row)
  if (action !== 'read') return
  // the header links translations, so that the body need not change (21.3c)
  const alternates = listTranslations(resource.name, row, context).map(
    (other) => `<${address(other)}>; rel="alternate"; hreflang="${other.language}"`,
  )
  if (alternates.length > 0) headers.Link = [headers.Link, ...alternates].join(', ')
}
