import type { Query } from '../contract/context.ts'
import type { ListContent } from '../contract/resource.ts'

/** The addresses of this page and its neighbours. Choice: with every parameter in effect. */
export function createPageLinks(
  base: string,
  query: Query,
  page: number,
  pages: number,
): ListContent['links'] {
  let rest = ''
  for (const name in query) {
    if (name === 'page') continue
    const value = query[name]
    const told = typeof value === 'number' ? value : encodeFormValue(textOf(value))
    rest += `${rest && '&'}${name}=${told}` // names are words
  }
  const address = (before: string, after: string): string =>
    before === '' && after === '' ? base : `${base}?${before}${before && after && '&'}${after}`
  const links: { -readonly [Name in keyof ListContent['links']]: ListContent['links'][Name] } = {
    rest_url: address(`page=${page}`, rest),
  }
  if (page < pages) links.next_rest_url = address(rest, `page=${page + 1}`)
  if (page > 1)
    links.previous_rest_url = page === 2 ? address(rest, '') : address(rest, `page=${page - 1}`)
  return links
}

/** Lists are joined by commas; most have one item. */
const textOf = (value: unknown): string =>
  String(Array.isArray(value) && value.length === 1 ? value[0] : value)

/** A text as `URLSearchParams` writes it, which takes longer. */
function encodeFormValue(text: string): string {
  if (!/[^\w.* :-]/.test(text)) return text.replaceAll(' ', '+').replaceAll(':', '%3A') // as in dates
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('%20', '+')
    .replace(/[!'()~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
