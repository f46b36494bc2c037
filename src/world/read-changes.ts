import type { Query } from '../contract/context.ts'
import { OptionError } from '../contract/option-error.ts'
import type { Row } from '../contract/resource.ts'
import type { Model } from '../store/database.ts'
import type { Changes } from '../store/repository.ts'

/** The models and languages that changes can name. */
interface KnownRecords {
  readonly models: readonly Model[]
  readonly languages: readonly string[]
}

/** Validates changes from outside. Throws `OptionError` with the path of the first value that no store can hold. */
export function readChanges(value: unknown, known: KnownRecords): Changes {
  const { nextId, records } = readObject('it', value)
  if (!isId(nextId)) throw invalidSnapshot('nextId', nextId, 'an unused ID')
  const kinds = Object.entries(readObject('records', records)).map(([name, rows]) => {
    const model = known.models.find((model) => model.name === name)
    const names = known.models.map(({ name }) => name)
    if (!model) throw invalidSnapshot('records', name, names.join(', '))
    const path = `records.${name}`
    const read = Object.entries(readObject(path, rows)).map(
      ([id, row]) => [id, readRow(row, `${path}.${id}`, model, known)] as const,
    )
    return [name, Object.fromEntries(read)] as const
  })
  return { nextId, records: Object.fromEntries(kinds) }
}

function readRow(
  value: unknown,
  path: string,
  model: Model,
  { languages }: KnownRecords,
): Row | null {
  const id = Number(path.split('.').at(-1))
  if (!isId(id)) throw invalidSnapshot(path, id, 'an ID')
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

/** Returns whether a value is a date and time, or the zeros of a draft without a date. */
const isDateTime = (value: unknown): boolean =>
  typeof value === 'string' &&
  DATE_TIME.test(value) &&
  (value === '0000-00-00 00:00:00' || !Number.isNaN(Date.parse(`${value}Z`)))

function describeType(example: unknown): string {
  if (Array.isArray(example)) return 'a list of IDs'
  if (example === null) return 'null, a string or a number'
  return isDateTime(example) ? 'YYYY-MM-DD HH:MM:SS' : `a ${typeof example}`
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

function readObject(path: string, value: unknown): Query {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw invalidSnapshot(path, value, 'an object')
}

/** Creates the error about a value in a snapshot. */
export const invalidSnapshot = (path: string, value: unknown, accepted: string): OptionError =>
  new OptionError(
    `invalid snapshot: ${path} is ${String(JSON.stringify(value)).slice(0, 80)}; accepted: ${accepted}`,
  )
