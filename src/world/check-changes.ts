import type { Row } from '../contract/resource.ts'
import { type Changes, MAX_NEXT_ID } from '../store/changes.ts'
import type { Model } from '../store/database.ts'
import type { Store } from '../store/repository.ts'
import { invalidSnapshot } from './read-changes.ts'

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
