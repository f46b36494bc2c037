import type { Context, Listed, Query, Repository } from '../contract/context.ts'
import { holdsOneOf } from '../contract/filter.ts'
import type { Filter, Resource, Row } from '../contract/resource.ts'
import type { Cut, Test } from './cut.ts'
import type { Keeper } from './keeper.ts'
import { type Candidates, createViews, type Rule, type View } from './views.ts'

/** Pages of lists: what filters say of columns is answered from views, other rules are asked of each row. */
export interface Lists extends Keeper {
  readonly list: Repository['list']
}

/** Where the rows come from. */
export interface Source {
  /** All of a language; some have no texts yet, which `complete` gives them. */
  outlines(model: string, language: string): Row[]
  complete(model: string, row: Row): Row
  /** Perhaps without its texts. */
  get(model: string, id: number): Row | undefined
  /** The IDs of the rows whose field holds an ID; some may do so no longer. */
  holders(model: string, field: string, id: number): ReadonlySet<number> | undefined
}

/** As many rows as these are looked at one by one. */
const FEW = 20

/** Values of which one has to stand in a column. */
interface Limit {
  readonly column: string
  readonly values: readonly unknown[]
  readonly isLink: boolean
}

/** Filters that have a rule, by name. */
type Rules = ReadonlyMap<string, Filter<unknown>>

/** What is asked for: filters of which values are given, as limits where they speak of a column. */
interface Asked {
  readonly resource: Resource
  readonly query: Query
  readonly context: Context
  readonly limits: readonly Limit[]
  /** What is asked beside the limits, in the order of the table. */
  readonly rules: readonly Rule[]
}

export function createLists(source: Source): Lists {
  const views = createViews(source.outlines)
  const ruled = new Map<Resource, Rules>()

  function rulesOf(resource: Resource): Rules {
    const rules =
      ruled.get(resource) ??
      new Map(Object.entries(resource.filters).filter(([, { keeps }]) => keeps !== undefined))
    ruled.set(resource, rules)
    return rules
  }

  return {
    list(resource, query, context) {
      const listed = pageFor(resource, query, context)
      listed.rows.forEach(completer(resource))
      return listed
    },
    changed: views.changed,
    drop: views.drop,
  }

  function pageFor(resource: Resource, query: Query, context: Context): Listed {
    const asked = askedOf(resource, rulesOf(resource), query, context)
    const order = resource.order(query, context)
    const inOrder = (rows: readonly Row[]) => rows.map(completer(resource)).sort(order)
    const linked = fewestOf(asked)
    if (!resource.usualOrder || (linked && linked.size <= FEW))
      return pageOf(inOrder(scan(asked, linked)), query)
    const view = views.view({
      model: resource.name,
      language: context.language,
      limits: asked.limits.map(nameOf),
      usualOrder: resource.usualOrder,
      holdsOf: () => holdsOf(asked),
      source: linked,
    })
    const cut = cutOf(view, asked)
    return order === resource.usualOrder
      ? { rows: cut.rows(...boundsOf(query)), total: cut.total }
      : pageOf(inOrder(cut.rows(0, cut.total)), query)
  }

  /** The rows that pass, of all or of those that may. */
  function scan(asked: Asked, candidates: Candidates | undefined): Row[] {
    const { resource, context } = asked
    const tests = testsOf(asked)
    const rows = candidates?.rows() ?? source.outlines(resource.name, context.language)
    return rows.filter(holdsOf(asked)).filter((row) => tests.every((test) => test.keeps(row)))
  }

  function completer({ name }: Resource): (row: Row) => Row {
    return (row) => source.complete(name, row)
  }

  /** The rules beside the limits. Those that do not compare a column may read any. */
  function testsOf({ resource, rules, query, context }: Asked): readonly Test[] {
    const complete = completer(resource)
    return rules.map(({ filter: { along, keeps }, value }) => {
      const rule = keeps?.(value, context, query)
      return {
        along: along && { column: along.column, passes: along.passes(value) },
        keeps: (row) => rule === undefined || rule(complete(row)),
      }
    })
  }

  function cutOf(view: View, asked: Asked): Cut {
    const { rules } = asked
    if (!rules.every(({ filter }) => filter.along)) return view.rows.cut(testsOf(asked))
    if (!view.last || !areEqual(view.last.rules, rules))
      view.last = { rules, cut: view.rows.cut(testsOf(asked)) }
    return view.last.cut
  }

  /** The fewest rows that a limit leaves, of those that name rows by what is kept of links. */
  function fewestOf({ resource, limits }: Asked): Candidates | undefined {
    let fewest: Candidates | undefined
    for (const { column, values, isLink } of limits) {
      const ids = values as readonly number[] // where the column holds IDs
      const isId = column === 'id'
      if (!isId && !(isLink && ids.every(Boolean))) continue
      const holders = isId ? [] : ids.map((id) => source.holders(resource.name, column, id) ?? NONE)
      const size = isId ? ids.length : holders.reduce((sum, { size }) => sum + size, 0)
      if (fewest && fewest.size <= size) continue
      const rows = (): Row[] => {
        const unique = new Set(isId ? ids : holders.flatMap((set) => [...set]))
        return [...unique].flatMap((id) => source.get(resource.name, id) ?? [])
      }
      fewest = { size, rows }
    }
    return fewest
  }
}

const NONE: ReadonlySet<number> = new Set()

function askedOf(resource: Resource, ruled: Rules, query: Query, context: Context): Asked {
  const limits: Limit[] = []
  const rules: Rule[] = []
  for (const name in query) {
    const filter = ruled.get(name)
    const value = query[name]
    if (!filter || value === undefined || value === null) continue
    const { among, link } = filter
    const values = among?.values(value, context, query)
    if (among && values) limits.push({ column: among.column, values, isLink: link !== undefined })
    else if (!among) rules.push({ filter, value })
  }
  return { resource, query, context, limits, rules }
}

/** Whether a row is of the language, listed, and within the limits. */
function holdsOf({ resource, context, limits }: Asked): Test['keeps'] {
  const { language } = context
  const tests = limits.map(({ column, values }) => holdsOneOf(column, values))
  return (row) =>
    row.language === language &&
    (resource.isListed?.(row) ?? true) &&
    tests.every((holds) => holds(row))
}

/** Equal for limits that are equal. */
function nameOf({ column, values }: Limit): string {
  const unique = values.length === 1 ? values : [...new Set(values)].sort()
  let name = column
  for (const value of unique) {
    const text = String(value)
    name += ` ${typeof value} ${text.length} ${text}` // it ends where it says
  }
  return name
}

const areEqual = (some: readonly Rule[], others: readonly Rule[]): boolean =>
  some.length === others.length &&
  some.every(({ filter, value }, n) => filter === others[n]?.filter && value === others[n]?.value)

/** The positions of the first row of a page, and of the first after it. */
const boundsOf = (query: Query): [number, number] => [
  (Number(query.page) - 1) * Number(query.per_page),
  Number(query.page) * Number(query.per_page),
]

const pageOf = (rows: readonly Row[], query: Query): Listed => ({
  rows: rows.slice(...boundsOf(query)),
  total: rows.length,
})
