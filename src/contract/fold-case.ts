/**
 * Folds the case of a text for comparisons: `Straße`, `STRASSE` and `STRAẞE` become equal. The lower case
 * comes first, because the upper case of `ẞ` is `ẞ` itself. The locale of the host has no influence.
 */
export const foldCase = (text: string): string => text.toLowerCase().toUpperCase()

const ACCENTED = /[\u0300-\u036f\u00c0-\u024f\u1e00-\u1eff]+/g

/**
 * Folds letter case and the accents of Latin letters, also accents that are characters of their own: `Café` and
 * `CAFE` become equal (15.2b). The signs of other scripts stay, such as the vowels of Hindi.
 */
export const foldText = (text: string): string =>
  text
    .toLowerCase()
    .replace(ACCENTED, (letters) => letters.normalize('NFD').replace(/[\u0300-\u036f]/g, ''))

/** Each letter that has usual accents, with its accented forms. */
const accentedForms = new Map(
  'aà-åā-ą cçć-č dď eè-ëē-ě gĝ-ģ hĥ iì-ïĩ-İ jĵ kķ lĺ-ľ nñń-ň oò-öō-ő rŕ-ř sś-š tţ-ť uù-üũ-ų wŵ yýÿŷ zź-ž'
    .split(' ')
    .map((form) => [form.charAt(0), `[${form}]`] as const),
)
const UNUSUAL = /[\u0300-\u036f\u0180-\u024f\u1e00-\u1eff]/

/**
 * Returns the test of a search: whether a text contains the words, both folded. A text with usual accents is not
 * folded but matched by a pattern, which takes a third of the time.
 */
export function containsFolded(words: string): (text: string) => boolean {
  const folded = foldText(words)
  const contains = (text: string) => foldText(text).includes(folded)
  if (folded.length > 100) return contains // a pattern would be too big
  const source = folded
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replace(/[a-z]/g, (letter) => accentedForms.get(letter) ?? letter)
  const pattern = new RegExp(source, 'iu')
  return (text) => (UNUSUAL.test(text) ? contains(text) : pattern.test(text))
}
