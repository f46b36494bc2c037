import type { Journal } from '../../src/world/persist.ts'

/** A journal in memory, which stores text, as a file does. */
export class MemoryJournal implements Journal {
  values: readonly string[] = []
  /** True while nothing can be stored. */
  isFull = false

  get size(): number {
    return this.values.join('').length
  }

  read(): readonly unknown[] {
    return this.values.map((text) => JSON.parse(text))
  }

  append(value: unknown): void {
    this.replace([...this.read(), value])
  }

  replace(values: Iterable<unknown>): void {
    if (this.isFull) throw new Error('no space left')
    this.values = Array.from(values, (value) => JSON.stringify(value))
  }
}
