import { useEffect, useState } from 'preact/hooks'
import { runAction, useApp } from '../app.ts'
import { Dialog } from '../parts/dialog.tsx'
import { useAction } from '../use-action.ts'
import type { AnyRecord, Collection } from './collections.ts'
import { RecordForm } from './record-form.tsx'

interface RecordEditorProps {
  readonly collection: Collection
  /** The ID of a record, or `new`. */
  readonly id: string
}

/** Loads a record, and shows its form. */
export function RecordEditor({ collection, id }: RecordEditorProps) {
  const [record, setRecord] = useRecord(collection, id)
  const [isDeleting, setDeleting] = useState(false)
  const isNew = id === 'new'
  if (!isNew && !record) return <p class="empty">Loading…</p>
  return (
    <section class="card stack" aria-labelledby="editor">
      <div class="row between">
        <h2 id="editor">{isNew ? 'New record' : `Edit record ${id}`}</h2>
        {!isNew && (
          <button type="button" class="danger" onClick={() => setDeleting(true)}>
            Delete
          </button>
        )}
      </div>
      <RecordForm
        key={record?.modified}
        {...{ collection, record }}
        onSaved={(saved) => {
          setRecord(saved)
          location.hash = `records/${collection.name}/${saved.id}`
        }}
      />
      {isDeleting && record && (
        <DeleteDialog {...{ collection, record }} onClose={() => setDeleting(false)} />
      )}
    </section>
  )
}

function useRecord({ name }: Collection, id: string) {
  const app = useApp()
  const [record, setRecord] = useState<AnyRecord>()
  const { api, site, language } = app
  useEffect(() => {
    if (id === 'new') return
    const path = `${site.value.path}/${name}/${id}?i18n_language=${language.value}`
    runAction(app, async () => setRecord(await api.json<AnyRecord>({ method: 'GET', path })))
  }, [name, id, site.value.path, language.value, api.world.value])
  return [record, setRecord] as const
}

interface DeleteDialogProps {
  readonly collection: Collection
  readonly record: AnyRecord
  onClose(): void
}

function DeleteDialog({ collection: { name }, record, onClose }: DeleteDialogProps) {
  const { api, site, language } = useApp()
  const act = useAction()
  const path = `${site.value.path}/${name}/${record.id}?i18n_language=${language.value}`
  const remove = async (): Promise<void> => {
    const isDone = await act(() => api.send({ method: 'DELETE', path }), 'The record was deleted.')
    onClose()
    if (isDone) location.hash = `records/${name}`
  }
  return (
    <Dialog title={`Delete record ${record.id}?`} onClose={onClose}>
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
