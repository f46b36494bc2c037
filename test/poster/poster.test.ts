import { describe, expect, test } from 'vitest'
import { readPoster } from '../../src/contract/params/image.ts'
import { drawPoster } from '../../src/poster/draw-poster.ts'
import { choosePalette, motifs, palettes } from '../../src/poster/motifs.ts'
import { readLines, readPosters, sizes } from './titles.ts'

const size = sizes[0]
const posters = readPosters()

/** Returns the lines of a title in a layout: 0 beside, 1 and 2 below or above, 3 beside a column of motifs. */
const layOut = (title: string, layout: number): string[] =>
  readLines(drawPoster({ title, hue: layout, motif: 'music' }, size))

describe('line breaks', () => {
  test.each(Object.keys(posters))(
    'no line of a title in %s breaks at a bracket or before punctuation',
    (language) => {
      const lines = (posters[language] ?? []).flatMap(({ title, motif }) =>
        [0, 1, 2, 3].flatMap((hue) => readLines(drawPoster({ title, hue, motif }, size))),
      )
      expect(lines.length).toBeGreaterThan(1000)
      const open = language === 'de' ? /[\p{Ps}»]$/u : /[\p{Ps}\p{Pi}¿¡]$/u
      expect(lines.filter((line) => open.test(line))).toEqual([])
      expect(lines.filter((line) => /^[\p{Pe}：，。、；！？…·%,.:;!?]/u.test(line))).toEqual([])
      expect(lines.filter((line) => /^\p{M}|^\s|\s$/u.test(line))).toEqual([])
    },
  )

  test.each(Object.keys(posters))(
    'a poster in %s has all letters of its title in order, or ends with an ellipsis',
    (language) => {
      const letters = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]/gu, '')
      const cut = (posters[language] ?? []).filter((poster) => {
        const lines = readLines(drawPoster(poster, size))
        const isWhole = !lines.some((line) => line.endsWith('…'))
        if (isWhole) expect(letters(lines.join(''))).toBe(letters(poster.title))
        expect(lines.length).toBeLessThanOrEqual(6)
        return !isWhole
      })
      expect(cut.length).toBeLessThanOrEqual(3) // the longest landmark, and one of German words
    },
  )

  test.each([
    ['Three mice, one moon: a puppet play', 2, ['Three mice,', 'one moon', 'a puppet play']],
    ['Antigone im Archiv, Regie: Xu Meiling', 1, ['Antigone', 'im Archiv', 'Regie: Xu Meiling']],
    ['乌德琴与框鼓，在巴黎奏响', 1, ['乌德琴与框鼓，', '在巴黎奏响']],
    ['《没有地图的河》：放映与映后谈', 1, ['《没有地图的河》', '放映与映后谈']],
    ['Pilar Navarro lit « La Maison »', 1, ['Pilar Navarro lit', '« La Maison »']],
    ['A night (loud: very)', 1, ['A night', '(loud: very)']],
    ['A “loud: very” night', 1, ['A “loud:', 'very” night']],
    ['„Laut: sehr“ im Park: Konzert', 1, ['„Laut: sehr“', 'im Park', 'Konzert']],
    ['Doors 19:30', 1, ['Doors 19:30']],
    ['Light, Mirrors, Rainbows: a talk', 1, ['Light, Mirrors,', 'Rainbows', 'a talk']],
    ['Im Garten der Schmetterlingsforscherin', 1, ['Im Garten der', 'Schmetterlingsforscherin']],
    ['“Antigone”, निर्देशन: Xu Meiling', 1, ['“Antigone”', 'निर्देशन: Xu Meiling']],
    ['', 1, []],
    ['   ', 1, []],
  ])('the title "%s" is set in layout %d as %j', (title, layout, lines) => {
    expect(layOut(title, layout)).toEqual(lines)
  })

  test.each([
    ['Soup &amp; Stories', 'Soup & Stories'],
    ['Q&#038;A &#x2014; &quot;Salt&quot; &unknown;', 'Q&A — "Salt" &unknown;'],
  ])('the title of the image row "%s" is %s in the poster', (title, shown) => {
    const row = { id: 1, group: 1, slug: '', language: 'en', title, hue: 1, motif: 'music' }
    expect(readPoster(row, {}).title).toBe(shown)
  })

  test('a long Chinese phrase is cut neither in Latin words and numbers nor before a lone character', () => {
    const lines = layOut('二零三零年第12届北京国际爵士音乐节与Blue Note乐队的开幕之夜', 2)
    expect(lines.join('')).toContain('12届')
    for (const line of lines) expect([...line].length).toBeGreaterThan(1)
    expect(lines.some((line) => line.includes('Blue'))).toBe(true)
  })

  test.each([
    'word '.repeat(100),
    'x'.repeat(500),
    '音'.repeat(300),
    'मेला '.repeat(100),
    'مهرجان '.repeat(90),
    'музыка '.repeat(100),
    `${'Donaudampfschifffahrtsgesellschaftskapitänsmützenausstellung-'.repeat(6)}: Konzert`,
  ])('a title that is too long ends with an ellipsis (title %#)', (title) => {
    for (const hue of [0, 1, 2, 3]) {
      const lines = readLines(drawPoster({ title, hue, motif: '' }, size))
      expect(lines.length).toBeLessThanOrEqual(6)
      expect(lines.some((line) => line.endsWith('…'))).toBe(true)
    }
  })
})

describe('the design', () => {
  test('every poster is at most 4 kB, and a square one shows the first part of the title', () => {
    const lengths = Object.values(posters)
      .flat()
      .flatMap((poster) => [size, sizes[4]].map((size) => drawPoster(poster, size)))
      .map((text) => Buffer.byteLength(text))
    expect(Math.max(...lengths)).toBeLessThanOrEqual(4096)
    const square = drawPoster({ title: 'Salt: a reading', hue: 5, motif: 'words' }, sizes[4])
    expect(readLines(square)).toEqual(['Salt'])
  })

  test('each group of formats has eight designs, and translations have the same one', () => {
    for (const motif of Object.keys(motifs)) {
      const bare = Array.from({ length: 8 }, (_, hue) =>
        drawPoster({ title: 'Jazz', hue, motif }, size).replace(/<text.*?<\/text>/g, ''),
      )
      expect(new Set(bare).size).toBe(8)
    }
    const designs = Object.values(posters).map((list) => [list[0]?.hue, list[0]?.motif])
    expect(new Set(designs.map(String)).size).toBe(1)
  })

  test('titles have a contrast of at least 7 to 1', () => {
    for (const { ground, ink } of palettes) expect(contrast(ground, ink)).toBeGreaterThanOrEqual(7)
    for (let hue = 0; hue < 360; hue++) expect(palettes).toContain(choosePalette(hue))
  })

  test('a poster depends on its row alone', () => {
    const poster = { title: 'Jazz', hue: 77, motif: 'music' }
    expect(drawPoster(poster, size)).toBe(drawPoster({ ...poster }, size))
    expect(drawPoster({ ...poster, motif: 'no such motif' }, size)).toContain('<svg')
  })
})

/** Returns the contrast ratio of WCAG 2. */
function contrast(first: string, second: string): number {
  const luminance = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}
