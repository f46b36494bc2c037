import type { Query } from '../contract/context.ts'
import { OptionError } from '../contract/option-error.ts'
import type { Row } from '../contract/resource.ts'
import type { Model } from './database.ts'

/** What clients wrote: the rows that are not as the seed has them, and where new IDs begin. */
export interface Changes {
  readonly nextId: number
  /** By kind and ID, in ascending order; null for a row that is gone. */
  readonly records: Readonly<Record<string, Readonly<Record<string, Row | null>>>>
}

/** What changes may be about. */
interface KnownRecords {
  readonly models: readonly Model[]
  readonly languages: readonly string[]
}

/** Reads changes that came from outside. Throws for what no store can hold, saying where it stands. */
export function readChanges(given: unknown, known: KnownRecords): Changes {
  const { nextId, records } = readObject('a snapshot', given)
  if (!isId(nextId)) throw invalidSnapshot('nextId', nextId, 'an ID that is free')
  const kinds = Object.entries(readObject('records', records)).map(([name, rows]) => {
    const model = known.models.find((model) => model.name === name)
    if (!model)
      throw invalidSnapshot('records', name, known.models.map(({ name }) => name).join(', '))
    const read = Object.entries(readObject(`records.${name}`, rows)).map(
      ([id, row]) => [id, readRow(row, `records.${name}.${id}`, model, known)] as const,
    )
    return [name, Object.fromEntries(read)] as const
  })
  return { nextId, records: Object.fromEntries(kinds) }
}

function readRow(
  given: unknown,
  place: string,
  model: Model,
  { languages }: KnownRecords,
): Row | null {
  const id = Number(place.split('.').at(-1))
  if (!isId(id)) throw invalidSnapshot(place, id, 'an ID')
  if (given === null) return null
  const row = readObject(place, given)
  const columns: Query = { id, slug: '', language: '', group: 0, ...model.defaults }
  for (const name of new Set([...Object.keys(columns), ...Object.keys(row)])) {
    const [blank, value] = [columns[name], row[name]]
    const isKnown = Object.hasOwn(columns, name)
    if (!isKnown || !matchesType(value, blank))
      throw invalidSnapshot(
        `${place}.${name}`,
        value,
        isKnown ? describeType(blank) : 'no such column',
      )
  }
  const flaw = model.validateRow?.(row as Row)
  if (flaw) throw invalidSnapshot(`${place}.${flaw}`, row[flaw], 'what a client can write')
  if (row.id !== id) throw invalidSnapshot(`${place}.id`, row.id, String(id))
  if (!languages.some((code) => code === row.language))
    throw invalidSnapshot(`${place}.language`, row.language, languages.join(', '))
  return row as Row // every column has been looked at
}

const WALL = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** Whether a value is of the kind of its column's blank. */
function matchesType(value: unknown, blank: unknown): boolean {
  if (Array.isArray(blank)) return Array.isArray(value) && value.every(isId)
  if (blank === null) return value === null || ['string', 'number'].includes(typeof value)
  if (typeof blank === 'number') return isId(value)
  if (typeof value !== typeof blank) return false
  return !isWall(blank) || isWall(value)
}

/** Whether a value is a date and a time, or says that there is none yet. */
const isWall = (value: unknown): boolean =>
  typeof value === 'string' &&
  WALL.test(value) &&
  (value === '0000-00-00 00:00:00' || !Number.isNaN(Date.parse(`${value}Z`)))

function describeType(blank: unknown): string {
  if (Array.isArray(blank)) return 'a list of IDs'
  if (blank === null) return 'null, a text or a number'
  return isWall(blank) ? 'YYYY-MM-DD HH:MM:SS' : `a ${typeof blank}`
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

function readObject(place: string, value: unknown): Query {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw invalidSnapshot(place, value, 'an object')
}

const invalidSnapshot = (place: string, given: unknown, accepted: string): OptionError =>
  new OptionError(
    `${place} is ${String(JSON.stringify(given)).slice(0, 80)}; accepted: ${accepted}`,
  )
