import type { Query } from '../contract/context.ts'
import { OptionError } from '../contract/option-error.ts'
import { NO_DATE } from '../contract/post.ts'
import type { Row } from '../contract/resource.ts'
import { formatDateTime, parseDateTime } from '../dates/date-time.ts'
import { createClock } from '../options/clock.ts'
import { type Changes, MAX_NEXT_ID } from '../store/changes.ts'
import type { Model } from '../store/database.ts'
import type { Store } from '../store/store.ts'

/** The models and languages that changes can name, and the path of the changes in the snapshot. */
interface ChangesContext {
  readonly models: readonly Model[]
  readonly languages: readonly string[]
  /** Empty, or a path that ends with a full stop. */
  readonly path: string
}

/** Reads changes from outside. Throws `OptionError` with the path of the first value that no record can have. */
export function readChanges(value: unknown, context: ChangesContext): Changes {
  const { models, path } = context
  const { nextId, records } = readObject(path.slice(0, -1) || 'it', value)
  if (!isId(nextId)) throw invalidSnapshot(`${path}nextId`, nextId, 'an unused ID')
  const kinds = Object.entries(readObject(`${path}records`, records)).map(([name, rows]) => {
    const model = models.find((model) => model.name === name)
    const names = models.map(({ name }) => name)
    if (!model) throw invalidSnapshot(`${path}records`, name, names.join(', '))
    const rowsPath = `${path}records.${name}`
    const read = Object.entries(readObject(rowsPath, rows)).map(
      ([id, row]) => [id, readRow(row, id, { ...context, model, path: rowsPath })] as const,
    )
    return [name, Object.fromEntries(read)] as const
  })
  return { nextId, records: Object.fromEntries(kinds) }
}

function readRow(
  value: unknown,
  key: string,
  context: ChangesContext & { readonly model: Model },
): Row | null {
  const id = Number(key)
  const { model, languages } = context
  const path = `${context.path}.${key}`
  if (String(id) !== key || !isId(id)) throw invalidSnapshot(path, key, 'an ID')
  if (value === null) return null
  const row = readObject(path, value)
  const defaults: Query = { id, slug: '', language: '', group: 0, ...model.defaults }
  for (const name of new Set([...Object.keys(defaults), ...Object.keys(row)])) {
    if (name === 'unlisted' && row[name] === true) continue // landmarks of other cities have it
    const isKnown = Object.hasOwn(defaults, name)
    if (isKnown && matchesType(row[name], defaults[name])) continue
    const accepted = isKnown ? describeType(defaults[name]) : Object.keys(defaults).join(', ')
    throw invalidSnapshot(`${path}.${name}`, row[name], accepted)
  }
  const invalid = model.validateRow?.(row as Row)
  if (invalid)
    throw invalidSnapshot(`${path}.${invalid}`, row[invalid], 'values that the API stores')
  if (row.id !== id) throw invalidSnapshot(`${path}.id`, row.id, String(id))
  if (!languages.some((code) => code === row.language))
    throw invalidSnapshot(`${path}.language`, row.language, languages.join(', '))
  return row as Row // every column has been validated
}

const DATE_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** Returns whether a value has the type of the default value of its column. */
function matchesType(value: unknown, example: unknown): boolean {
  if (Array.isArray(example)) return Array.isArray(value) && value.every(isId)
  if (example === null) return value === null || ['string', 'number'].includes(typeof value)
  if (typeof example === 'number') return isId(value)
  return typeof value === typeof example && (!isDateTime(example) || isDateTime(value))
}

/** Returns whether a value is an existing date and time, or the zeros of a draft without a date. */
const isDateTime = (value: unknown): boolean =>
  typeof value === 'string' &&
  DATE_TIME.test(value) &&
  (value === NO_DATE || value === formatDateTime(parseDateTime(value)))

function describeType(example: unknown): string {
  if (Array.isArray(example)) return 'a list of IDs'
  if (example === null) return 'null, a string or a number'
  return isDateTime(example) ? 'YYYY-MM-DD HH:MM:SS' : `a ${typeof example}`
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** Returns a copy of an object from outside. Throws `OptionError` for anything else. */
export function readObject(path: string, value: unknown): Query {
  // a frozen `{ ...row }` has a hidden class of its own: 1 kB more for each event, and three times the time
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.fromEntries(Object.entries(value))
  throw invalidSnapshot(path, value, 'an object')
}

export const invalidSnapshot = (path: string, value: unknown, accepted: string): OptionError =>
  new OptionError(
    `invalid snapshot: ${path.slice(0, 200)} is ${String(JSON.stringify(value)).slice(0, 80)}; accepted: ${accepted}`,
  )

/** Reads an instant in ISO 8601. Throws `OptionError` for anything else. */
export function readInstant(name: string, value: unknown): Date {
  return createClock(readText(name, value), () => 0).now()
}

/** Throws `OptionError` for anything but a string. */
export function readText(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  throw invalidSnapshot(name, value, 'a string')
}

/** The store that the changes are tried in, its models, and the path of the changes in the snapshot. */
interface CheckContext {
  /** A store that nothing else uses. */
  readonly store: Store
  readonly models: readonly Model[]
  /** Empty, or a path that ends with a full stop. */
  readonly path: string
}

/** Checks that the records fit each other and the seed. Throws `OptionError` with the path of the first that does not. */
export function checkChanges(changes: Changes, context: CheckContext): void {
  const { store, models, path } = context
  requireFreeId(changes, context)
  store.restore(changes)
  for (const model of models) {
    const rows = Object.values(changes.records[model.name] ?? {}).filter((row) => row !== null)
    const checkTree = createTreeCheck(model, context)
    for (const row of rows) {
      const rowPath = `${path}records.${model.name}.${row.id}`
      const owner = models.find(({ name }) => name !== model.name && store.get(name, row.id))
      if (owner) throw invalidSnapshot(rowPath, row.id, `an ID that no ${owner.name} has`)
      requireKnownLinks(row, rowPath, { model, nextId: changes.nextId })
      checkTree(row, rowPath)
    }
  }
}

/** Throws `OptionError` unless the next ID is above the IDs of all records, and leaves room for more. */
function requireFreeId({ nextId, records }: Changes, { store, path }: CheckContext): void {
  let lowest = store.firstFreeId
  for (const rows of Object.values(records))
    for (const id of Object.keys(rows)) lowest = Math.max(lowest, Number(id) + 1)
  if (nextId >= lowest && nextId <= MAX_NEXT_ID) return
  throw invalidSnapshot(`${path}nextId`, nextId, `an unused ID from ${lowest} to ${MAX_NEXT_ID}`)
}

/** Throws `OptionError` if a link names an ID that a later record gets. A link to a removed record is valid. */
function requireKnownLinks(
  row: Row,
  path: string,
  { model, nextId }: { readonly model: Model; readonly nextId: number },
): void {
  for (const name of ['group', ...linkColumns(model)]) {
    const isKnown = [row[name]].flat().every((id) => id < nextId)
    if (!isKnown) throw invalidSnapshot(`${path}.${name}`, row[name], 'IDs below nextId')
  }
}

/** Returns the function that throws `OptionError` if a row is its own ancestor. It checks each ancestor once. */
function createTreeCheck(model: Model, { store }: CheckContext) {
  const fields = linkColumns(model, model.name)
  const checked = new Set<number>()
  return (row: Row, path: string): void => {
    for (const field of fields) {
      const line = new Set<number>()
      let ancestor: Row | undefined = row
      while (ancestor && !checked.has(ancestor.id)) {
        if (line.has(ancestor.id))
          throw invalidSnapshot(
            `${path}.${field}`,
            row[field],
            'the ID of another record that is not below this one',
          )
        line.add(ancestor.id)
        ancestor = store.get(model.name, ancestor[field])
      }
      for (const id of line) checked.add(id)
    }
  }
}

/** Returns the columns that hold IDs of linked records, or of one model. */
const linkColumns = ({ fields = {} }: Model, target?: string): readonly string[] =>
  Object.keys(fields).filter((name) => {
    const link = fields[name]?.link
    return link !== undefined && (target === undefined || link === target)
  })
