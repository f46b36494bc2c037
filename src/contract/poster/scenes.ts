import { area, circle, type DrawMotif, inRow, line, path, rect, repeat, turn } from './shapes.ts'

/** The motifs of film and code: an aperture, a film strip. */
export const drawMedia: readonly DrawMotif[] = [
  inRow(({ width, height }, [back, first, second, third]) => {
    const radius = Math.min(width, height) * 0.44
    const [x, y] = [width / 2, height / 2]
    const [left, top] = [x - radius * 0.24, y - radius * 0.42]
    const blade = area(back, path`M${left} ${top}h${radius * 1.14}v${radius * 0.05}z`)
    return (
      circle(x, y, radius, first) +
      repeat(6, (n) => turn(blade, n * 60, x, y)) +
      circle(x, y, radius * 0.36, second) +
      circle(x + radius * 0.12, y - radius * 0.12, radius * 0.1, third)
    )
  }),
  ({ width, height }, [back, first, second, third]) => {
    const isWide = width > height
    const across = Math.min(width, height) * 0.72
    const along = Math.max(width, height)
    const frame = across * 0.8
    const count = Math.ceil(along / frame) + 1
    const frames = repeat(count, (n) => {
      const at = n * frame
      const picture = { width: across * 0.62, height: frame * 0.84 }
      const sun = circle(across * 0.5, at + frame * 0.5, frame * 0.22, first)
      return rect(across * 0.19, at + frame * 0.08, picture, n % 2 ? second : third, 10) + sun
    })
    const holes = (x: number) =>
      `<path d="${path`M${x} 0V${along + frame}`}" stroke="${back}" stroke-width="${Math.round(across * 0.08)}" stroke-dasharray="${Math.round(frame * 0.12)}"/>`
    const film = { width: across, height: along * 3 }
    const strip = rect(0, -along, film, first) + frames + holes(across * 0.1) + holes(across * 0.9)
    const transform = isWide
      ? `translate(${Math.round(-frame / 2)} ${Math.round((height + across) / 2)}) rotate(-90)`
      : `translate(${Math.round((width - across) / 2)} ${Math.round(-frame / 3)})`
    return `<g transform="${transform}">${strip}</g>`
  },
]

/** The motifs for children: building blocks, a sun with a face. */
export const drawFamily: readonly DrawMotif[] = [
  ({ width, height }, [back, ...colors], chance) => {
    const columns = Math.max(3, Math.round(width / 200))
    const side = width / columns
    return repeat(columns, (n) => {
      const levels = 1 + chance(Math.max(1, Math.floor(height / side) - 1), n)
      const x = n * side
      const blocks = repeat(levels, (k) => {
        const y = height - (k + 1) * side
        const fill = colors[(n + k * 2) % 3] ?? ''
        const hole =
          (n + k) % 2 === 0
            ? path`M${x + side * 0.25} ${y + side}v${-side * 0.4}a${side * 0.25} ${side * 0.25} 0 0 1 ${side * 0.5} 0v${side * 0.4}z`
            : path`M${x + side * 0.28} ${y + side / 2}a${side * 0.22} ${side * 0.22} 0 0 1 ${side * 0.44} 0a${side * 0.22} ${side * 0.22} 0 0 1 ${-side * 0.44} 0z`
        return rect(x, y, { width: side + 1, height: side + 1 }, fill) + area(back, hole)
      })
      const y = height - levels * side
      const fill = colors[(n + levels * 2) % 3] ?? ''
      const roof = chance(2, n + 9)
        ? path`M${x} ${y}L${x + side / 2} ${y - side * 0.7}L${x + side} ${y}z`
        : path`M${x} ${y}a${side / 2} ${side / 2} 0 0 1 ${side} 0z`
      return blocks + area(fill, roof)
    })
  },
  inRow(({ width, height }, [back, first, second, third]) => {
    const radius = Math.min(width, height) * 0.25
    const [x, y] = [width / 2, height / 2]
    const star = { width: radius * 2.4, height: radius * 2.4 }
    const rays = rect(x - radius * 1.2, y - radius * 1.2, star, second)
    const eyes =
      circle(x - radius * 0.36, y - radius * 0.14, radius * 0.12, back) +
      circle(x + radius * 0.36, y - radius * 0.14, radius * 0.12, back)
    const cheeks =
      circle(x - radius * 0.6, y + radius * 0.22, radius * 0.13, third) +
      circle(x + radius * 0.6, y + radius * 0.22, radius * 0.13, third)
    const mouth = line(
      back,
      radius * 0.11,
      path`M${x - radius * 0.34} ${y + radius * 0.24}q${radius * 0.34} ${radius * 0.42} ${radius * 0.68} 0`,
    )
    return (
      repeat(3, (n) => turn(rays, n * 30, x, y)) +
      circle(x, y, radius * 1.1, back) +
      circle(x, y, radius, first) +
      cheeks +
      eyes +
      mouth
    )
  }),
]

/** The motifs of food: a slice of an orange, a bowl. */
export const drawFood: readonly DrawMotif[] = [
  ({ width, height }, [back, first, second, third]) => {
    const radius = Math.max(width, height) * 0.46
    const [x, y] = [width * 0.55, height * 0.55]
    const piece = area(
      third,
      path`M${x} ${y - radius * 0.1}L${x - radius * 0.26} ${y - radius * 0.68}Q${x} ${y - radius * 0.88} ${x + radius * 0.26} ${y - radius * 0.68}z`,
    )
    return (
      circle(x, y, radius, first) +
      circle(x, y, radius * 0.88, back) +
      repeat(8, (n) => turn(piece, n * 45, x, y)) +
      circle(x, y, radius * 0.05, second)
    )
  },
  inRow(({ width, height }, [, first, second, third]) => {
    const radius = Math.min(width * 0.42, height * 0.46)
    const [x, y] = [width / 2, height * 0.5]
    const steam = repeat(3, (n) => {
      const from = x + (n - 1) * radius * 0.5
      const lift = radius * 0.26
      return line(
        third,
        radius * 0.09,
        path`M${from} ${y - radius * 0.16}q${-lift} ${-lift} 0 ${-lift * 1.2}t0 ${-lift * 1.2}`,
      )
    })
    return (
      steam +
      rect(
        x - radius * 0.32,
        y + radius * 0.86,
        { width: radius * 0.64, height: radius * 0.16 },
        second,
      ) +
      area(
        first,
        path`M${x - radius} ${y}h${radius * 2}a${radius} ${radius * 0.92} 0 0 1 ${-radius * 2} 0z`,
      ) +
      rect(
        x - radius * 1.06,
        y - radius * 0.06,
        { width: radius * 2.12, height: radius * 0.14 },
        second,
        radius * 0.07,
      )
    )
  }),
]

/** The motifs outdoors: hills with the sun, leaves. */
export const drawOutdoors: readonly DrawMotif[] = [
  ({ width, height }, [, first, second, third], chance) => {
    const hill = (top: number, bend: number, fill: string) =>
      area(
        fill,
        path`M0 ${height * top}C${width * 0.3} ${height * (top - bend)} ${width * 0.55} ${height * (top + bend)} ${width} ${height * (top - bend * 0.4)}V${height}H0z`,
      )
    const x = width * (0.3 + 0.1 * chance(5, 1))
    return (
      circle(x, height * 0.34, Math.min(width, height) * 0.24, second) +
      hill(0.55, 0.22, third) +
      hill(0.74, -0.2, first)
    )
  },
  ({ width, height }, [back, ...colors], chance) => {
    const columns = Math.max(2, Math.round(width / 230))
    const side = width / columns
    return repeat(columns * Math.ceil(height / side), (n) => {
      const [x, y] = [(n % columns) * side, Math.floor(n / columns) * side]
      const isFalling = (n + Math.floor(n / columns)) % 2 === 0
      const leaf = isFalling
        ? path`M${x} ${y}h${side / 2}a${side / 2} ${side / 2} 0 0 1 ${side / 2} ${side / 2}v${side / 2}h${-side / 2}a${side / 2} ${side / 2} 0 0 1 ${-side / 2} ${-side / 2}z`
        : path`M${x + side} ${y}v${side / 2}a${side / 2} ${side / 2} 0 0 1 ${-side / 2} ${side / 2}h${-side / 2}v${-side / 2}a${side / 2} ${side / 2} 0 0 1 ${side / 2} ${-side / 2}z`
      const vein = isFalling
        ? path`M${x + side * 0.2} ${y + side * 0.2}L${x + side * 0.8} ${y + side * 0.8}`
        : path`M${x + side * 0.8} ${y + side * 0.2}L${x + side * 0.2} ${y + side * 0.8}`
      return area(colors[chance(3, n)] ?? '', leaf) + line(back, side * 0.03, vein)
    })
  },
]
