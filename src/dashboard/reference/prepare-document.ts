/** The keys of texts for readers. */
const textKeys: readonly string[] = ['title', 'summary', 'description']

/** Returns whether a document asks for the token of the mock, as the one of the control routes does. */
export const asksForToken = (document: object): boolean => {
  const { components } = document as { readonly components?: { readonly securitySchemes?: object } } // OpenAPI
  return 'token' in (components?.securitySchemes ?? {})
}

/**
 * Returns an OpenAPI document in the form that the library shows: `anyOf` in place of each `type: [a, b]`, and
 * isolated Arabic texts. Examples stay as they are.
 */
export function prepareDocument(document: object): object {
  return splitTypes(document) as object // as its argument
}

function splitTypes(value: unknown, key = ''): unknown {
  if (key === 'example' || key === 'examples') return value
  if (typeof value === 'string') return textKeys.includes(key) ? isolateArabic(value) : value
  if (Array.isArray(value)) return value.map((part) => splitTypes(part))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, part]) => [name, splitTypes(part, name)])
  const { type, ...others }: Record<string, unknown> = Object.fromEntries(entries)
  return Array.isArray(type) && type.every((name) => typeof name === 'string')
    ? { ...others, anyOf: type.map((name) => ({ type: name })) }
    : Object.fromEntries(entries)
}

/** Marks an Arabic text as one from right to left, so that its punctuation stays in place on a page from left to right. */
const isolateArabic = (text: string): string =>
  /\p{Script=Arabic}/u.test(text) ? `\u2067${text}\u2069` : text
