/** The settings of a run: a temporary folder, the duration of a turn of HTTP load, event counts. */
export interface Bench {
  readonly checkouts: readonly { readonly name: string; readonly root: string }[]
  readonly scratch: string
  readonly rounds: number
  readonly ms: number
  readonly sizes: readonly number[]
  /** Counts a response; `what` identifies a wrong one. */
  verify(isRight: boolean, what: string): void
}

/** Samples by row and column, one per round. */
export type Table = Record<string, Record<string, number[]>>

/** Measures the rows of one table. */
export type Group = (bench: Bench, table: Table) => Promise<void>

/**
 * Measures each variant once per round and adds the results to its column. The order changes, so that
 * a variant does not always follow the same other one.
 */
export async function measureInTurns<Variant extends { readonly name: string }>(
  table: Table,
  { variants, rounds }: { readonly variants: readonly Variant[]; readonly rounds: number },
  measure: (variant: Variant) => Promise<Readonly<Record<string, number>>>,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const order = [...variants, ...variants].splice(round % variants.length, variants.length)
    for (const variant of round % 2 === 0 ? order : order.reverse()) {
      for (const [row, value] of Object.entries(await measure(variant))) {
        table[row] ??= {}
        table[row][variant.name] = [...(table[row][variant.name] ?? []), value]
      }
    }
  }
}

/** Formats medians, and ratios with their range over the rounds, as a Markdown table. */
export function formatTable(title: string, table: Table): string {
  const columns = [...new Set(Object.values(table).flatMap((cells) => Object.keys(cells)))]
  const ratios = RATIOS.filter((names) => names.every((name) => columns.includes(name)))
  const rows = Object.entries(table).map(([row, cells]) => [
    row,
    ...columns.map((name) => formatNumber(median(cells[name] ?? []))),
    ...ratios.map(([over, under]) => formatRatio(cells[over] ?? [], cells[under] ?? [])),
  ])
  const headers = [title, ...columns, ...ratios.map((names) => names.join(' ÷ '))]
  const lines = [headers, headers.map((_, index) => (index > 0 ? '--:' : '---')), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const RATIOS = [['calmock', 'baseline'] as const, ['json-server', 'calmock'] as const]

function formatRatio(over: readonly number[], under: readonly number[]): string {
  if (Math.min(over.length, under.length) === 0) return ''
  const ratios = over.map((value, round) => value / (under[round] ?? 0)).sort((a, b) => a - b)
  const [least, middle, most] = [ratios[0], median(ratios), ratios.at(-1)].map(formatNumber)
  return `${middle} (${least} to ${most})`
}

/** Formats a number with three significant digits; a missing one is an empty text. */
const formatNumber = (value: number | undefined): string =>
  value === undefined || Number.isNaN(value)
    ? ''
    : value >= 100
      ? value.toFixed(0)
      : value.toPrecision(3)

const median = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
