import type { Packed } from '../../test/packed.ts'

/** The settings of a run. */
export interface Bench {
  /** The packed package of this clone. */
  readonly packed: Packed
  readonly rounds: number
  /** Counts a response; `what` identifies a wrong one. */
  verify(isRight: boolean, what: string): void
}

/** Samples by row and column, one per round. */
export type Table = Record<string, Record<string, number[]>>

/** Measures the rows of one table. */
export type Group = (bench: Bench, table: Table) => Promise<void>

export const EVENTS = '/de/cal/events/v1/events'
export const API = `https://api.example${EVENTS}`

/** Returns the JSON of a list, which the constants are. */
export async function readList({ folder }: Packed): Promise<string> {
  const { createCalmock } = await import(`${folder}/dist/index.js`)
  return (await createCalmock().fetch(API)).text()
}

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

/** Formats medians with their ranges as a Markdown table. The other columns have a ratio to each reference in each round. */
export function formatTable(title: string, table: Table, references: readonly string[]): string {
  const columns = [...new Set(Object.values(table).flatMap((cells) => Object.keys(cells)))]
  const ratios = columns
    .filter((name) => !references.includes(name))
    .flatMap((name) => references.map((reference) => ({ name, reference })))
  const rows = Object.entries(table).map(([row, cells]) => [
    row,
    ...columns.map((name) => formatRange(cells[name] ?? [])),
    ...ratios.map(({ name, reference }) =>
      formatRange(divide(cells[name] ?? [], cells[reference] ?? [])),
    ),
  ])
  const headers = [title, ...columns, ...ratios.map((pair) => `${pair.name} ÷ ${pair.reference}`)]
  const lines = [headers, headers.map((_, index) => (index > 0 ? '--:' : '---')), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const divide = (over: readonly number[], under: readonly number[]): number[] =>
  over.slice(0, under.length).map((value, round) => value / (under[round] ?? 0))

function formatRange(samples: readonly number[]): string {
  const values = samples.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b)
  const [least, middle, most] = [values[0], values[Math.floor(values.length / 2)], values.at(-1)]
  if (least === most) return formatNumber(middle)
  return `${formatNumber(middle)} (${formatNumber(least)} to ${formatNumber(most)})`
}

/** Formats a number with three significant digits; a missing one is an empty text. */
const formatNumber = (value = Number.NaN): string =>
  Number.isNaN(value) ? '' : value >= 100 ? value.toFixed(0) : value.toPrecision(3)
