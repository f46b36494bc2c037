/** One line of the table that a run prints. */
export interface Row {
  readonly what: string
  readonly measured: string
  readonly wanted: string
  /** Missing where nothing is wanted: the line is there to be known. */
  readonly isOk?: boolean
}

/** What a median is held against, and how it is written. */
export interface Wanted {
  readonly atLeast?: number
  readonly atMost?: number
  /** Behind each number, with its space: ` MB`. */
  readonly unit?: string
  /** Digits behind the point; 2 where nothing is said. */
  readonly digits?: number
}

/** The value in the middle; of an even number the upper of the two. */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The value that the share of all values does not exceed; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The median cost per request, as it is written beside a ratio. */
export const microOf = (loads: readonly { readonly cost: number }[]): string =>
  `${median(loads.map(({ cost }) => cost)).toFixed(1)} µs`

/** A line from one value per round: `0.71 (0.68 to 0.74)`, then what else is worth knowing. */
export function rowOf(
  what: string,
  values: readonly number[],
  wanted: Wanted = {},
  more?: string,
): Row {
  const { atLeast, atMost, unit = '', digits = 2 } = wanted
  const middle = median(values)
  const text = (value: number): string => value.toFixed(digits)
  const range = `(${text(Math.min(...values))} to ${text(Math.max(...values))})`
  const measured = values.length > 1 ? `${text(middle)} ${range}${unit}` : `${text(middle)}${unit}`
  const limit = atLeast ?? atMost
  const isOk = atLeast === undefined ? middle <= (atMost ?? 0) : middle >= atLeast
  return {
    what,
    measured: more ? `${measured}; ${more}` : measured,
    wanted: limit === undefined ? '' : `${atMost === undefined ? '≥' : '≤'} ${limit}${unit}`,
    ...(limit !== undefined && { isOk }),
  }
}

/** The lines as one Markdown table. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ what, measured, wanted, isOk }) => {
    const ok = isOk === undefined ? '' : isOk ? 'yes' : 'NO'
    return `| ${what} | ${measured} | ${wanted} | ${ok} |`
  })
  return ['| what | measured (median, range) | wanted | ok |', '|---|---|---|---|', ...lines].join(
    '\n',
  )
}
