/** The fonts of a script, and metrics as shares of the font size. */
export interface Typography {
  readonly fonts: string
  readonly isRightToLeft: boolean
  /** The distance between baselines. */
  readonly leading: number
  /** The height above the first baseline. */
  readonly ascent: number
  /** The depth below the last baseline. */
  readonly descent: number
}

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** The scripts with a typography, by their pattern. Other scripts are set like Latin. */
const typographies: readonly (Typography & { readonly letters: RegExp })[] = [
  {
    letters: EAST_ASIAN,
    fonts: "'PingFang SC','Microsoft YaHei','Noto Sans CJK SC','Noto Sans SC',sans-serif",
    isRightToLeft: false,
    ...{ leading: 1.24, ascent: 0.88, descent: 0.12 },
  },
  {
    letters: /[\p{Script=Arabic}\p{Script=Hebrew}]/gu,
    fonts: "'Noto Kufi Arabic','Noto Sans Arabic','Geeza Pro','Segoe UI',Tahoma,sans-serif",
    isRightToLeft: true,
    ...{ leading: 1.42, ascent: 0.96, descent: 0.42 },
  },
  {
    letters: /\p{Script=Devanagari}/gu,
    fonts: "'Noto Sans Devanagari','Kohinoor Devanagari','Nirmala UI',Mangal,sans-serif",
    isRightToLeft: false,
    ...{ leading: 1.34, ascent: 0.96, descent: 0.36 },
  },
]

const latin: Typography = {
  fonts: "'Helvetica Neue',Arial,'Liberation Sans','Noto Sans',sans-serif",
  isRightToLeft: false,
  ...{ leading: 1.1, ascent: 0.76, descent: 0.22 },
}

/** Returns the typography of the script that most letters of a text have. */
export function chooseTypography(text: string): Typography {
  const counts = typographies.map(({ letters }) => text.match(letters)?.length ?? 0)
  const most = Math.max(...counts)
  const others = (text.match(/\p{Script=Latin}/gu)?.length ?? 0) / 2 // Latin words are longer
  return (most > 0 && most >= others && typographies[counts.indexOf(most)]) || latin
}

/** The estimated widths of characters in bold fonts, as shares of the font size; the first pattern applies. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[\p{Mn}\p{Cf}]/u, 0],
  [
    /[\p{Script=Han}\u2014\u2026\u3000-\u30FF\uAC00-\uD7AF\uFF00-\uFFEF\p{Extended_Pictographic}]/u,
    1,
  ],
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
export function measureText(text: string): number {
  const isEastAsian = text.search(EAST_ASIAN) >= 0 // fonts of these scripts have wide punctuation
  const measure = (char: string): number =>
    isEastAsian && /\p{P}/u.test(char)
      ? 1
      : (widths.find(([chars]) => chars.test(char))?.[1] ?? 0.61)
  return [...text].reduce((sum, char) => sum + measure(char), 0)
}
