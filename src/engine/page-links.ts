import type { Query } from '../contract/context.ts'
import type { ListContent } from '../contract/resource.ts'

/** Returns the addresses of a page and its neighbours. They have every parameter in effect (16.1a). */
export function createPageLinks(base: string, query: Query, pages: number): ListContent['links'] {
  const page = Number(query.page)
  const filters = Object.entries(query)
    .filter(([name]) => name !== 'page')
    .map(([name, value]) => [name, String(value)])
  const pageParam = (number: number): string[] => ['page', String(number)]
  const address = (...params: string[][]): string =>
    params.length === 0 ? base : `${base}?${new URLSearchParams(params)}`
  const previous = page === 2 ? [] : [pageParam(page - 1)] // the first page has no number
  return {
    rest_url: address(pageParam(page), ...filters),
    ...(page < pages && { next_rest_url: address(...filters, pageParam(page + 1)) }),
    ...(page > 1 && { previous_rest_url: address(...filters, ...previous) }),
  }
}
