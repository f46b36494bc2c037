import { drawBare, HEIGHT, layouts } from './layouts.ts'
import { choosePalette } from './palettes.ts'
import { type Box, rect } from './shapes.ts'

/** The content of a poster. */
export interface Poster {
  readonly title: string
  /** A number from 0 to 359. It selects the colours, the motif and the layout. */
  readonly hue: number
  /** The group of event formats that the motif is about. Other names select a group by the hue. */
  readonly motif: string
}

/** Characters that XML documents cannot contain, not even escaped. */
const NOT_XML = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Draws a poster as SVG: a motif and the title. Square pictures show the first part of the title. */
export function drawPoster({ title, hue, motif }: Poster, size: Box): string {
  const isSquare = size.width < size.height * 1.2
  const width = isSquare ? HEIGHT : 1200
  const palette = choosePalette(hue)
  const [main, sub] = splitTitle(title.replace(NOT_XML, '').trim())
  const draw = main === '' ? drawBare : layouts[isSquare ? 1 + (hue % 2) : hue % layouts.length]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="xMidYMid slice">`,
    rect(0, 0, { width, height: HEIGHT }, palette.ground),
    draw?.({ main, sub: isSquare ? '' : sub, hue, motif, palette, width }),
    '</svg>',
  ].join('')
}

/** Splits a title at its first colon or dash outside brackets, or a long title at its last comma. */
function splitTitle(title: string): [main: string, sub: string] {
  const colons = [...title.matchAll(/[\s\u00A0\u202F]*:\s+|：|\s+[–—]\s+|——/gu)]
  const commas = title.length > 33 ? [...title.matchAll(/[,،]\s+/gu)] : []
  const labels = [...title.matchAll(/[,،]\s+(?=\p{L}+:\s)/gu)] // as in "Antigone, director: Xu Meiling"
  for (const { 0: mark, index } of [...labels, ...colons, ...commas.reverse()]) {
    const [main, sub] = [title.slice(0, index), title.slice(index + mark.length)]
    if (main.length > 1 && sub !== '' && !isInBrackets(main)) return [main, sub]
  }
  return [title, '']
}

const QUOTED = /„[^“”]*[“”]|“[^”]*”|"[^"]*"|«[^»]*»|\p{Ps}[^\p{Pe}]*\p{Pe}/gu

/** Returns whether a bracket or a quotation mark is open at the end of a text. */
const isInBrackets = (text: string): boolean => /["“«\p{Ps}]/u.test(text.replace(QUOTED, ''))
