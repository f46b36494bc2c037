import { languagePacks as packs } from '../../fixtures/languages/index.ts'
import { defaultSites, type LanguageCode, languages } from '../contract/site.ts'

/** A site in every language there is; the usual ones first. */
export const everySite: readonly string[] = [...new Set([...defaultSites, ...languages])]

/** A language's own name. That of a code nobody knows is the code: the mock will refuse it. */
export const languageName = (code: string): string => findPack(code)?.name ?? code

export const languageDirection = (code: string): 'ltr' | 'rtl' => findPack(code)?.direction ?? 'ltr'

const findPack = (code: string) =>
  Object.hasOwn(packs, code) ? packs[code as LanguageCode] : undefined // it has it
