import { rateJoint, rateSpace } from './rate-break.ts'
import { measureText } from './scripts.ts'

/** A part of a title that stays on one line. */
export interface Unit {
  readonly text: string
  readonly width: number
  /** The space that separates it from the part before, unless a line ends between them. */
  readonly space: string
  /** The rating of a line break before it: 0 is natural, 1 is in the middle of a phrase. */
  readonly badness: number
}

const WIDE = /[\p{Script=Han}\u3040-\u30FF\u3000-\u303F\uFF00-\uFFEF]/u
const OPENING = /[\p{Ps}\p{Pi}“‘¿¡]$/u
const CLOSING = /^[\p{Pe}\p{Pf}”’：，。、；！？…—·%,.:;!?々ー～~]/u

/** Splits a text into units: at spaces, after hyphens and between Chinese characters. */
export function splitUnits(text: string): Unit[] {
  const units: Unit[] = []
  for (const word of text.split(/[ \t\r\n]/)) {
    const parts = word === '' ? [] : splitWord(word)
    for (const [n, part] of parts.entries()) {
      const before = units.at(-1)?.text ?? ''
      const badness = n === 0 ? rateSpace(before, part) : rateJoint(before, part)
      const glue = n === 0 && units.length > 0 ? ' ' : ''
      units.push({ text: part, width: measureText(part), space: glue, badness })
    }
  }
  return units
}

/** Splits a word where a line may end inside it. */
function splitWord(word: string): string[] {
  const parts = ['']
  for (const char of word) {
    const last = parts.at(-1) ?? ''
    if (last !== '' && canBreak(last, char)) parts.push(char)
    else parts[parts.length - 1] = last + char
  }
  return parts
}

function canBreak(before: string, char: string): boolean {
  if (/\p{L}[-\u2010/]$/u.test(before)) return /\p{L}/u.test(char)
  if (/[\d第]$/u.test(before) && /[\d\p{Script=Han}]/u.test(char)) return false // as in "1944年"
  const isWide = WIDE.test(char) || WIDE.test(before.slice(-1))
  return isWide && !OPENING.test(before) && !CLOSING.test(char) && !/[·・]$/u.test(before)
}

/** The lines of a text, with the width of the widest one and the sum of the badness of their breaks. */
export interface Lines {
  readonly lines: readonly string[]
  readonly width: number
  readonly badness: number
}

/**
 * Returns the best lines for each number of lines up to `limit`: balanced ones with good breaks.
 * The higher the strictness, the less balanced are the lines, and the better the breaks.
 */
export function breakLines(units: readonly Unit[], limit: number, strictness: number): Lines[] {
  const ends = units.map(() => 0)
  let sum = 0
  for (const [n, { width, space }] of units.entries()) ends[n] = sum += width + (space ? 0.3 : 0)
  const measure = (from: number, to: number) =>
    (ends[to - 1] ?? 0) - (from > 0 ? (ends[from - 1] ?? 0) + (units[from]?.space ? 0.3 : 0) : 0)
  const starts: number[][] = [] // per number of lines and end: the start of the last line
  let costs = units.map((_, n) => measure(0, n + 1) ** 2)
  const found: Lines[] = []
  const weight = sum * sum * strictness
  for (let count = 1; count <= Math.min(limit, units.length); count++) {
    if (count > 1) costs = addLine(units, { costs, starts, measure, weight })
    found.push(readBreaks(units, starts, measure))
  }
  return found
}

interface BreakState {
  readonly costs: readonly number[]
  readonly starts: number[][]
  readonly weight: number
  measure(from: number, to: number): number
}

/** Returns the costs of lines that are one more, and adds the starts of the last line. */
function addLine(units: readonly Unit[], { costs, starts, weight, measure }: BreakState): number[] {
  const best: number[] = []
  const next = units.map((_, end) => {
    let cost = Number.POSITIVE_INFINITY
    for (let from = 1; from <= end; from++) {
      const badness = weight * rateLine(units, from, end + 1)
      const total = (costs[from - 1] ?? 0) + measure(from, end + 1) ** 2 + badness
      if (total >= cost) continue
      cost = total
      best[end] = from
    }
    return cost
  })
  starts.push(best)
  return next
}

/** Rates a line after the first: the break before it, and a word or a character alone on the last line. */
function rateLine(units: readonly Unit[], start: number, end: number): number {
  const { badness = 0, width = 0 } = units[start] ?? {}
  if (end < units.length || start < end - 1) return badness
  if (width < 1.6) return badness + 1
  return units.length < 4 ? badness : badness + 0.3
}

function readBreaks(
  units: readonly Unit[],
  starts: readonly number[][],
  measure: BreakState['measure'],
): Lines {
  const lines: string[] = []
  let [end, width, badness] = [units.length, 0, 0]
  for (let n = starts.length; n >= 0; n--) {
    const start = n > 0 ? (starts[n - 1]?.[end - 1] ?? 0) : 0
    lines.unshift(joinUnits(units.slice(start, end)))
    width = Math.max(width, measure(start, end))
    badness += start > 0 ? rateLine(units, start, end) : 0
    end = start
  }
  return { lines, width, badness }
}

export const joinUnits = (units: readonly Unit[]): string =>
  units.map(({ text, space }, n) => (n > 0 ? space : '') + text).join('')
