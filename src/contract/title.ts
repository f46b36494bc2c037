import type { LanguageHeader } from '../../fixtures/languages/language.ts'
import type { PresentContext } from './context.ts'
import { toParagraphs } from './post.ts'
import { languageHeader } from './site.ts'

/** Entities of characters, and of the ASCII characters that stand for them between spaces or words. */
const entities: readonly (readonly [RegExp, string] | ((text: string) => string))[] = [
  [/&(?!#?\w+;)/g, '&#038;'],
  [/…|\.\.\./g, '&#8230;'],
  [/---|(?<![^ ])--(?![^ ])/g, '&#8212;'],
  [/--|(?<= )-(?= )/g, '&#8211;'],
  [/ \(tm\)/g, ' &#8482;'],
  [/\b(?!0x)(\d[\d.,]*)x(?=\d[\d.,]*\b)/g, '$1&#215;'],
  [/“|(?<![^\s([{])"/g, '&#8220;'],
  replacePrimes(/&#8220;|"/g, '&#8243;'),
  [/”|"/g, '&#8221;'],
  [/‘|(?<![^\s([{])'(?!\d)/g, '&#8216;'],
  replacePrimes(/&#8216;|'/g, '&#8242;'),
  [/’|'/g, '&#8217;'],
]

/** Returns a title as responses show it: with typographic HTML entities with the preset (24.4). Stored titles are plain. */
export const presentTitle = (title: string, { settings, site }: PresentContext): string =>
  settings.preset.followsService ? texturize(title, languageHeader(site.language).quotes) : title

/** Returns a description or an excerpt as responses show it: in paragraphs, as `presentTitle` shows titles, and with the preset without the comments of the block editor (24.4). */
export const presentText = (text: string, context: PresentContext): string =>
  toParagraphs(
    presentTitle(context.settings.preset.followsService ? removeBlocks(text) : text, context),
  )

/** Removes the comments of the block editor, whose paragraphs have a class. */
const removeBlocks = (text: string): string =>
  text
    .replace(/<!-- *wp:paragraph[^<>]*-->\s*<p>/g, '<p class="wp-block-paragraph">')
    .replace(/<!-- *\/?wp:[^<>]*-->/g, '')

/** Returns the name or the description of a term as responses show it: without tags and with `&amp;` and `&gt;` with the preset (24.4). */
export const presentTermName = (name: string, { settings }: PresentContext): string =>
  settings.preset.followsService
    ? name
        .replace(/<[^<>]*>/g, '')
        .replace(/&(?!#?\w+;)/g, '&amp;')
        .replace(/>/g, '&gt;')
    : name

/** Replaces punctuation outside tags. */
const texturize = (text: string, quotes: LanguageHeader['quotes']): string =>
  text.replace(/<[^<>]*>|[^<>]+/g, (part) =>
    part.startsWith('<') ? part : texturizePart(quotes ? replaceQuotes(part, quotes) : part),
  )

const texturizePart = (part: string): string =>
  entities.reduce(
    (text, step) => (typeof step === 'function' ? step(text) : text.replace(...step)),
    part,
  )

/** Returns a function that replaces a mark behind a number by a prime, but not in a quotation. The pattern matches the mark and the entity of an opening one. */
function replacePrimes(pattern: RegExp, prime: string): (text: string) => string {
  return (text) => {
    let isOpen = false
    return text.replace(pattern, (mark, offset: number) => {
      const isPrime =
        mark.length === 1 &&
        !isOpen &&
        /\d/.test(text.charAt(offset - 1)) &&
        !/\w/.test(text.charAt(offset + 1))
      isOpen = mark.length > 1
      return isPrime ? prime : mark
    })
  }
}

/** Replaces plain quotation marks by the marks of a language, except behind a number outside a quotation: `10"`. */
function replaceQuotes(text: string, [open, close]: readonly [string, string]): string {
  let isOpen = false
  return text.replace(/"/g, (mark, offset: number) => {
    const before = text.charAt(offset - 1)
    const opens = /^[\s([{]?$/.test(before)
    const closes = !opens && (isOpen || !/\d/.test(before))
    isOpen = opens
    return opens ? open : closes ? close : mark
  })
}
