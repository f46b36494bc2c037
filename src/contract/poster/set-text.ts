import { breakLines, joinUnits, splitUnits, type Unit } from './line-breaks.ts'
import { isLinking } from './rate-break.ts'
import { chooseTypography, measureText, type Typography } from './scripts.ts'

/** The values of `strictness` to try, for texts of few lines and of many lines. */
const STRICTNESS = { few: [1 / 12, 1 / 3], many: [1 / 120] }

const EMPTY: Unit = { text: '', width: 0, space: '', badness: 0 }

/** The limits of a text. Sizes are font sizes. */
export interface TextBox {
  readonly width: number
  readonly height: number
  readonly maxSize: number
  readonly minSize: number
  readonly maxLines: number
}

/** A text in lines, with its font size and the height of all lines. */
export interface TextBlock extends Typography {
  readonly lines: readonly string[]
  readonly size: number
  readonly height: number
  /** True if all line breaks are natural and the text is complete. */
  readonly isWellSet: boolean
}

/** Sets a text as large as it fits into a box. A text that does not fit at the smallest size ends with an ellipsis. */
export function setText(text: string, box: TextBox): TextBlock {
  const type = chooseTypography(text)
  const capacity = Math.ceil((box.width / box.minSize) * box.maxLines * 4) // characters
  const units = splitUnits([...text].slice(0, capacity).join(''))
  const best = findBest(units, box, type)
  const { size, lines } = best ?? { size: box.minSize, lines: cut(units, box, type) }
  const height = measureHeight(lines.length, size, type)
  return { ...type, lines, size, height, isWellSet: best !== undefined && best.badness < 0.8 }
}

const measureHeight = (lines: number, size: number, { ascent, descent, leading }: Typography) =>
  lines === 0 ? 0 : size * (ascent + descent + (lines - 1) * leading)

/** Returns the lines that are the largest without bad breaks, or undefined if none are large enough. */
function findBest(units: readonly Unit[], box: TextBox, type: Typography) {
  const wanted = box.minSize * 1.6
  let best: { size: number; lines: readonly string[]; badness: number } | undefined
  let bestScore = Number.NEGATIVE_INFINITY
  const strictness = box.maxLines > 6 ? STRICTNESS.many : STRICTNESS.few
  const candidates = strictness.flatMap((share) => breakLines(units, box.maxLines, share))
  for (const { lines, width, badness } of candidates) {
    const fitting = Math.min(
      box.width / (width + 0.1),
      box.height / measureHeight(lines.length, 1, type),
    )
    const size = Math.floor(Math.min(fitting, box.maxSize))
    const score =
      Math.min(size, wanted) + size * 0.3 - badness * wanted * 0.6 * Math.min(1, 5 / lines.length)
    if (size < box.minSize || score <= bestScore) continue
    bestScore = score
    best = { size, lines, badness }
  }
  return best
}

/** Fills the lines of a box at its smallest size, and ends with an ellipsis if the text is longer. */
function cut(units: readonly Unit[], box: TextBox, type: Typography): string[] {
  const width = box.width / box.minSize
  const room =
    Math.floor((box.height / box.minSize - type.ascent - type.descent) / type.leading) + 1
  const limit = Math.max(1, Math.min(room, box.maxLines))
  const rest = units.flatMap((unit) => splitLong(unit, width))
  const lines: Unit[][] = []
  while (rest.length > 0 && lines.length < limit) {
    let count = 1
    while (count < rest.length && measureText(joinUnits(rest.slice(0, count + 1))) <= width) count++
    const least = count / 2
    while (count > least && isBadStart(rest[count])) count--
    lines.push(rest.splice(0, count))
  }
  if (rest.length > 0) lines.push(shorten(lines.pop() ?? [], width - 1))
  return lines.map(joinUnits)
}

/** Returns whether a word, or the last character of a Chinese phrase, should not start a line. */
const isBadStart = ({ text, space, badness }: Unit = EMPTY): boolean =>
  space === '' ? /^\p{Script=Han}[：，。、；！？]$/u.test(text) : badness >= 0.5

/** Splits a unit that is wider than a line between characters, with hyphens in Latin words. */
function splitLong(unit: Unit, width: number): Unit[] {
  if (unit.width <= width) return [unit]
  const parts = ['']
  for (const char of splitCharacters(unit.text)) {
    const last = parts.at(-1) ?? ''
    if (measureText(`${last}${char}-`) <= width) parts[parts.length - 1] = last + char
    else {
      if (/\p{Script=Latin}$/u.test(last)) parts[parts.length - 1] = `${last}-`
      parts.push(char)
    }
  }
  return parts.map((text, n) => ({
    ...unit,
    text,
    width: measureText(text),
    space: n ? '' : unit.space,
  }))
}

/** Removes words from the end of a line until an ellipsis fits, and characters from a line of one word. */
function shorten(line: readonly Unit[], width: number): Unit[] {
  const comma = line.findLastIndex(({ text }) => /[,，、；،]$/u.test(text))
  const words = line.slice(0, comma > line.length / 2 ? comma + 1 : undefined)
  const isTooLong = () => measureText(joinUnits(words)) > width
  while (words.length > 1 && (isTooLong() || isLinking(words.at(-1)?.text ?? ''))) words.pop()
  const last = words.pop()
  if (last === undefined) return []
  const characters = splitCharacters(last.text)
  while (measureText(characters.join('')) > width) characters.pop()
  while (/^[\s\p{P}]/u.test(characters.at(-1) ?? '')) characters.pop()
  const text = `${characters.join('')}…`
  return [...words, { ...last, text, width: measureText(text) }]
}

/** Splits a text into letters with their marks. */
const splitCharacters = (text: string): string[] =>
  text.match(/\P{M}[\p{M}\u200D]*(?:(?<=[\u094D\u200D])\P{M}[\p{M}\u200D]*)*/gu) ?? []
