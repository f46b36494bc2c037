import type { Repository } from '../contract/context.ts'
import type { Row } from '../contract/resource.ts'
import type { Keeper } from './keeper.ts'

/** Counts of what stands in a column of the rows that link to a record; made on first use, kept from then on. */
export interface Tallies extends Keeper {
  readonly tally: Repository['tally']
}

interface Tally {
  readonly field: string
  readonly column: string
  /** By linked record, then by value; without those that are 0. */
  readonly counts: Map<number, Map<unknown, number>>
}

const nothing: ReadonlyMap<unknown, number> = new Map()

export function createTallies(rowsOf: (model: string) => Iterable<Row>): Tallies {
  /** By model, then by field and column. */
  const kept = new Map<string, Map<string, Tally>>()

  function tallyOf(model: string, field: string, column: string): Tally {
    const ofModel = kept.get(model) ?? new Map<string, Tally>()
    const key = `${field} ${column}`
    const known = ofModel.get(key)
    if (known) return known
    const tally: Tally = { field, column, counts: new Map() }
    for (const row of rowsOf(model)) count(tally, row, 1)
    kept.set(model, ofModel.set(key, tally))
    return tally
  }

  return {
    tally: (model, field, id, column) => tallyOf(model, field, column).counts.get(id) ?? nothing,
    changed(model, before, after) {
      for (const tally of kept.get(model)?.values() ?? []) {
        if (before) count(tally, before, -1)
        if (after) count(tally, after, 1)
      }
    },
    drop: (model) => void kept.delete(model),
  }
}

function count(tally: Tally, row: Row, by: 1 | -1): void {
  const held: unknown = row[tally.field]
  const links: readonly number[] = Array.isArray(held) ? held : [held]
  links.forEach((target, n) => {
    if (links.indexOf(target) === n) countOne(tally, target, row, by)
  })
}

function countOne({ column, counts }: Tally, target: number, row: Row, by: 1 | -1): void {
  const value: unknown = row[column]
  const byValue = counts.get(target) ?? new Map<unknown, number>()
  const sum = (byValue.get(value) ?? 0) + by
  if (sum === 0) byValue.delete(value)
  else byValue.set(value, sum)
  if (byValue.size > 0) counts.set(target, byValue)
  else counts.delete(target)
}
