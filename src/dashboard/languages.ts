/**
 * Returns the locale for dates and times in a language: with the region of the browser if it has this language. `en`
 * becomes `en-GB` for `en-GB`.
 */
export function chooseLocale(language: string, tags = navigator.languages): string {
  const [spoken] = language.split('-')
  const tag = tags.find((other) => other.split('-')[0] === spoken)
  const region = tag && /-([A-Z]{2}|\d{3})\b/.exec(tag)?.[1] // not all tags of browsers are valid
  return region ? new Intl.Locale(language, { region }).toString() : language
}

/** Returns the first language of a list that the browser prefers. `zh-CN` means `zh-hans`, and `de-AT` means `de`. */
export function findPreferred(codes: readonly string[]): string | undefined {
  for (const tag of navigator.languages) {
    const [spoken] = tag.toLowerCase().split('-')
    const code = codes.find((other) => other.split('-')[0] === spoken)
    if (code) return code
  }
  return undefined
}

/** Returns the English name of a language. */
export const nameLanguage = (code: string): string =>
  new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code
