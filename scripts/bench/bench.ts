import type { Packed } from '../../test/packed.ts'

export interface Bench {
  /** The build of this clone and, with `--against`, an earlier build. */
  readonly builds: readonly [Build, ...Build[]]
  readonly rounds: number
  /** Counts a response; `what` identifies a wrong response. */
  verify(isRight: boolean, what: string): void
}

export interface Build {
  readonly packed: Packed
  /** Added to the names of its variants: empty, or `BEFORE`. */
  readonly suffix: string
}

export const BEFORE = ' before'

/** Samples by row and variant, one per round. */
export type Table = Record<string, Record<string, number[]>>

/** Measures the rows of a group. */
export type Group = (bench: Bench, table: Table) => Promise<void>

export const EVENTS = '/de/cal/events/v1/events'
export const API = `https://api.example${EVENTS}`

/** Returns the JSON of a list, which the constants are. */
export async function readList({ folder }: Packed, options = {}, query = ''): Promise<string> {
  const { createCalmock } = await import(`${folder}/dist/index.js`)
  return (await createCalmock(options).fetch(API + query)).text()
}

/** Prepares the variants of a table for each build. The first variant is a peer and has no builds. Each has what `prepare` made. */
export const prepareVariants = <Made>(
  builds: readonly Build[],
  codes: Readonly<Record<string, string>>,
  prepare: (code: string, packed: Packed) => Promise<Made>,
): Promise<{ name: string; made: Made }[]> =>
  Promise.all(
    builds.flatMap(({ packed, suffix }) =>
      Object.entries(codes)
        .slice(suffix ? 1 : 0)
        .map(async ([name, code]) => ({ name: name + suffix, made: await prepare(code, packed) })),
    ),
  )

/**
 * Measures each variant once per round and adds the results to its column. The order changes, so that
 * a variant does not always follow the same other variant.
 */
export async function measureInTurns<Variant extends { readonly name: string }>(
  table: Table,
  { variants, rounds }: { readonly variants: readonly Variant[]; readonly rounds: number },
  measure: (variant: Variant) => Promise<Readonly<Record<string, number>>>,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const order = [...variants, ...variants].splice(round % variants.length, variants.length)
    for (const variant of round % 2 === 0 ? order : order.reverse()) {
      for (const [row, value] of Object.entries(await measure(variant)))
        addSample(table, row, { name: variant.name, value })
    }
  }
}

export function addSample(table: Table, row: string, sample: { name: string; value: number }) {
  table[row] ??= {}
  table[row][sample.name] = [...(table[row][sample.name] ?? []), sample.value]
}

/** Formats the lines of a group: medians with their ranges, and their ratios in each round to the earlier build and to each reference. */
export const formatLines = (group: string, table: Table, references: readonly string[]): string[] =>
  Object.entries(table).flatMap(([row, cells]) => {
    const found = references.filter((reference) => cells[reference])
    const own = Object.keys(cells).filter((name) => !found.includes(name) && !name.endsWith(BEFORE))
    return own.flatMap((name) => {
      const what = `${group}: ${name === 'calmock' ? '' : `${name}, `}${row}`
      const [now = [], before = []] = [cells[name], cells[name + BEFORE]]
      return (found.length > 0 ? found : ['']).map((reference) => {
        const other = cells[reference] ?? []
        const own = [now, before, divide(now, before)].map(formatRange)
        const ratios = [divide(now, other), divide(before, other)].map(formatRange)
        return formatLine([what, ...own, `${reference} ${formatRange(other)}`, ...ratios])
      })
    })
  })

export const formatLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const divide = (over: readonly number[], under: readonly number[]): number[] =>
  over.slice(0, under.length).map((value, round) => value / (under[round] ?? 0))

function formatRange(samples: readonly number[]): string {
  const values = samples.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b)
  const [least, middle, most] = [values[0], values[Math.floor(values.length / 2)], values.at(-1)]
  if (least === most) return formatNumber(middle)
  return `${formatNumber(middle)} (${formatNumber(least)} to ${formatNumber(most)})`
}

/** Formats a number with three significant digits; a missing number is an empty text. */
const formatNumber = (value = Number.NaN): string =>
  Number.isNaN(value) ? '' : value >= 100 ? value.toFixed(0) : value.toPrecision(3)
