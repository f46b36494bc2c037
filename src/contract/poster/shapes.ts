/** A rectangle from the origin that a motif fills. */
export interface Box {
  readonly width: number
  readonly height: number
}

/** The colours of a motif: the background first. */
export type MotifColors = readonly [string, string, string, string]

/** Draws a motif into a box, on its background. `chance(n, key)` is a number below `n`. */
export type DrawMotif = (
  box: Box,
  colors: MotifColors,
  chance: (limit: number, key: number) => number,
) => string

const { round } = Math

export const circle = (x: number, y: number, radius: number, fill: string): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"/>`

/** A circle without a filling. */
export const ring = (x: number, y: number, radius: number, stroke: string, width: number): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="none" stroke="${stroke}" stroke-width="${round(width)}"/>`

export const rect = (x: number, y: number, box: Box, fill: string, radius = 0): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(box.width)}" height="${round(box.height)}"${radius ? ` rx="${round(radius)}"` : ''} fill="${fill}"/>`

/** A filled path. Numbers in the template are rounded. */
export const area = (fill: string, d: string): string => `<path d="${d}" fill="${fill}"/>`

/** A line with round ends. */
export const line = (stroke: string, width: number, d: string): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${round(width)}" stroke-linecap="round"/>`

/** Writes path data with rounded numbers. */
export const path = (parts: TemplateStringsArray, ...values: readonly number[]): string =>
  parts.map((part, n) => part + (n < values.length ? round(values[n] ?? 0) : '')).join('')

/** Turns markup around a point by an angle in degrees. */
export const turn = (markup: string, angle: number, x: number, y: number): string =>
  `<g transform="rotate(${angle} ${round(x)} ${round(y)})">${markup}</g>`

/** Joins the markup of `count` parts. */
export const repeat = (count: number, draw: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => draw(n)).join('')

/** Repeats a motif across a wide box, in other colours. */
export const inRow =
  (draw: DrawMotif): DrawMotif =>
  (box, [back, first, second, third], chance) => {
    const count = Math.max(1, Math.round(box.width / box.height))
    const width = box.width / count
    const orders = [
      [back, first, second, third],
      [back, second, third, first],
      [back, third, first, second],
    ] as const
    return repeat(
      count,
      (n) =>
        `<g transform="translate(${round(n * width)})">${draw({ ...box, width }, orders[n % 3] ?? orders[0], chance)}</g>`,
    )
  }
