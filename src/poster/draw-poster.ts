import { type Box, motifs, rect } from './motifs.ts'
import { choosePalette, type Palette } from './palettes.ts'
import { setText, type TextBlock } from './set-text.ts'

/** The content of a poster. */
export interface Poster {
  readonly title: string
  /** A number from 0 to 359. It selects the colours, the motif and the layout. */
  readonly hue: number
  /** The group of event formats that the motif is about. Other names select a group by the hue. */
  readonly motif: string
}

const HEIGHT = 900
const MARGIN = 72
/** The height of a motif above or below the title. */
const BAND = 415
/** The distance between the parts of a title. */
const GAP = 30
/** The number of characters of a title that are read, so that its length costs no time. */
const MAX_TITLE = 1000

/** A part of the picture. */
interface Area extends Box {
  readonly x: number
  readonly y: number
}

/** Draws a poster as SVG: a motif and the title. Square pictures show the first part of the title. */
export function drawPoster({ title, hue, motif }: Poster, size: Box): string {
  const isSquare = size.width < size.height * 1.2
  const width = isSquare ? HEIGHT : 1200
  const palette = choosePalette(hue)
  const { ground, colors } = palette
  const [main, sub] = splitTitle(cleanText(title))
  // long titles need the width: beside a motif there is less of it
  const band = 1 + ((isSquare ? hue : Math.floor(hue / 4)) % 2)
  const titled = isSquare || main.length > (hue % 4 === 0 ? 30 : 60) ? band : hue % 4
  const layout = main === '' ? 4 : titled
  const { text, panels } = listLayouts(width)[layout] ?? { panels: [] }
  const block = text && setTitle(main, isSquare ? '' : sub, text)
  const mirror = (box: Area): Area =>
    block?.main.isRightToLeft ? { ...box, x: width - box.x - box.width } : box
  const drawn = panels.map((panel, n) => {
    const [first = '', ...others] = [...colors.slice(n), ...colors.slice(0, n)]
    const order = [first, ground, ...others]
    if (layout === 3) order.push(...order.splice(1, 1)) // the ground last
    if (layout === 2) order.unshift(...order.splice(1, 1)) // the ground first
    return drawMotif({ motif, hue: hue + n * 360 }, mirror(panel), order)
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="xMidYMid slice">`,
    rect(ground, 0, 0, { width, height: HEIGHT }),
    ...drawn,
    block && writeTitle(block, mirror(text), palette),
    '</svg>',
  ].join('')
}

/** Returns the layouts: motifs at the side of the title, above it, below it, in a column, and alone. */
function listLayouts(width: number): readonly { text?: Area; panels: readonly Area[] }[] {
  const area = (x: number, y: number, right: number, bottom: number): Area => ({
    ...{ x, y, width: right - x, height: bottom - y },
  })
  const column = Math.round(width * 0.57)
  const cells = [0, 300, 600].map((y) => area(0, y, 300, y + 300))
  return [
    { text: area(0, 0, column, HEIGHT), panels: [area(column, 0, width, HEIGHT)] },
    { text: area(0, BAND, width, HEIGHT), panels: [area(0, 0, width, BAND)] },
    { text: area(0, 0, width, HEIGHT - BAND), panels: [area(0, HEIGHT - BAND, width, HEIGHT)] },
    { text: area(300, 0, width, HEIGHT), panels: cells },
    { panels: [area(0, 0, width, HEIGHT)] },
  ]
}

interface Title {
  readonly main: TextBlock
  readonly sub?: TextBlock
}

/** Sets both parts of a title into a part of the picture, with margins. */
function setTitle(first: string, second: string, area: Area): Title {
  const width = area.width - MARGIN * 1.9
  const height = area.height - MARGIN * 1.5
  const small = { width, height: height * 0.3, maxSize: 58, minSize: 36 }
  const sub = second === '' ? undefined : setText(second, small)
  const room = height - (sub ? sub.height + GAP : 0)
  const main = setText(first, { width, height: room, maxSize: 168, minSize: 52 })
  return { main, ...(sub && { sub }) }
}

/** Writes both parts of a title, in the middle of a band, or at the upper and the lower margin. They start, or end if the first is from right to left, at the same x. */
function writeTitle({ main, sub }: Title, area: Area, { ink }: Palette): string {
  const x = main.isRightToLeft ? area.x + area.width - MARGIN : area.x + MARGIN
  const bottom = HEIGHT - MARGIN - (sub ?? main).height
  const middle = area.y + (area.height - main.height - (sub ? sub.height + GAP : 0)) / 2
  const isTall = area.height === HEIGHT
  const top = isTall ? (sub ? MARGIN : bottom) : middle
  const write = (block: TextBlock, y: number): string => {
    const { size, lines, leading, ascent, isRightToLeft, fonts } = block
    const direction = isRightToLeft ? ' direction="rtl"' : ''
    const anchor = isRightToLeft === main.isRightToLeft ? '' : ' text-anchor="end"'
    const rows = lines.map((line, n) => {
      const baseline = Math.round(y + size * (ascent + n * leading))
      // the ink of wide brackets is in the second half of their width
      const left = /^(?:[《「『（【]|“(?=\p{Script=Han}))/u.test(line) ? x - size * 0.4 : x
      return `<text x="${Math.round(left)}" y="${baseline}">${escapeMarkup(line)}</text>`
    })
    return `<g fill="${ink}" font-family="${fonts}" font-weight="${block === main ? 800 : 600}" font-size="${size}"${direction}${anchor}>${rows.join('')}</g>`
  }
  return write(main, top) + (sub ? write(sub, isTall ? bottom : top + main.height + GAP) : '')
}

/** Draws the motif of a poster into a part of the picture, with the colour of the background first. */
function drawMotif(
  { hue, motif }: Pick<Poster, 'hue' | 'motif'>,
  box: Area,
  [back = '', first = '', second = '', third = '']: readonly string[],
): string {
  const groups = Object.values(motifs)
  const drawings = Object.hasOwn(motifs, motif) ? motifs[motif] : groups[hue % groups.length]
  const draw = drawings?.[Math.floor(hue / 4) % drawings.length]
  const chance = (limit: number, key: number): number => scatter(hue * 64 + key) % limit
  const drawn = draw?.(box, [back, first, second, third], chance) ?? ''
  return `<svg x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}">${rect(back, 0, 0, box)}${drawn}</svg>`
}

/** Returns a number that looks random, the same for the same number. */
function scatter(number: number): number {
  const mixed = Math.imul(number ^ (number >>> 7) ^ 0x5bd1, 0x9e3779b1)
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 16
}

const SEPARATOR = /[,،] |[\u00A0\u202F ]?: |：| [–—] |——/gu

/** Splits a title outside brackets: at its first colon or dash, or at its first comma if a label follows, as in "Antigone, director: Xu Meiling". */
function splitTitle(title: string): [main: string, sub: string] {
  let commas = 0
  for (const { 0: mark, index } of title.matchAll(SEPARATOR)) {
    const [main, sub] = [title.slice(0, index), title.slice(index + mark.length)]
    if (/[,،]/.test(mark) && (commas++ > 0 || !/^[\p{L}\p{M}]+: /u.test(sub))) continue
    if (main.length > 1 && sub !== '' && !isInBrackets(main)) return [main, sub]
  }
  return [title, '']
}

/** The closing marks of opening ones. */
const closingMarks: Readonly<Record<string, string>> = {
  ...{ '„': '“”', '“': '”', '"': '"', '«': '»', '(': ')', '[': ']' },
  ...{ '（': '）', '《': '》', '「': '」', '『': '』', '【': '】' },
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

/** Removes characters that XML documents cannot contain, not even escaped, and joins blanks. */
const cleanText = (text: string): string =>
  text
    .slice(0, MAX_TITLE)
    .replace(/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[ \t\r\n]+/g, ' ')
    .trim()

const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
