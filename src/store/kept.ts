import type { Repository } from '../contract/context.ts'
import type { Row } from '../contract/resource.ts'
import type { Keeper } from './keeper.ts'
import { createLists, type Source } from './lists.ts'
import { createNames } from './names.ts'
import { createSlugs } from './slugs.ts'
import { createTallies } from './tallies.ts'

/** What is kept of the rows beside them, so that no answer walks all: made on first use, true after every write. */
export interface Kept
  extends Pick<Repository, 'list' | 'tally' | 'named' | 'freeSlug'>,
    Pick<Keeper, 'changed'> {
  /** Tells of many rows that are there now. */
  planted(model: string, rows: readonly Row[]): void
}

export function createKept(
  source: Source & Pick<Repository, 'all' | 'bySlug'> & { rows(model: string): Iterable<Row> },
): Kept {
  const [lists, tallies] = [createLists(source), createTallies(source.rows)]
  const [names, slugs] = [createNames(source.all), createSlugs(source.bySlug)]
  const { list } = lists
  const { tally } = tallies
  const { named } = names
  const { freeSlug } = slugs
  return {
    ...{ list, tally, named, freeSlug },
    changed(model, before, after) {
      for (const part of [lists, tallies, names, slugs]) part.changed(model, before, after)
    },
    planted(model, rows) {
      for (const language of new Set(rows.map((row) => row.language)))
        for (const part of [lists, tallies, names]) part.drop(model, language)
    },
  }
}
