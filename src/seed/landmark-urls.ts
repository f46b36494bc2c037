import { defaultNamespace, defaultRoot, type LanguageCode, languages } from '../contract/site.ts'

/** A value for each language. */
export type ByLanguage<T> = Readonly<Record<LanguageCode, T>>

export const forEachLanguage = <T>(create: (code: LanguageCode) => T): ByLanguage<T> =>
  Object.fromEntries(languages.map((code) => [code, create(code)])) as Record<LanguageCode, T> // all codes

/** Returns the paths of a record, on the default sites of the languages. */
export const landmarkUrls = (collection: string, id: ByLanguage<number>): ByLanguage<string> =>
  forEachLanguage((code) => {
    const root = defaultRoot.replace(':site', code)
    return `${root}/${defaultNamespace}/${collection}/${id[code]}`
  })
