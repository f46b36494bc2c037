import { defaultNamespace, defaultRoot, type LanguageCode, languages } from '../contract/site.ts'

/** The distance between the IDs of two ordinals: the tens digit is the kind, the units digit the language. */
export const STRIDE = 100

/** Returns the ID of a seeded record from its ordinal and the positions of its kind and its language. */
export const seededId = (ordinal: number, kind: number, language: number): number =>
  (ordinal + 1) * STRIDE + kind * 10 + language

/** Returns the ordinal and the position of the kind of an ID. */
export const parseSeededId = (id: number): { ordinal: number; kind: number } => ({
  ordinal: Math.floor(id / STRIDE) - 1,
  kind: Math.floor((id % STRIDE) / 10),
})

/** Returns the language of a seeded record, or undefined for any other ID. */
export const languageOfSeededId = (id: number, firstFreeId: number): string | undefined =>
  id >= STRIDE && id < firstFreeId ? languages[id % 10] : undefined

/** A value for each language. */
export type ByLanguage<T> = Readonly<Record<LanguageCode, T>>

export const forEachLanguage = <T>(create: (code: LanguageCode) => T): ByLanguage<T> =>
  Object.fromEntries(languages.map((code) => [code, create(code)])) as Record<LanguageCode, T> // the table has all codes

/** Returns the paths of a record, on the default sites of the languages. */
export const landmarkUrls = (collection: string, id: ByLanguage<number>): ByLanguage<string> =>
  forEachLanguage((code) => {
    const root = defaultRoot.replace(':site', code)
    return `${root}/${defaultNamespace}/${collection}/${id[code]}`
  })
