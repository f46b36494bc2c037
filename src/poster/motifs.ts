/** The width and the height of a part of a poster. */
export interface Box {
  readonly width: number
  readonly height: number
}

/** Draws a motif into a box from the origin. The first colour is the background; `chance(n, key)` is a number below `n`. */
type DrawMotif = (
  box: Box,
  colors: readonly [string, string, string, string],
  chance: (limit: number, key: number) => number,
) => string

const { max, min, round } = Math

const circle = (fill: string, x: number, y: number, radius: number): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"/>`

export const rect = (fill: string, x: number, y: number, box: Box, radius = 0): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(box.width)}" height="${round(box.height)}" rx="${round(radius)}" fill="${fill}"/>`

const area = (fill: string, d: string): string => `<path d="${d}" fill="${fill}"/>`

const line = (stroke: string, width: number, d: string): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"/>`

const turn = (angle: number, markup: string, center = ''): string =>
  `<g transform="rotate(${angle}${center})">${markup}</g>`

/** Puts markup at a point, with 100 of its units for a length. */
const place = (x: number, y: number, length: number, markup: string): string =>
  `<g transform="translate(${round(x)} ${round(y)}) scale(${round(length * 10) / 1000})">${markup}</g>`

const repeat = (count: number, draw: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => draw(n)).join('')

/** Fills a box with squares of 100 units. */
function tile(box: Box, columns: number, draw: (n: number, row: number) => string): string {
  const side = box.width / columns
  return repeat(columns * Math.ceil(box.height / side), (n) => {
    const row = Math.floor(n / columns)
    return place((n % columns) * side, row * side, side, draw(n, row))
  })
}

/** Repeats a motif across a wide box, in other colours. */
const inRow =
  (draw: DrawMotif): DrawMotif =>
  (box, [back, ...colors], chance) => {
    const count = max(1, round(box.width / box.height))
    const width = box.width / count
    return repeat(count, (n) => {
      const [first = '', second = '', third = ''] = [...colors, ...colors].slice(n % 3)
      const drawn = draw({ ...box, width }, [back, first, second, third], chance)
      return `<g transform="translate(${round(n * width)})">${drawn}</g>`
    })
  }

/** A level meter, a record. */
const music: readonly DrawMotif[] = [
  ({ width, height }, [, ...colors], chance) => {
    const step = width / round(width / 75)
    return repeat(round(width / step), (n) => {
      const length = height * (0.2 + 0.07 * chance(10, n))
      const bar = { width: step * 0.7, height: length + step }
      return rect(colors[n % 3] ?? '', n * step + step * 0.15, height - length, bar, step * 0.35)
    })
  },
  ({ width, height }, [back, first, second, third]) => {
    const groove = (n: number) =>
      `<circle r="${93 - n * 9}" fill="none" stroke="${back}" stroke-width="1"/>`
    const label = circle(second, 0, 0, 36) + circle(third, 0, 0, 24) + circle(back, 0, 0, 5)
    const disc = circle(first, 0, 0, 100) + repeat(6, groove) + label
    return place(width * 0.6, height / 2, max(width, height) / 2, disc)
  },
]

/** A curtain, two masks. */
const stage: readonly DrawMotif[] = [
  ({ width, height }, [, first, second, third]) => {
    const count = max(11, round(width / 75))
    const step = width / count
    const folds = repeat(count, (n) => {
      const open = 1 - Math.abs((n * 2) / (count - 1) - 1)
      const fold = { width: step, height: height * (0.92 - 0.5 * open * open) + step }
      return rect(n % 2 ? second : first, n * step, -step, fold, step / 2)
    })
    return circle(third, width / 2, height * 1.05, min(width, height) * 0.36) + folds
  },
  ({ width, height }, [back, first, second]) => {
    const radius = min(max(width, height) * 0.24, min(width, height) * 0.42)
    const face = (fill: string, mouth: string) =>
      area(fill, 'M-100-90q100 40 200 0v90a100 100 0 0 1-200 0z') +
      circle(back, -42, -20, 17) +
      circle(back, 42, -20, 17) +
      area(back, mouth)
    const put = (at: number, markup: string) => {
      const [x, y] = width > height ? [width * at, height / 2] : [width / 2, height * at]
      return place(x, y, radius, markup)
    }
    const happy = put(0.27, face(first, 'M-46 16a46 46 0 0 0 92 0z'))
    return happy + put(0.73, face(second, 'M-46 56a46 46 0 0 1 92 0z'))
  },
]

const TILES = [
  'M0 0h100a100 100 0 0 1-100 100z',
  'M100 100h-100a100 100 0 0 1 100-100z',
  'M0 100L100 0V100z',
  'M0 0a50 50 0 0 0 100 0z',
  'M0 50a50 50 0 0 1 100 0a50 50 0 0 1-100 0z',
]

/** Tiles, basic shapes. */
const art: readonly DrawMotif[] = [
  (box, [, ...colors], chance) =>
    tile(box, max(2, round(box.width / 225)), (n) =>
      area(colors[chance(3, n + 7)] ?? '', TILES[chance(5, n)] ?? ''),
    ),
  inRow(({ width, height }, [, first, second, third]) => {
    const square = area(first, 'M-44-10h50v50h-50z')
    const shapes = square + circle(second, 14, -12, 31) + area(third, 'M-10 40L20-16L46 40z')
    return place(width / 2, height / 2, min(width, height), shapes)
  }),
]

/** Quotation marks, books on a shelf. */
const words: readonly DrawMotif[] = [
  ({ width, height }, [, first, second]) => {
    const radius = min(width * 0.19, height * 0.26)
    const tail = 'M100 0C100 140 40 210-60 240L-75 205C-10 170 10 130 0 90z'
    const mark = (shift: number, fill: string) => {
      const drawn = circle(fill, 0, 0, 100) + area(fill, tail)
      return place(width / 2 + radius * shift, height / 2 - radius * 0.6, radius, drawn)
    }
    return mark(-1.15, first) + mark(1.25, second)
  },
  ({ width, height }, [back, ...colors], chance) => {
    const step = width / round(width / 82)
    const books = repeat(round(width / step), (n) => {
      const top = height * (0.12 + 0.06 * chance(6, n))
      const fill = colors[(n + chance(2, n)) % 3] ?? ''
      const band = { width: step - 8, height: height * 0.035 }
      const x = n * step + 4
      return (
        rect(fill, x, top, { width: step - 8, height: height * 0.94 - top }) +
        rect(back, x, top + height * 0.08, band) +
        rect(back, x, height * 0.82, band)
      )
    })
    return books + rect(colors[0], 0, height * 0.94, { width, height: height * 0.06 })
  },
]

/** An aperture, a film strip. */
const media: readonly DrawMotif[] = [
  inRow(({ width, height }, [back, first, second, third]) => {
    const blades = repeat(6, (n) => turn(n * 60, area(back, 'M-24-42h114v5z')))
    const lens = circle(second, 0, 0, 36) + circle(third, 12, -12, 10)
    const aperture = circle(first, 0, 0, 100) + blades + lens
    return place(width / 2, height / 2, min(width, height) * 0.44, aperture)
  }),
  ({ width, height }, [back, first, second, third]) => {
    const length = min(width, height) * 0.72
    const count = Math.ceil((max(width, height) / length) * 1.25) + 1
    const frames = repeat(count, (n) => {
      const picture = { width: 62, height: 67 }
      const sun = circle(first, 50, n * 80 + 40, 18)
      return rect(n % 2 ? second : third, 19, n * 80 + 6, picture, 2) + sun
    })
    const holes = (x: number) =>
      `<path d="M${x} 0v${count * 80}" stroke="${back}" stroke-width="8" stroke-dasharray="10"/>`
    const film = rect(first, 0, -100, { width: 100, height: count * 80 + 100 })
    const strip = film + frames + holes(10) + holes(90)
    return width > height
      ? place(-length * 0.4, (height + length) / 2, length, turn(-90, strip))
      : place((width - length) / 2, -length * 0.27, length, strip)
  },
]

const DOOR = 'v-40a25 25 0 0 1 50 0v40z'
const HOLE = 'a22 22 0 0 1 44 0a22 22 0 0 1-44 0z'

/** Building blocks, a sun with a face. */
const family: readonly DrawMotif[] = [
  ({ width, height }, [back, ...colors], chance) => {
    const columns = max(3, round(width / 200))
    const side = width / columns
    const towers = repeat(columns, (n) => {
      const levels = 1 + chance(max(1, Math.floor(height / side) - 1), n)
      const color = (level: number) => colors[(n + level * 2) % 3] ?? ''
      const x = n * 100
      const blocks = repeat(levels, (level) => {
        const y = level * -100
        const hole = (n + level) % 2 ? `M${x + 28} ${y - 50}${HOLE}` : `M${x + 25} ${y}${DOOR}`
        return rect(color(level), x, y - 100, { width: 101, height: 101 }) + area(back, hole)
      })
      const roof = chance(2, n + 9) ? 'l50-70l50 70z' : 'a50 50 0 0 1 100 0z'
      return blocks + area(color(levels), `M${x} ${levels * -100}${roof}`)
    })
    return place(0, height, side, towers)
  },
  inRow(({ width, height }, [back, first, second, third]) => {
    const ray = area(second, 'M-120-120h240v240h-240z')
    const pair = (fill: string, x: number, y: number, radius: number) =>
      circle(fill, -x, y, radius) + circle(fill, x, y, radius)
    const head = circle(back, 0, 0, 110) + circle(first, 0, 0, 100)
    const mouth = line(back, 11, 'M-34 24q34 42 68 0')
    const face = head + pair(third, 60, 22, 13) + pair(back, 36, -14, 12) + mouth
    const sun = repeat(3, (n) => turn(n * 30, ray)) + face
    return place(width / 2, height / 2, min(width, height) * 0.25, sun)
  }),
]

/** A slice of an orange, a bowl. */
const food: readonly DrawMotif[] = [
  ({ width, height }, [back, first, second, third]) => {
    const pieces = repeat(8, (n) => turn(n * 45, area(third, 'M0-10L-26-68Q0-88 26-68z')))
    const slice = circle(first, 0, 0, 100) + circle(back, 0, 0, 88) + pieces
    const center = circle(second, 0, 0, 5)
    return place(width * 0.55, height * 0.55, max(width, height) * 0.46, slice + center)
  },
  inRow(({ width, height }, [, first, second, third]) => {
    const steam = repeat(3, (n) => line(third, 9, `M${n * 50 - 50}-16q-26-26 0-31t0-31`))
    const foot = area(second, 'M-32 86h64v16h-64z')
    const bowl = area(first, 'M-100 0h200a100 92 0 0 1-200 0z')
    const rim = rect(second, -106, -6, { width: 212, height: 14 }, 7)
    const radius = min(width * 0.42, height * 0.46)
    return place(width / 2, height / 2, radius, steam + foot + bowl + rim)
  }),
]

/** Hills with the sun, leaves. */
const outdoors: readonly DrawMotif[] = [
  ({ width, height }, [, first, second, third], chance) => {
    const x = width * (0.3 + 0.1 * chance(5, 1))
    const hills =
      area(third, 'M0 55C30 33 55 77 100 46V100H0z') +
      area(first, 'M0 74C30 94 55 54 100 82V100H0z')
    return `${circle(second, x, height * 0.34, min(width, height) * 0.24)}<g transform="scale(${round(width) / 100} ${round(height) / 100})">${hills}</g>`
  },
  (box, [back, ...colors], chance) =>
    tile(box, max(2, round(box.width / 230)), (n, row) => {
      const shape = 'M0 0h50a50 50 0 0 1 50 50v50h-50a50 50 0 0 1-50-50z'
      const leaf = area(colors[chance(3, n)] ?? '', shape) + line(back, 3, 'M20 20L80 80')
      return (n + row) % 2 === 0 ? leaf : turn(90, leaf, ' 50 50')
    }),
]

/** The motifs of each group of event formats. */
export const motifs: Readonly<Record<string, readonly DrawMotif[]>> = {
  music,
  stage,
  art,
  words,
  media,
  family,
  food,
  outdoors,
}

/** The colours of a poster. The contrast of `ink` on `ground` is at least 7 to 1. */
export interface Palette {
  readonly ground: string
  readonly ink: string
  readonly colors: readonly [string, string, string]
}

/** The palettes, in the order of the hue of their ground. */
export const palettes: readonly Palette[] = [
  { ground: '#7a1f1f', ink: '#fff1dc', colors: ['#f4a63a', '#f7d9b0', '#e4572e'] },
  { ground: '#f4a38c', ink: '#2d0f1c', colors: ['#8c1c3a', '#fff0e0', '#1f3b57'] },
  { ground: '#f3e9d6', ink: '#1e1c1a', colors: ['#e23d28', '#1d4e7a', '#f0b02f'] },
  { ground: '#f2b632', ink: '#1c1a17', colors: ['#14466b', '#d6402b', '#fff4d9'] },
  { ground: '#e3e7c4', ink: '#17301f', colors: ['#2f6b3f', '#ef7d32', '#f4c63d'] },
  { ground: '#163f2e', ink: '#f2f5e6', colors: ['#8fcf9f', '#f6b73c', '#ea6a47'] },
  { ground: '#0c4a52', ink: '#fdf4e0', colors: ['#f3c253', '#f27f58', '#a6d8cf'] },
  { ground: '#cfe6ee', ink: '#10263b', colors: ['#0f5e85', '#ef5b38', '#f6c945'] },
  { ground: '#14213f', ink: '#fff6e4', colors: ['#f6a21e', '#e5483f', '#8cc5e8'] },
  { ground: '#1a1a1c', ink: '#fbf7ef', colors: ['#f7d514', '#ef4130', '#35b5c9'] },
  { ground: '#dccdf0', ink: '#26164a', colors: ['#6a2fa8', '#f2704d', '#fff6e8'] },
  { ground: '#43184c', ink: '#fdeef6', colors: ['#f0609b', '#f7b526', '#5fb3f0'] },
]

/** Returns the palette that is next to a hue in degrees. */
export const choosePalette = (hue: number): Palette =>
  palettes[Math.floor(((hue % 360) / 360) * palettes.length)] ?? (palettes[0] as Palette) // the list is not empty
