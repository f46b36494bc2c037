import type { Context, Kin } from '../contract/context.ts'
import { translations } from '../contract/link.ts'
import type { Resource } from '../contract/resource.ts'
import type { Operation } from '../contract/route.ts'
import type { Outcome } from './actions.ts'

/** What an outcome adds to the headers: totals, the place of a new record, the languages of a single one. */
export function extrasOf(
  outcome: Outcome,
  { action, resource }: Extract<Operation, { resource: Resource }>,
  context: Context,
) {
  const { counts, row } = outcome
  const address = (other: Kin): string => `${context.base}/${resource.collection}/${other.id}`
  // Choice: the header links translations, so that the body need not change
  const alternateAt = (other: Kin): string =>
    `<${address(other)}>; rel="alternate"; hreflang="${other.language}"`
  if (counts) {
    const [total, pages] = [String(counts.total), String(counts.pages)]
    const language = context.language
    const headers = {
      'X-Cal-Total': total,
      'X-Cal-TotalPages': pages,
      'X-WP-Total': total,
      'X-WP-TotalPages': pages,
      'Content-Language': language,
    }
    return { headers }
  }
  if (!row) return {}
  if (action === 'create') return { headers: { Location: address(row) } }
  return action === 'read'
    ? { alternates: translations(resource.name, row, context).map(alternateAt) }
    : {}
}
