/**
 * Returns the available language that an `Accept-Language` header prefers (RFC 9110, section 12.5.4), or undefined
 * without one. Regions and scripts do not count: `de-AT` matches `de`.
 */
export function negotiateLanguage<Code extends string>(
  header: string,
  available: readonly Code[],
): Code | undefined {
  const ranges = header
    .split(',')
    .map(parseRange)
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { name } of ranges) {
    if (name === '*') return undefined
    const found = available.find((code) => primarySubtag(code) === name)
    if (found) return found
  }
  return undefined
}

/** Returns the primary subtag and the weight of a range such as `de-AT;q=0.8`. */
function parseRange(range: string): { readonly name: string; readonly weight: number } {
  const [tag = '', parameter = ''] = range.split(';')
  const [, quality = '1'] = /^\s*q=(\d(?:\.\d{1,3})?)\s*$/i.exec(parameter) ?? []
  return { name: primarySubtag(tag.trim()), weight: Number(quality) }
}

const primarySubtag = (tag: string): string => (tag.split('-')[0] ?? '').toLowerCase()
