import { sorted } from '../contract/order.ts'
import type { Filter, Order, Row } from '../contract/resource.ts'
import type { Cut, Test } from './cut.ts'
import type { Keeper } from './keeper.ts'
import { type Sorted, sortedOf } from './sorted.ts'

/** Rows of a model and language that keep within some limits, in an order; kept so on every write. */
export interface View {
  readonly limits: ReadonlySet<string>
  readonly holds: Test['keeps']
  readonly rows: Sorted
  /** The last cut, for its other pages; good until a row comes or goes. */
  last: { readonly rules: readonly Rule[]; readonly cut: Cut } | undefined
}

/** A filter that has a rule, and the value that it is given. */
export interface Rule {
  readonly filter: Filter<unknown>
  readonly value: NonNullable<unknown>
}

/** What a view is made from. */
export interface Viewed {
  readonly model: string
  readonly language: string
  /** Each limit in words of its own; two views with the same ones hold the same rows. */
  readonly limits: readonly string[]
  readonly usualOrder: Order
  /** What tells whether a row keeps within all limits. */
  holdsOf(): Test['keeps']
  /** Rows of which no others can; those of the language where it is absent. */
  readonly source?: Candidates | undefined
}

/** Rows to choose from, and how many at most. */
export interface Candidates {
  readonly size: number
  rows(): Row[]
}

export interface Views extends Keeper {
  view(of: Viewed): View
}

/** The most views of a model and language. */
const MOST = 64

export function createViews(all: (model: string, language: string) => Row[]): Views {
  /** By model and language, then by limits, the view longest unused first. */
  const shelves = new Map<string, Map<string, Map<string, View>>>()

  function shelfOf(model: string, language: string): Map<string, View> {
    const ofModel = shelves.get(model) ?? new Map<string, Map<string, View>>()
    const shelf = ofModel.get(language) ?? new Map<string, View>()
    if (shelf.size === 0) shelves.set(model, ofModel.set(language, shelf))
    return shelf
  }

  return {
    view(of) {
      const views = shelfOf(of.model, of.language)
      let name = ''
      for (const limit of of.limits) name += limit
      const view = views.get(name) ?? viewOf(of, [...views.values()])
      if (views.size > MOST / 2) views.delete(name) // before, the order does not matter
      views.set(name, view)
      if (views.size > MOST)
        for (const oldest of [...views.keys()].slice(0, -MOST)) views.delete(oldest)
      return view
    },
    changed(model, before, after) {
      if (before) write(model, before, (rows) => rows.remove(before))
      if (after) write(model, after, (rows) => rows.add(after))
    },
    drop: (model, language) => void shelves.get(model)?.delete(language),
  }

  /** From the smallest view that holds all its rows, in their order already, or from what is far less. */
  function viewOf(of: Viewed, views: View[]): View {
    const { model, language, source } = of
    const [limits, holds] = [new Set(of.limits), of.holdsOf()]
    const [widest] = views
      .filter((other) => [...other.limits].every((limit) => limits.has(limit)))
      .sort((a, b) => a.rows.size - b.rows.size)
    const rows =
      widest && !(source && source.size * 8 < widest.rows.size)
        ? widest.rows.cut([{ keeps: holds }]).rows(0, widest.rows.size)
        : sorted((source?.rows() ?? all(model, language)).filter(holds), of.usualOrder)
    return { limits, holds, rows: sortedOf(rows, of.usualOrder), last: undefined }
  }

  function write(model: string, row: Row, act: (rows: Sorted) => boolean): void {
    const views = shelves.get(model)?.get(row.language)
    for (const [name, view] of views ?? []) {
      if (!view.holds(row)) continue
      view.last = undefined
      if (!isDone(() => act(view.rows))) views?.delete(name)
    }
  }
}

/** False for what throws too: an order that a row does not suit fails where the view is made anew, in a list. */
function isDone(act: () => boolean): boolean {
  try {
    return act()
  } catch {
    return false
  }
}
