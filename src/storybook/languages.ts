import { languagePacks as packs } from '../../fixtures/languages/index.ts'
import { defaultSites, type LanguageCode, languages } from '../contract/site.ts'

/** The sites in all languages, default sites first. */
export const everySite: readonly LanguageCode[] = [...new Set([...defaultSites, ...languages])]

/** Returns the name of a language in that language. Returns an unknown code unchanged; the mock rejects it later. */
export const languageName = (code: string): string => findPack(code)?.name ?? code

export const languageDirection = (code: string): 'ltr' | 'rtl' => findPack(code)?.direction ?? 'ltr'

const findPack = (code: string) =>
  Object.hasOwn(packs, code) ? packs[code as LanguageCode] : undefined // a key of the packs
