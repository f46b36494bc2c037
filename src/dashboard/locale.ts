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

export const nameLanguage = (code: string): string =>
  new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code

/** Formats times in UTC in the language of the page. */
export const timeFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(chooseLocale('en'), { ...options, timeZone: 'UTC' })

/** Returns the first day of weeks where the reader lives: 0 is Sunday. */
export function firstDayOfWeek(): number {
  type WeekInfo = { readonly firstDay: number }
  // TypeScript does not know the information about weeks yet
  const locale: Intl.Locale & { getWeekInfo?(): WeekInfo; readonly weekInfo?: WeekInfo } =
    new Intl.Locale(chooseLocale('en'))
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7
}

/** Returns text without markup: the service sends HTML and character references in texts. */
export function toPlainText(markup: string): string {
  const { body } = new DOMParser().parseFromString(markup, 'text/html')
  return body.textContent.trim()
}
