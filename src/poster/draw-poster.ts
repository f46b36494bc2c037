import { escapeMarkup } from './escape-markup.ts'
import { type Box, choosePalette, motifs, type Palette, rect } from './motifs.ts'

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
  // long titles need the width: a motif leaves less of it
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
    x,
    y,
    width: right - x,
    height: bottom - y,
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

/** The closing marks of opening marks. */
const closingMarks: Readonly<Record<string, string>> = {
  '„': '“”',
  '“': '”',
  '"': '"',
  '«': '»',
  '(': ')',
  '[': ']',
  '（': '）',
  '《': '》',
  '「': '」',
  '『': '』',
  '【': '】',
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

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** A script: its letters and fonts, and shares of the font size: the distance between baselines, the height above the first, and the depth below the last. */
const scripts = [
  {
    letters: EAST_ASIAN,
    isRightToLeft: false,
    leading: 1.24,
    ascent: 0.88,
    descent: 0.12,
    fonts: "'PingFang SC','Microsoft YaHei','Noto Sans CJK SC','Noto Sans SC',sans-serif",
  },
  {
    letters: /[\p{Script=Arabic}\p{Script=Hebrew}]/gu,
    isRightToLeft: true,
    leading: 1.42,
    ascent: 0.96,
    descent: 0.42,
    fonts: "'Noto Kufi Arabic','Noto Sans Arabic','Geeza Pro','Segoe UI',Tahoma,sans-serif",
  },
  {
    letters: /\p{Script=Devanagari}/gu,
    isRightToLeft: false,
    leading: 1.34,
    ascent: 0.96,
    descent: 0.36,
    fonts: "'Noto Sans Devanagari','Kohinoor Devanagari','Nirmala UI',Mangal,sans-serif",
  },
]

const latin: (typeof scripts)[number] = {
  letters: /\p{Script=Latin}/gu,
  isRightToLeft: false,
  leading: 1.1,
  ascent: 0.76,
  descent: 0.22,
  fonts: "'Helvetica Neue',Arial,'Liberation Sans','Noto Sans',sans-serif",
}

function chooseScript(text: string) {
  const count = ({ letters }: typeof latin) => text.match(letters)?.length ?? 0
  const others = count(latin) / 2 // Latin words are longer
  const [most] = scripts.filter((script) => count(script) > 0).sort((a, b) => count(b) - count(a))
  return most && count(most) >= others ? most : latin
}

/** The estimated widths of characters in bold fonts, as shares of the font size; the first pattern applies. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[\p{Mn}\p{Cf}]/u, 0],
  [/[\p{Script=Han}—…\u3000-\u30FF\uAC00-\uD7AF\uFF00-\uFFEF\p{Extended_Pictographic}]/u, 1],
  [/[iljI.,:;'!|·’‘\u00A0\u202F ()[\]]/u, 0.33],
  [/[“”]/u, 0.54],
  [/[ftr/"-]/u, 0.42],
  [/[mwMW@%&]/u, 0.92],
  [/\p{Lu}/u, 0.74],
  [/\p{Mc}/u, 0.34],
  [/[\u0633-\u0638\u0647]/u, 1.04],
  [/[\u0622\u0623\u0625-\u0628\u062A\u062B\u0644\u0646\u0649\u064A]/u, 0.48],
  [/\p{Script=Arabic}/u, 0.72],
  [/[\u0915\u0916\u091C\u091D\u0923\u092B]/u, 0.84],
  [/\p{Script=Devanagari}/u, 0.68],
]

/** Estimates the width of a text in a bold font of size 1, without the fonts of the reader. */
function measure(text: string): number {
  const isEastAsian = text.search(EAST_ASIAN) >= 0 // fonts of these scripts have wide punctuation
  const measureChar = (char: string): number =>
    isEastAsian && /\p{P}/u.test(char)
      ? 1
      : (widths.find(([chars]) => chars.test(char))?.[1] ?? 0.61)
  return [...text].reduce((sum, char) => sum + measureChar(char), 0)
}

/** A blank where a line may end: not after a French quotation mark, and not before punctuation. */
const BLANK = /(?<![«‹]) +(?![»›!?:;–—])/u
/**
 * A place in a word where a line may end: after a hyphen, and next to any East Asian character.
 * Plain rules, because `Intl.Segmenter` finds other words in other versions of its data.
 */
const JOINT =
  /(?<=\p{L}[-‐/])(?=\p{L})|(?<![\p{Ps}\p{Pi}“‘·・\d第])(?![\p{Pe}\p{Pf}”’：，。、；！？…—·・%,.:;!?々ー～~])(?:(?<=[\p{Script=Han}\u3000-\u30FF\uFF00-\uFFEF])|(?=[\p{Script=Han}\u3000-\u30FF\uFF00-\uFFEF]))/u

/** A part of a text that stays on one line, with the blank before it. */
type Unit = readonly [text: string, width: number]

const createUnit = (text: string): Unit => [text, measure(text)]

const splitUnits = (text: string): Unit[] =>
  text
    .split(BLANK)
    .flatMap((word, index) =>
      word.split(JOINT).map((part, n) => createUnit(index > 0 && n === 0 ? ` ${part}` : part)),
    )

/** Fills lines up to a width, one after the other. A unit that is wider has a separate line. */
function fillLines(units: readonly Unit[], width: number): string[] {
  const lines: string[] = []
  let room = 0
  for (const [text, length] of units) {
    room -= length
    if (lines.length > 0 && room >= 0) lines[lines.length - 1] += text
    else {
      lines.push(text.trim())
      room = width - length
    }
  }
  return lines
}

/** Breaks a text into at most `limit` lines of about the same width. */
function breakLines(units: readonly Unit[], limit: number): string[] {
  let [low, high] = [0, units.reduce((sum, [, width]) => sum + width, 0.01)]
  for (let step = 0; step < 8; step++) {
    const middle = (low + high) / 2
    if (fillLines(units, middle).length > limit) low = middle
    else high = middle
  }
  return fillLines(units, high)
}

/** Fills lines of a width, and ends with an ellipsis if the text is longer. */
function cutLines(units: readonly Unit[], width: number, limit: number): string[] {
  const letters = /\P{M}[\p{M}\u200D]*/gu
  const parts = units.flatMap((unit) =>
    unit[1] <= width ? [unit] : (unit[0].match(letters) ?? []).map(createUnit),
  )
  const lines = fillLines(parts, width)
  if (lines.length <= limit) return lines
  const last = lines[limit - 1] ?? ''
  const words = last.includes(' ') ? last.split(/(?= )/) : (last.match(letters) ?? [])
  while (words.length > 1 && measure(words.join('')) > width - 1) words.pop()
  const shown = [...words.join('')]
  while (/[\s\p{P}]/u.test(shown.at(-1) ?? '')) shown.pop()
  return [...lines.slice(0, limit - 1), `${shown.join('')}…`]
}

/** A text in lines, with its font size and the height of all lines. */
export type TextBlock = ReturnType<typeof setText>

/** Sets a text as large as it fits into a box, in at most three lines. A text that does not fit at the smallest size ends with an ellipsis. */
export function setText(
  text: string,
  box: { width: number; height: number; maxSize: number; minSize: number },
) {
  const script = chooseScript(text)
  const measureHeight = (lines: number, size: number) =>
    size * (script.ascent + script.descent + (lines - 1) * script.leading)
  const units = splitUnits(text)
  const limit = box.width * 0.88 // for fonts that are wider than estimated
  let [lines, size]: [string[], number] = [[], 0]
  for (const count of [1, 2, 3]) {
    const broken = breakLines(units, count)
    const width = Math.max(...broken.map(measure))
    const fitting = Math.min(limit / width, box.height / measureHeight(broken.length, 1))
    const found = Math.floor(Math.min(fitting, box.maxSize))
    // one more line must be worth it
    if (broken.length <= count && found > size * 1.2) [lines, size] = [broken, found]
  }
  if (size < box.minSize) {
    size = box.minSize
    const count = [3, 2].find((count) => measureHeight(count, box.minSize) <= box.height) ?? 1
    lines = cutLines(units, limit / size, count)
  }
  return { ...script, lines, size, height: measureHeight(lines.length, size) }
}
