import { decodeEntities } from '../decode-entities.ts'
import { drawBare, HEIGHT, layouts } from './layouts.ts'
import { choosePalette } from './palettes.ts'
import { measureText } from './scripts.ts'
import { type Box, rect } from './shapes.ts'

/** The content of a poster. */
export interface Poster {
  /** It may contain HTML entities, which are shown as their characters. */
  readonly title: string
  /** A number from 0 to 359. It selects the colours, the motif and the layout. */
  readonly hue: number
  /** The group of event formats that the motif is about. Other names select a group by the hue. */
  readonly motif: string
}

/** Characters that XML documents cannot contain, not even escaped. */
const NOT_XML = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** The width from which a title is long, in font sizes. Long titles are in the layout with the highest column. */
const LONG = 45
/** The width of the longest first part of a long title, in font sizes. */
const LONG_MAIN = 24

/** Draws a poster as SVG: a motif and the title. Square pictures show the first part of the title. */
export function drawPoster({ title, hue, motif }: Poster, size: Box): string {
  const isSquare = size.width < size.height * 1.2
  const width = isSquare ? HEIGHT : 1200
  const palette = choosePalette(hue)
  const [main, sub] = splitTitle(normalizeText(title))
  const isLong = measureText(main + sub) > LONG
  const layout = isSquare ? 1 + (hue % 2) : isLong ? 3 : hue % layouts.length
  const draw = main === '' ? drawBare : layouts[layout]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="xMidYMid slice">`,
    rect(0, 0, { width, height: HEIGHT }, palette.ground),
    draw?.({ main, sub: isSquare ? '' : sub, isLong, hue, motif, palette, width }),
    '</svg>',
  ].join('')
}

/** Splits a title at its first colon or dash outside brackets, or a title of some length at its last comma. */
function splitTitle(title: string): [main: string, sub: string] {
  const isLong = measureText(title) > LONG
  const colons = [...title.matchAll(/[\u00A0\u202F ]?: |：| [–—] |——/gu)]
  const allCommas = [...title.matchAll(/[,،] /gu)]
  const commas = title.length > 33 && !isLong ? allCommas : []
  // as in "Antigone, director: Xu Meiling"
  const labels = allCommas
    .slice(0, 1)
    .filter(({ index }) => /^[\p{L}\p{M}]+: /u.test(title.slice(index + 2)))
  for (const { 0: mark, index } of [...labels, ...colons, ...commas.reverse()]) {
    const [main, sub] = [title.slice(0, index), title.slice(index + mark.length)]
    if (isLong && measureText(main) > LONG_MAIN) break
    if (main.length > 1 && sub !== '' && !isInBrackets(main)) return [main, sub]
  }
  return [title, '']
}

/** The closing marks of opening ones. */
const closingMarks: Readonly<Record<string, string>> = {
  ...{ '„': '“”', '“': '”', '"': '"', '«': '»' },
  ...{ '(': ')', '[': ']', '（': '）', '《': '》', '「': '」', '『': '』', '【': '】' },
}

/** Returns whether a bracket or a quotation mark is open at the end of a text. */
function isInBrackets(text: string): boolean {
  let closing = ''
  for (const char of text) {
    if (closing === '') closing = closingMarks[char] ?? ''
    else if (closing.includes(char)) closing = ''
  }
  return closing !== ''
}

/** Returns the text of a title: without entities and control characters, with single spaces. */
const normalizeText = (title: string): string =>
  decodeEntities(title)
    .replace(NOT_XML, '')
    .replace(/[ \t\r\n]+/g, ' ')
    .trim()
