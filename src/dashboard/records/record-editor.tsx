import { useEffect, useRef, useState } from 'preact/hooks'
import { mayLeave, useApp } from '../app.ts'
import { useAction } from '../load-world.ts'
import type { AnyRecord, Collection } from '../openapi.ts'
import { Dialog } from '../parts.tsx'
import { nameRecord } from './form-fields.ts'
import { RecordForm, recordPath } from './record-form.tsx'

interface RecordEditorProps {
  readonly collection: Collection
  readonly collections: readonly Collection[]
  /** The ID of a record, or `new`. */
  readonly id: string
}

/** Loads a record, and shows its form. */
export function RecordEditor({ collection, collections, id }: RecordEditorProps) {
  const [record, setRecord] = useRecord(collection, id)
  const [isDeleting, setDeleting] = useState(false)
  if (record === null) return <p class="empty">There is no such record.</p>
  if (id !== 'new' && !record) return <p class="empty">Loading…</p>
  const go = (target: string | number): void => {
    location.hash = `records/${collection.name}${target}`
  }
  return (
    <section class="card stack" aria-labelledby="editor">
      <div class="row between">
        <h2 id="editor">
          <bdi>{record ? nameRecord(record, collection) : 'New record'}</bdi>{' '}
          <span class="muted">{record?.id}</span>
        </h2>
        {record && (
          <button type="button" class="danger" onClick={() => setDeleting(true)}>
            Delete
          </button>
        )}
      </div>
      <RecordForm
        {...{ collection, collections, record }}
        onSaved={(saved) => (record ? setRecord(saved) : go(`/${saved.id}`))}
        onCancel={() => go('')}
      />
      {isDeleting && record && (
        <DeleteDialog
          {...{ collection, record }}
          onClose={() => setDeleting(false)}
          onDeleted={() => go('')}
        />
      )}
    </section>
  )
}

/** Loads a record, and again when it may have changed, unless it has unsaved edits. Null if there is no such record. */
function useRecord({ name }: Collection, id: string) {
  const app = useApp()
  const { api, siteLanguage, language, revision } = app
  const [record, setRecord] = useState<AnyRecord | null>()
  const chosen = [api.world, siteLanguage, language]
  const loaded = useRef<readonly string[]>([])
  const path = recordPath(app, name, `/${id}`)
  useEffect(() => {
    const isSame = chosen.every(({ value }, n) => value === loaded.current[n])
    if (id === 'new' || (isSame && app.unsaved.current)) return
    if (mayLeave(app)) {
      loaded.current = chosen.map(({ value }) => value)
      api.json<AnyRecord>({ method: 'GET', path }).then(setRecord, () => setRecord(null))
    } else for (const [n, signal] of chosen.entries()) signal.value = loaded.current[n] ?? ''
  }, [path, api.world.value, revision.value])
  return [record, setRecord] as const
}

interface DeleteDialogProps {
  readonly collection: Collection
  readonly record: AnyRecord
  onClose(): void
  onDeleted(): void
}

function DeleteDialog({ collection, record, onClose, onDeleted }: DeleteDialogProps) {
  const app = useApp()
  const act = useAction()
  const name = `“${nameRecord(record, collection)}”`
  const path = recordPath(app, collection.name, `/${record.id}`)
  const remove = async (): Promise<void> => {
    app.unsaved.current = false
    onClose()
    if (await act(() => app.api.send({ method: 'DELETE', path }), `${name} was deleted.`, 1))
      onDeleted()
  }
  return (
    <Dialog title={`Delete ${name}?`} onClose={onClose}>
      <div class="row">
        <button type="button" class="danger" onClick={remove}>
          Delete
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  )
}
