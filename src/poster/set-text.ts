const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** A script: its letters and fonts, and shares of the font size: the distance between baselines, the height above the first, and the depth below the last. */
const scripts = [
  {
    ...{ letters: EAST_ASIAN, isRightToLeft: false, leading: 1.24, ascent: 0.88, descent: 0.12 },
    fonts: "'PingFang SC','Microsoft YaHei','Noto Sans CJK SC','Noto Sans SC',sans-serif",
  },
  {
    ...{ letters: /[\p{Script=Arabic}\p{Script=Hebrew}]/gu, isRightToLeft: true },
    ...{ leading: 1.42, ascent: 0.96, descent: 0.42 },
    fonts: "'Noto Kufi Arabic','Noto Sans Arabic','Geeza Pro','Segoe UI',Tahoma,sans-serif",
  },
  {
    ...{ letters: /\p{Script=Devanagari}/gu, isRightToLeft: false },
    ...{ leading: 1.34, ascent: 0.96, descent: 0.36 },
    fonts: "'Noto Sans Devanagari','Kohinoor Devanagari','Nirmala UI',Mangal,sans-serif",
  },
]

const latin: (typeof scripts)[number] = {
  ...{ letters: /\p{Script=Latin}/gu, isRightToLeft: false },
  ...{ leading: 1.1, ascent: 0.76, descent: 0.22 },
  fonts: "'Helvetica Neue',Arial,'Liberation Sans','Noto Sans',sans-serif",
}

/** Returns the script that most letters of a text have. */
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
  [/[ftr/"“”«»-]/u, 0.42],
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

/** Fills lines up to a width, one after the other. A unit that is wider has a line of its own. */
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
  const limit = box.width * 0.93 // for fonts that are wider than estimated
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
