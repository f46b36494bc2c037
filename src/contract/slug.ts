/**
 * Slugs as the service stores them: lower case, words joined by `-`, letters of every script kept and
 * percent-encoded in lower-case hex (UTF-8), at most 200 bytes. Latin accents are folded.
 */

const MAX_BYTES = 200

/** Letters that lose more than an accent; German ones are spelled out in German. */
const foldedLetters: Readonly<Record<string, string>> = {
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
export const toSlug = (title: string, language: string): string =>
  encode(hyphenate(title, language).replace(/^-|-$/g, ''))

/** Returns the letters and numbers of a text in lower case, with one `-` between words. */
function hyphenate(text: string, language: string): string {
  const letters = text
    .normalize('NFC')
    .replace(/<[^<>]*>/g, '')
    .toLowerCase()
  const joined = (isAscii(letters) ? letters : withoutAccents(letters, language))
    .replace(/[\s./_\p{Dash_Punctuation}]+/gu, '-')
    .replace(/[\u2000-\u206f]/g, '') // a block without letters, marks and numbers
  // a pattern of all letters takes long to be made, and many languages need none
  const other = isAscii(joined) ? /[^a-z0-9-]/g : /[^\p{L}\p{M}\p{N}-]/gu
  return joined.replace(other, '').replace(/-+/g, '-')
}

const isAscii = (text: string): boolean => /^[ -~]*$/.test(text)

/** Latin letters without what they have above or below; those of ASCII stay as they are. */
function withoutAccents(letters: string, language: string): string {
  const own = spelledOut[language] ?? {}
  return letters
    .replace(/i\u0307/g, 'i') // what lower-casing leaves of a Turkish İ
    .replace(
      /(?=[^ -~])\p{Script=Latin}/gu,
      (letter) => own[letter] ?? foldedLetters[letter] ?? fold(letter),
    )
}

/** As many whole characters of an encoded text as fit. */
function truncateEncoded(encoded: string, bytes: number): string {
  if (encoded.length <= bytes) return encoded
  let end = 0
  for (let next = 0; next <= bytes; next += encodedCharLength(encoded, next)) end = next
  return encoded.slice(0, end).replace(/(?<!-)-+$/, '')
}

/** How much of an encoded text a character takes: its first byte tells how many follow. */
function encodedCharLength(encoded: string, place: number): number {
  if (encoded[place] !== '%') return 1
  const first = Number.parseInt(encoded.slice(place + 1, place + 3), 16)
  return 3 * (first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4)
}

/** Numbers slugs that come more than once, `night`, `night-2`, so that earlier records never lose theirs. */
export function slugCounter(): (slug: string) => string {
  /** The number that comes next, by slug. */
  const taken = new Map<string, number>()

  return (slug) => {
    for (let n = taken.get(slug) ?? 0; ; n++) {
      const candidate = n === 0 ? slug : withSuffix(slug, `-${n + 1}`)
      if (n > 0 && taken.has(candidate)) continue
      taken.set(slug, n + 1)
      if (n > 0) taken.set(candidate, 1)
      return candidate
    }
  }
}

/** The slug a client sends: a text, or the stored form that an answer gave it. */
export const readSentSlug = (sent: string, language: string): string =>
  toSlug(decodeSlug(sent), language)

/** The stored form of a slug in a path: raw, or percent-encoded once or twice, in any case. */
export function normalizeSlug(text: string): string {
  return encode(decodeSlug(decodeSlug(text)).normalize('NFC').toLowerCase())
}

/** A stored slug with a suffix such as `-2`, shortened so that both fit. */
export const withSuffix = (slug: string, suffix: string): string =>
  truncateEncoded(slug, MAX_BYTES - suffix.length) + suffix

const TRASHED = '__trashed'

/** The slug of a record in the trash, which leaves its own free. */
export const trashedSlug = (slug: string): string => withSuffix(slug, TRASHED)

/** The slug a record had before it was in the trash. */
export const untrashedSlug = (slug: string): string =>
  slug.endsWith(TRASHED) ? slug.slice(0, -TRASHED.length) : slug

const fold = (letter: string): string => letter.normalize('NFD').replace(/\p{M}/gu, '')

/** Percent-encoded in lower case, as many whole characters as fit. */
const encode = (text: string): string =>
  truncateEncoded(encodeURIComponent(text.toWellFormed()).toLowerCase(), MAX_BYTES)

/** The text a stored slug stands for; what is not encoded is left as it is. */
export function decodeSlug(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // not encoded: a lone % is part of the text
  }
}
