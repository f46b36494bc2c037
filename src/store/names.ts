import type { Repository } from '../contract/context.ts'
import type { Row } from '../contract/resource.ts'
import { take } from './indexes.ts'
import type { Keeper } from './keeper.ts'

/** Rows of a language by a text of theirs, whatever its letter case; found on first use, kept from then on. */
export interface Names extends Keeper {
  readonly named: Repository['named']
}

/** One column of one model and language. */
interface Register {
  readonly column: string
  readonly rows: Map<string, Map<number, Row>>
  /** The place of each row among those made before and after it. */
  readonly places: Map<number, number>
  nextPlace: number
}

export function createNames(all: (model: string, language: string) => readonly Row[]): Names {
  /** By model and language, then by column. */
  const kept = new Map<string, Map<string, Register>>()

  function registerOf(model: string, column: string, language: string): Register {
    const key = `${model} ${language}`
    const ofShelf = kept.get(key) ?? new Map<string, Register>()
    const known = ofShelf.get(column)
    if (known) return known
    const register: Register = { column, rows: new Map(), places: new Map(), nextPlace: 0 }
    for (const row of all(model, language)) enter(register, row)
    kept.set(key, ofShelf.set(column, register))
    return register
  }

  const registersFor = (model: string, row: Row | undefined): Iterable<Register> =>
    (row && kept.get(`${model} ${row.language}`)?.values()) ?? []

  return {
    named(model, column, text, language) {
      const { rows, places } = registerOf(model, column, language)
      const found = [...(rows.get(text.toLowerCase())?.values() ?? [])]
      const place = ({ id }: Row): number => places.get(id) ?? 0
      return found.length < 2 ? found : found.sort((a, b) => place(a) - place(b))
    },
    changed(model, before, after) {
      for (const { column, rows, places } of registersFor(model, before)) {
        if (!before) continue
        take(rows, textOf(before, column), before.id)
        if (after?.language !== before.language) places.delete(before.id)
      }
      for (const register of registersFor(model, after)) if (after) enter(register, after)
    },
    drop: (model, language) => void kept.delete(`${model} ${language}`),
  }
}

function enter(register: Register, row: Row): void {
  const { column, rows, places } = register
  const text = textOf(row, column)
  const alike = rows.get(text) ?? new Map<number, Row>()
  rows.set(text, alike.set(row.id, row))
  if (!places.has(row.id)) places.set(row.id, register.nextPlace++)
}

const textOf = (row: Row, column: string): string => String(row[column]).toLowerCase()
