import type { Repository } from '../contract/context.ts'
import type { Row } from '../contract/resource.ts'

/** Most bytes that are made; then all that is kept goes, and what is asked for is made again. */
const MOST = 8_000_000
/** What it takes to know one thing that a fragment follows from, in bytes. */
const READ = 100

/**
 * JSON of records in bytes, each made once and kept until the record, or anything that was read to make
 * it, changes.
 */
export interface Fragments {
  /** The JSON of a record in one form, which has a name of its own for each kind. `make` reads through the repository it is given, and no other. */
  get(model: string, form: string, id: number, make: (repository: Repository) => unknown): string
  /** Drops what was made with a row, as it was or as it is now. */
  changed(model: string, ...rows: readonly Row[]): void
  clear(): void
}

/** Keeps nothing at first. */
export function createFragments(repository: Repository): Fragments {
  /** By form, then by ID. */
  const forms = new Map<string, Map<number, string>>()
  /** What was made by reading something: the form and the ID of each. */
  const readers = new Map<string, Map<string, Set<number>>>()
  /** The fields whose links were followed backwards, by kind. */
  const followed = new Map<string, Set<string>>()
  let bytes = 0

  function clear(): void {
    forms.clear()
    readers.clear()
    bytes = 0
  }

  function drop(read: string): void {
    for (const [form, ids] of readers.get(read) ?? []) {
      const made = forms.get(form)
      for (const id of ids) made?.delete(id)
    }
    readers.delete(read)
  }

  function keep(form: string, id: number, fragment: string, reads: ReadonlySet<string>): void {
    if (bytes > MOST) clear()
    bytes += fragment.length + READ * reads.size
    const made = forms.get(form) ?? new Map<number, string>()
    forms.set(form, made.set(id, fragment))
    for (const read of reads) {
      const byForm = readers.get(read) ?? new Map<string, Set<number>>()
      readers.set(read, byForm.set(form, (byForm.get(form) ?? new Set()).add(id)))
    }
  }

  /** The repository, noting in `reads` what its answers follow from. */
  function noting(reads: Set<string>): Repository {
    const noteAll = (model: string): void => void reads.add(model)
    return {
      all(model, language) {
        noteAll(model)
        return repository.all(model, language)
      },
      get(model, id) {
        reads.add(`${model} ${id}`)
        return repository.get(model, id)
      },
      bySlug(model, slug, language) {
        noteAll(model)
        return repository.bySlug(model, slug, language)
      },
      group(model, row) {
        reads.add(`${model} group ${row.group}`)
        return repository.group(model, row)
      },
      linking(model, field, id) {
        followed.set(model, (followed.get(model) ?? new Set()).add(field))
        reads.add(`${model} ${field} ${id}`)
        return repository.linking(model, field, id)
      },
      tally(model, field, id, column) {
        followed.set(model, (followed.get(model) ?? new Set()).add(field))
        reads.add(`${model} ${field} ${id}`)
        return repository.tally(model, field, id, column)
      },
      named(model, column, text, language) {
        noteAll(model)
        return repository.named(model, column, text, language)
      },
      list(resource, query, context) {
        noteAll(resource.name)
        return repository.list(resource, query, context)
      },
      freeSlug(model, slug, row) {
        noteAll(model)
        return repository.freeSlug(model, slug, row)
      },
      fragment: repository.fragment,
      blank: repository.blank,
      insert: repository.insert,
      update: repository.update,
      remove: repository.remove,
    }
  }

  return {
    get(model, form, id, make) {
      const known = forms.get(form)?.get(id)
      if (known) return known
      const reads = new Set([`${model} ${id}`])
      const fragment = JSON.stringify(make(noting(reads)))
      keep(form, id, fragment, reads)
      return fragment
    },
    changed(model, ...rows) {
      drop(model)
      for (const row of rows) {
        drop(`${model} ${row.id}`)
        drop(`${model} group ${row.group}`)
        for (const field of followed.get(model) ?? []) {
          for (const target of [row[field]].flat()) drop(`${model} ${field} ${target}`)
        }
      }
    },
    clear,
  }
}
