import { languages as packs } from '../../fixtures/languages/index.ts'
import { defaultSites, type LanguageCode, languages } from '../contract/site.ts'

/** A site in every language there is; the usual ones first. */
export const everySite: readonly string[] = [...new Set([...defaultSites, ...languages])]

/** A language's own name. That of a code nobody knows is the code: the mock will refuse it. */
export const nameOf = (code: string): string => packOf(code)?.name ?? code

export const directionOf = (code: string): 'ltr' | 'rtl' => packOf(code)?.direction ?? 'ltr'

const packOf = (code: string) =>
  Object.hasOwn(packs, code) ? packs[code as LanguageCode] : undefined // it has it
