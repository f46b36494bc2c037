import type { Query } from '../contract/context.ts'

/** The addresses of this page and its neighbours. Choice: with every parameter in effect. */
export function pageLinks(base: string, query: Query, page: number, pages: number) {
  const { page: _, ...others } = query
  const pairs = Object.entries(others).map(([name, value]) => [name, String(value)])
  const rest = new URLSearchParams(pairs).toString()
  const address = (...parts: readonly string[]): string => {
    const given = parts.filter((part) => part !== '').join('&')
    return given === '' ? base : `${base}?${given}`
  }
  return {
    rest_url: address(`page=${page}`, rest),
    ...(page < pages && { next_rest_url: address(rest, `page=${page + 1}`) }),
    ...(page > 1 && {
      previous_rest_url: page === 2 ? address(rest) : address(rest, `page=${page - 1}`),
    }),
  }
}
