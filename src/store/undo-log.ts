import type { Row } from '../contract/resource.ts'
import type { ChangeLog } from './changes.ts'
import type { Table } from './table.ts'

/** A write to a table, and what it replaced. */
interface UndoableWrite {
  readonly table: Table
  readonly id: number
  readonly before: Row | undefined
  readonly wasWritten: boolean
}

/** The writes of a transaction. */
export class UndoLog {
  readonly #changes: ChangeLog
  #writes: UndoableWrite[] | undefined

  constructor(changes: ChangeLog) {
    this.#changes = changes
  }

  /** Records a write, which the change log does not have yet. */
  add(table: Table, before: Row | undefined, after: Row | undefined): void {
    const id = (after ?? before)?.id
    if (!this.#writes || id === undefined) return
    const wasWritten = this.#changes.has(table.model.name, id)
    this.#writes.push({ table, id, before, wasWritten })
  }

  /** Runs a transaction: if it throws, all its writes are undone. */
  run<T>(perform: () => T): T {
    const { nextId } = this.#changes
    const writes: UndoableWrite[] = []
    this.#writes = writes
    try {
      return perform()
    } catch (error) {
      this.#writes = undefined // undoing a write is not a write
      for (const write of writes.reverse()) this.#undo(write)
      this.#changes.nextId = nextId
      throw error
    } finally {
      this.#writes = undefined
    }
  }

  #undo({ table, id, before, wasWritten }: UndoableWrite): void {
    if (before) table.rows.set(id, before)
    else table.rows.delete(id)
    if (!wasWritten) this.#changes.revert(table.model.name, id)
  }
}
