/**
 * Slugs as the service stores them: lower case, words joined by `-`, letters of every script kept and
 * percent-encoded in lower-case hex (UTF-8), at most 200 bytes. Latin accents are folded.
 */

const MAX_BYTES = 200

/** Letters that lose more than an accent; German ones are spelled out in German. */
const folded: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
}
const spelledOut: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: { ä: 'ae', ö: 'oe', ü: 'ue' },
}

/** The slug of a title, in a language: `Größe & Maß` is `groesse-mass` in German, `grosse-mass` else. */
export function slugOf(title: string, language: string): string {
  const own = spelledOut[language] ?? {}
  const letters = title
    .normalize('NFC')
    .replace(/<[^<>]*>/g, '')
    .toLowerCase()
    .replace(/i\u0307/g, 'i') // what lower-casing leaves of a Turkish İ
    .replace(/\p{Script=Latin}/gu, (letter) => own[letter] ?? folded[letter] ?? fold(letter))
  const words = letters
    .replace(/[\s./_\p{Dash_Punctuation}]+/gu, '-')
    .replace(/[^\p{L}\p{M}\p{N}-]/gu, '')
    .replace(/-+/g, '-')
  return encode(words.replace(/^-|-$/g, ''))
}

/** The slug a client sends: a text, or the stored form that an answer gave it. */
export const sentSlug = (sent: string, language: string): string => slugOf(decode(sent), language)

/** The stored form of a slug in a path: raw, or percent-encoded once or twice, in any case. */
export function storedSlug(text: string): string {
  return encode(decode(decode(text)).normalize('NFC').toLowerCase())
}

/** The slug with a suffix such as `-2`, shortened so that both fit; characters stay whole. */
export function withSuffix(slug: string, suffix: string): string {
  return encode(decode(slug), MAX_BYTES - suffix.length) + suffix
}

const TRASHED = '__trashed'

/** The slug of a record in the trash, which leaves its own free. */
export const trashedSlug = (slug: string): string => withSuffix(slug, TRASHED)

/** The slug a record had before it was in the trash. */
export const untrashedSlug = (slug: string): string => slug.replace(new RegExp(`${TRASHED}$`), '')

const fold = (letter: string): string => letter.normalize('NFD').replace(/\p{M}/gu, '')

/** Percent-encoded in lower case, as many whole characters as fit. */
function encode(text: string, bytes = MAX_BYTES): string {
  const encoded = encodeURIComponent(text.toWellFormed()).toLowerCase()
  if (encoded.length <= bytes) return encoded
  let kept = ''
  for (const char of text.toWellFormed()) {
    const next = encodeURIComponent(char).toLowerCase()
    if (kept.length + next.length > bytes) break
    kept += next
  }
  return kept.replace(/-+$/, '')
}

/** The text a stored slug stands for; what is not encoded is left as it is. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // not encoded: a lone % is part of the text
  }
}
