import { drawFamily, drawFood, drawMedia, drawOutdoors } from './scenes.ts'
import { area, circle, type DrawMotif, inRow, path, rect, repeat, ring } from './shapes.ts'

/** The motifs of concerts: a level meter, a record. */
const drawMusic: readonly DrawMotif[] = [
  ({ width, height }, [, ...colors], chance) => {
    const count = Math.round(width / 75)
    const step = width / count
    return repeat(count, (n) => {
      const length = height * (0.2 + 0.07 * chance(10, n))
      const bar = { width: step * 0.7, height: length + step }
      return rect(n * step + step * 0.15, height - length, bar, colors[n % 3] ?? '', step * 0.35)
    })
  },
  ({ width, height }, [back, first, second, third]) => {
    const radius = Math.max(width, height) * 0.5
    const [x, y] = [width * 0.6, height * 0.5]
    const grooves = repeat(6, (n) => ring(x, y, radius * (0.93 - n * 0.09), back, 4))
    return (
      circle(x, y, radius, first) +
      grooves +
      circle(x, y, radius * 0.36, second) +
      circle(x, y, radius * 0.24, third) +
      circle(x, y, radius * 0.05, back)
    )
  },
]

/** The motifs of the stage: a curtain, two masks. */
const drawStage: readonly DrawMotif[] = [
  ({ width, height }, [, first, second, third]) => {
    const count = Math.max(11, Math.round(width / 75))
    const step = width / count
    const middle = (count - 1) / 2
    const folds = repeat(count, (n) => {
      const open = 1 - Math.abs(n - middle) / (middle || 1)
      const fold = { width: step, height: height * (0.92 - 0.5 * open * open) + step }
      return rect(n * step, -step, fold, n % 2 ? second : first, step / 2)
    })
    return circle(width / 2, height * 1.05, Math.min(width, height) * 0.36, third) + folds
  },
  ({ width, height }, [back, first, second]) => {
    const isWide = width > height
    const radius = Math.min(Math.max(width, height) * 0.24, Math.min(width, height) * 0.42)
    const face = (at: number, mood: number, fill: string) => {
      const x = isWide ? width * at : width / 2
      const y = isWide ? height / 2 : height * at
      const mouth = radius * 0.46
      const lips =
        mood > 0
          ? path`M${x - mouth} ${y + radius * 0.16}a${mouth} ${mouth} 0 0 0 ${mouth * 2} 0z`
          : path`M${x - mouth} ${y + radius * 0.56}a${mouth} ${mouth} 0 0 1 ${mouth * 2} 0z`
      return (
        area(
          fill,
          path`M${x - radius} ${y - radius * 0.9}q${radius} ${radius * 0.4} ${radius * 2} 0v${radius * 0.9}a${radius} ${radius} 0 0 1 ${-radius * 2} 0z`,
        ) +
        circle(x - radius * 0.42, y - radius * 0.2, radius * 0.17, back) +
        circle(x + radius * 0.42, y - radius * 0.2, radius * 0.17, back) +
        area(back, lips)
      )
    }
    return face(0.27, 1, first) + face(0.73, -1, second)
  },
]

/** The motifs of art: tiles, basic shapes. */
const drawArt: readonly DrawMotif[] = [
  ({ width, height }, [, ...colors], chance) => {
    const columns = Math.max(2, Math.round(width / 225))
    const side = width / columns
    return repeat(columns * Math.ceil(height / side), (n) => {
      const [x, y] = [(n % columns) * side, Math.floor(n / columns) * side]
      const fill = colors[chance(3, n + 7)] ?? ''
      const shapes = [
        path`M${x} ${y}h${side}a${side} ${side} 0 0 1 ${-side} ${side}z`,
        path`M${x + side} ${y + side}h${-side}a${side} ${side} 0 0 1 ${side} ${-side}z`,
        path`M${x} ${y + side}L${x + side} ${y}V${y + side}z`,
        path`M${x} ${y}a${side / 2} ${side / 2} 0 0 0 ${side} 0z`,
        path`M${x} ${y + side / 2}a${side / 2} ${side / 2} 0 0 1 ${side} 0a${side / 2} ${side / 2} 0 0 1 ${-side} 0z`,
      ]
      return area(fill, shapes[chance(5, n)] ?? '')
    })
  },
  inRow(({ width, height }, [, first, second, third]) => {
    const side = Math.min(width, height)
    const [x, y] = [width / 2, height / 2]
    return (
      rect(x - side * 0.44, y - side * 0.1, { width: side * 0.5, height: side * 0.5 }, first) +
      circle(x + side * 0.14, y - side * 0.12, side * 0.31, second) +
      area(
        third,
        path`M${x - side * 0.1} ${y + side * 0.4}L${x + side * 0.2} ${y - side * 0.16}L${x + side * 0.46} ${y + side * 0.4}z`,
      )
    )
  }),
]

/** The motifs of literature: quotation marks, books on a shelf. */
const drawWords: readonly DrawMotif[] = [
  ({ width, height }, [, first, second]) => {
    const radius = Math.min(width * 0.19, height * 0.26)
    const mark = (x: number, fill: string) => {
      const y = height / 2 - radius * 0.6
      return (
        circle(x, y, radius, fill) +
        area(
          fill,
          path`M${x + radius} ${y}C${x + radius} ${y + radius * 1.4} ${x + radius * 0.4} ${y + radius * 2.1} ${x - radius * 0.6} ${y + radius * 2.4}L${x - radius * 0.75} ${y + radius * 2.05}C${x - radius * 0.1} ${y + radius * 1.7} ${x + radius * 0.1} ${y + radius * 1.3} ${x} ${y + radius * 0.9}z`,
        )
      )
    }
    return mark(width / 2 - radius * 1.15, first) + mark(width / 2 + radius * 1.25, second)
  },
  ({ width, height }, [back, ...colors], chance) => {
    const count = Math.round(width / 82)
    const step = width / count
    const board = { width, height: height * 0.06 }
    const books = repeat(count, (n) => {
      const top = height * (0.12 + 0.06 * chance(6, n))
      const fill = colors[(n + (chance(2, n) ? 1 : 0)) % 3] ?? ''
      const band = { width: step - 8, height: height * 0.035 }
      return (
        rect(n * step + 4, top, { width: step - 8, height: height * 0.94 - top }, fill) +
        rect(n * step + 4, top + height * 0.08, band, back) +
        rect(n * step + 4, height * 0.82, band, back)
      )
    })
    return books + rect(0, height * 0.94, board, colors[0] ?? '')
  },
]

/** The motifs of each group of event formats. */
export const motifs: Readonly<Record<string, readonly DrawMotif[]>> = {
  music: drawMusic,
  stage: drawStage,
  art: drawArt,
  words: drawWords,
  media: drawMedia,
  family: drawFamily,
  food: drawFood,
  outdoors: drawOutdoors,
}
