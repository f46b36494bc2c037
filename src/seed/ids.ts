import { languages } from '../contract/site.ts'

/** IDs of one ordinal: a tens digit for the kind, a units digit for the language. */
export const STRIDE = 100

/** The ID of a seeded record: a function of the places of its kind and language, and of its ordinal, alone. */
export const seededId = (ordinal: number, kind: number, language: number): number =>
  (ordinal + 1) * STRIDE + kind * 10 + language

/** The ordinal, and the place of the kind, that an ID was made of. */
export const parseSeededId = (id: number): { ordinal: number; kind: number } => ({
  ordinal: Math.floor(id / STRIDE) - 1,
  kind: Math.floor((id % STRIDE) / 10),
})

/** The language of a seeded record; undefined for an ID that is none. */
export const languageOfSeededId = (id: number, firstFreeId: number): string | undefined =>
  id >= STRIDE && id < firstFreeId ? languages[id % 10] : undefined
