import { useEffect, useRef, useState } from 'preact/hooks'
import { type App, focusMain, mayLeave, useApp } from '../app.ts'
import { changeWorld } from '../load-world.ts'
import type { AnyRecord, Collection } from '../openapi.ts'
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
  const app = useApp()
  const [record, setRecord] = useRecord(collection, id)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus() // after a form that is gone
  }, [record?.id])
  if (record === null) return <p class="empty">There is no such record.</p>
  if (id !== 'new' && !record) return <p class="empty">Loading…</p>
  const open = (target: string): void => location.assign(`#records/${collection.name}${target}`)
  const close = (): void => {
    open('')
    focusMain()
  }
  const remove = async (): Promise<void> => {
    if (record && (await deleteRecord(app, collection, record))) close()
  }
  return (
    <section class="card stack" aria-labelledby="editor">
      <div class="row between">
        <h2 id="editor" tabIndex={-1} ref={title}>
          <bdi>{record ? nameRecord(record, collection) : 'New record'}</bdi>{' '}
          <span class="muted">{record?.id}</span>
        </h2>
        {record && (
          <button type="button" class="danger" onClick={remove}>
            Delete
          </button>
        )}
      </div>
      <RecordForm
        {...{ collection, collections, record }}
        onSaved={(saved) => (record ? setRecord(saved) : open(`/${saved.id}`))}
        onCancel={close}
      />
    </section>
  )
}

/** Deletes a record after a question. Returns whether it did. */
async function deleteRecord(app: App, collection: Collection, record: AnyRecord) {
  const name = `“${nameRecord(record, collection)}”`
  if (!confirm(`Delete ${name}?`)) return false
  app.unsaved.current = false
  const path = recordPath(app, collection.name, `/${record.id}`)
  const send = () => app.api.send({ method: 'DELETE', path })
  return changeWorld(app, send, `${name} was deleted.`)
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
