/** The languages of the page. Each name is in its own language. */
export const uiLanguages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  hi: 'हिन्दी',
  'zh-hans': '简体中文',
  ar: 'العربية',
} as const

export type UiLanguage = keyof typeof uiLanguages

const isUiLanguage = (code: string): code is UiLanguage => Object.hasOwn(uiLanguages, code)

/** Returns the first language that the page has, else English. `zh-CN` means `zh-hans`, and `de-AT` means `de`. */
export function chooseUiLanguage(tags: readonly string[]): UiLanguage {
  for (const tag of tags) {
    const code = tag.toLowerCase()
    if (isUiLanguage(code)) return code
    const [base = ''] = code.split('-')
    if (base === 'zh') return 'zh-hans'
    if (isUiLanguage(base)) return base
  }
  return 'en'
}

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

/** Returns the direction of the script of a language. */
export const findDirection = (language: string): 'ltr' | 'rtl' =>
  language === 'ar' ? 'rtl' : 'ltr'

/** Returns the name of a language, in the language of the page. */
export function nameLanguage(code: string, uiLanguage: UiLanguage): string {
  return new Intl.DisplayNames(uiLanguage, { type: 'language' }).of(code) ?? code
}
