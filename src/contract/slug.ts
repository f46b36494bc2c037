/**
 * Slugs in their stored form: lower case, words joined by `-`, letters of every script percent-encoded
 * as UTF-8 in lower-case hex, at most 200 bytes. Latin letters lose their accents.
 */

import { languageHeader } from './site.ts'

const MAX_BYTES = 200

/** Replacements for Latin letters that Unicode cannot decompose into a letter and an accent. */
const foldedLetters: Readonly<Record<string, string>> = {
  ß: 's',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
}

/** Returns the slug of a title: `Größe & Maß` is `groesse-mass` in German, and `grosse-mass` in other languages. */
export const toSlug = (title: string, language: string): string =>
  encode(hyphenate(title, language).replace(/^-|-$/g, ''))

/** Returns the letters, numbers and emoji of a text in lower case, with one `-` between words. Tags and numeric entities are left out. */
function hyphenate(text: string, language: string): string {
  const letters = text
    .normalize('NFC')
    .replace(/<[^<>]*>|&#\w+;/g, '')
    .toLowerCase()
  return removeAccents(letters, language)
    .replace(/[\s./_\p{Dash_Punctuation}]+/gu, '-')
    .replace(/[©®™‼⁉]|[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}-]/gu, '')
    .replace(/-+/g, '-')
}

/** Replaces Latin letters by ASCII letters. Letters of other scripts keep their marks. */
function removeAccents(text: string, language: string): string {
  const { slugLetters } = languageHeader(language)
  return text
    .replace(/i\u0307/g, 'i') // the lower case of a Turkish İ
    .replace(
      /(?=[^ -~])\p{Script=Latin}/gu,
      (letter) =>
        slugLetters?.[letter] ??
        foldedLetters[letter] ??
        letter.normalize('NFD').replace(/\p{M}/gu, ''),
    )
}

/** Returns the percent-encoded form of a text in lower case, truncated to 200 bytes. */
const encode = (text: string): string =>
  truncateEncoded(encodeURIComponent(text.toWellFormed()).toLowerCase(), MAX_BYTES)

/** Returns the whole characters of an encoded text that fit into `maxBytes`. */
function truncateEncoded(encoded: string, maxBytes: number): string {
  if (encoded.length <= maxBytes) return encoded
  let end = 0
  for (let next = 0; next <= maxBytes; next += encodedCharLength(encoded, next)) end = next
  return encoded.slice(0, end).replace(/(?<!-)-+$/, '')
}

/** Returns the length of the encoded character at an index. Its first UTF-8 byte determines the number of bytes. */
function encodedCharLength(encoded: string, index: number): number {
  if (encoded[index] !== '%') return 1
  const firstByte = Number.parseInt(encoded.slice(index + 1, index + 3), 16)
  return 3 * (firstByte < 0x80 ? 1 : firstByte < 0xe0 ? 2 : firstByte < 0xf0 ? 3 : 4)
}

/** Returns a function that numbers repeated slugs: `night`, `night-2`. Later records never change the slugs of earlier records. */
export function createSlugCounter(): (slug: string) => string {
  /** The next number to try, by slug. */
  const nextNumbers = new Map<string, number>()

  return (slug) => {
    for (let number = nextNumbers.get(slug) ?? 1; ; number++) {
      const candidate = number === 1 ? slug : withSuffix(slug, `-${number}`)
      if (number > 1 && nextNumbers.has(candidate)) continue
      nextNumbers.set(candidate, 2)
      nextNumbers.set(slug, number + 1)
      return candidate
    }
  }
}

/** Returns the slug of the text that a client sent, which may also be a slug in its stored form. */
export const readSentSlug = (sent: string, language: string): string =>
  toSlug(decodeEscapes(sent), language)

/** Returns the stored form of a slug in a path, which may be raw, or percent-encoded once or twice. */
export function normalizeSlug(text: string): string {
  return encode(decodeEscapes(decodeEscapes(text)).normalize('NFC').toLowerCase())
}

/** Returns a slug with a suffix such as `-2`, and truncates the slug so that both fit into 200 bytes. */
export const withSuffix = (slug: string, suffix: string): string =>
  truncateEncoded(slug, MAX_BYTES - suffix.length) + suffix

const TRASHED = '__trashed'

/** Returns the slug of a record in the trash, which leaves its former slug to other records. */
export const trashedSlug = (slug: string): string => withSuffix(slug, TRASHED)

/** Returns the slug that a record had before it was moved to the trash. */
export const untrashedSlug = (slug: string): string =>
  slug.endsWith(TRASHED) ? slug.slice(0, -TRASHED.length) : slug

/** Decodes the percent-encoding of a text. A text with malformed escapes is returned unchanged. */
export function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a lone % is part of the text
  }
}
