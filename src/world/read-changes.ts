import type { Query } from '../contract/context.ts'
import { formatDateTime, parseDateTime } from '../contract/dates/date-time.ts'
import { OptionError } from '../contract/option-error.ts'
import { NO_DATE } from '../contract/post.ts'
import type { Row } from '../contract/resource.ts'
import type { Changes } from '../store/changes.ts'
import type { Model } from '../store/database.ts'

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
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw invalidSnapshot(path, value, 'an object')
}

/** Creates the error about a value in a snapshot. */
export const invalidSnapshot = (path: string, value: unknown, accepted: string): OptionError =>
  new OptionError(
    `invalid snapshot: ${path.slice(0, 200)} is ${String(JSON.stringify(value)).slice(0, 80)}; accepted: ${accepted}`,
  )
