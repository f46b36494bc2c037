import { escapeMarkup } from '../escape-markup.ts'
import { motifs } from './motifs.ts'
import type { Palette } from './palettes.ts'
import { setText, type TextBlock } from './set-text.ts'
import { type Box, rect } from './shapes.ts'

/** A poster before it is drawn. */
interface PosterParts {
  readonly main: string
  /** The smaller second part of the title, or an empty string. */
  readonly sub: string
  /** True if the title needs many lines. */
  readonly isLong: boolean
  readonly hue: number
  readonly motif: string
  readonly palette: Palette
  readonly width: number
}

/** The height of the canvas of every poster. */
export const HEIGHT = 900
const MARGIN = 72
const BAND = 415

/** The motif fills the end of the picture, and the title the start; a title that needs more room is above or below the motif. */
function drawAside(parts: PosterParts): string {
  const { width, palette, hue } = parts
  const column = Math.round(width * 0.57)
  const title = setTitle(parts, { width: column - MARGIN * 1.7, height: HEIGHT - MARGIN * 2 - 70 })
  if (!title.main.isWellSet || title.main.size < 70)
    return hue % 8 < 4 ? drawAbove(parts) : drawBelow(parts)
  const { isRightToLeft } = title.main
  const box = { x: isRightToLeft ? 0 : column, y: 0, width: width - column, height: HEIGHT }
  const x = isRightToLeft ? width - MARGIN : MARGIN
  const subTop = HEIGHT - MARGIN - (title.sub?.height ?? 0)
  const rule = { width: 96, height: 10 }
  return (
    drawMotif(parts, box, panelColors(palette)) +
    (title.sub ? rect(isRightToLeft ? x - 96 : x, subTop - 44, rule, palette.colors[0]) : '') +
    writeTitle(title, { x, y: findTop(title), subTop, fill: palette.ink })
  )
}

/** The motif is above the title. */
const drawAbove = (parts: PosterParts): string =>
  drawMotif(parts, { x: 0, y: 0, width: parts.width, height: BAND }, panelColors(parts.palette)) +
  writeInBand(parts, BAND)

/** The motif grows out of the lower edge, below the title. */
function drawBelow(parts: PosterParts): string {
  const { width, palette } = parts
  const box = { x: 0, y: HEIGHT - BAND, width, height: BAND }
  return drawMotif(parts, box, [palette.ground, ...palette.colors]) + writeInBand(parts, 0)
}

/** Three small motifs in a column are at the start, and the title at the end. */
function drawColumn(parts: PosterParts): string {
  const { width, palette, hue } = parts
  const side = HEIGHT / 3
  const title = setTitle(parts, { width: width - side - MARGIN * 2, height: HEIGHT - MARGIN * 2 })
  const { isRightToLeft } = title.main
  const cells = [0, 1, 2].map((n) => {
    const box = { x: isRightToLeft ? width - side : 0, y: n * side, width: side, height: side }
    const colors = [...palette.colors.slice(n), ...palette.colors.slice(0, n), palette.ground]
    return drawMotif({ ...parts, hue: hue + n * 360 }, box, colors)
  })
  const x = isRightToLeft ? width - side - MARGIN : side + MARGIN
  const subTop = HEIGHT - MARGIN - (title.sub?.height ?? 0)
  return cells.join('') + writeTitle(title, { x, y: findTop(title), subTop, fill: palette.ink })
}

/** The layouts of posters with a title. */
export const layouts = [drawAside, drawAbove, drawBelow, drawColumn] as const

/** Draws a picture without a title: the motif alone. */
export const drawBare = (parts: PosterParts): string =>
  drawMotif(parts, { x: 0, y: 0, width: parts.width, height: HEIGHT }, panelColors(parts.palette))

interface Title {
  readonly main: TextBlock
  readonly sub?: TextBlock
}

/** Sets both parts of a title in a box. */
function setTitle({ main, sub, isLong }: PosterParts, { width, height }: Box): Title {
  const hasManyLines = isLong && height > HEIGHT / 2
  const small = hasManyLines
    ? { width, height: height * 0.68, maxSize: 54, minSize: 44, maxLines: 9 }
    : { width, height: height * 0.27, maxSize: 58, minSize: 36, maxLines: 3 }
  const second = sub === '' ? undefined : setText(sub, small)
  const room = height - (second ? second.height + 30 : 0)
  const large =
    hasManyLines && !second
      ? { maxSize: 72, minSize: 48, maxLines: 13 }
      : { maxSize: 168, minSize: 56, maxLines: 6 }
  const first = setText(main, { width, height: room, ...large })
  return { main: first, ...(second && { sub: second }) }
}

/** Writes the title in the middle of a band. */
function writeInBand(parts: PosterParts, top: number): string {
  const { width, palette } = parts
  const height = HEIGHT - BAND
  const title = setTitle(parts, { width: width - MARGIN * 2, height: height - MARGIN * 1.5 })
  const gap = title.sub ? 28 : 0
  const y = top + (height - title.main.height - gap - (title.sub?.height ?? 0)) / 2
  const x = title.main.isRightToLeft ? width - MARGIN : MARGIN
  return writeTitle(title, { x, y, subTop: y + title.main.height + gap, fill: palette.ink })
}

/** Returns the top of a title that is next to a motif: at the upper margin, or without a second part at the lower one. */
const findTop = ({ main, sub }: Title): number => (sub ? MARGIN : HEIGHT - MARGIN - main.height)

interface TitlePosition {
  readonly x: number
  readonly y: number
  readonly subTop: number
  readonly fill: string
}

/** Writes both parts of a title. They start, or end if the first is from right to left, at the same x. */
function writeTitle({ main, sub }: Title, { x, y, subTop, fill }: TitlePosition): string {
  const write = (block: TextBlock, top: number): string => {
    const { size, lines, leading, ascent, isRightToLeft, fonts } = block
    const direction = isRightToLeft ? ' direction="rtl"' : ''
    const anchor = isRightToLeft === main.isRightToLeft ? '' : ' text-anchor="end"'
    const rows = lines.map((line, n) => {
      const baseline = Math.round(top + size * (ascent + n * leading))
      // the ink of wide brackets is in the second half of their width
      const left = /^(?:[《「『（【]|“(?=\p{Script=Han}))/u.test(line) ? x - size * 0.4 : x
      return `<text x="${Math.round(left)}" y="${baseline}">${escapeMarkup(line)}</text>`
    })
    return `<g fill="${fill}" font-family="${fonts}" font-weight="${block === main ? 800 : 600}" font-size="${size}"${direction}${anchor}>${rows.join('')}</g>`
  }
  return write(main, y) + (sub ? write(sub, subTop) : '')
}

/** The colours of a motif on the first colour of a palette instead of the ground. */
const panelColors = ({ ground, colors: [first, second, third] }: Palette) =>
  [first, ground, second, third] as const

/** Draws the motif of a poster into a part of the picture, with the colour of the background first. */
function drawMotif(
  { hue, motif }: PosterParts,
  box: Box & { readonly x: number; readonly y: number },
  [back = '', first = '', second = '', third = '']: readonly string[],
): string {
  const groups = Object.keys(motifs)
  const drawings = motifs[motif] ?? motifs[groups[hue % groups.length] ?? '']
  const draw = drawings?.[Math.floor(hue / 4) % drawings.length]
  const chance = (limit: number, key: number): number => scatter(hue * 64 + key) % limit
  const drawn = draw?.(box, [back, first, second, third], chance) ?? ''
  return `<svg x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}">${rect(0, 0, box, back)}${drawn}</svg>`
}

/** Returns a number that looks random, the same for the same number. */
function scatter(number: number): number {
  const mixed = Math.imul(number ^ (number >>> 7) ^ 0x5bd1, 0x9e3779b1)
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 16
}
