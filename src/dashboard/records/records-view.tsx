import { useEffect, useRef, useState } from 'preact/hooks'
import { textDirection } from '../../contract/site.ts'
import { type App, describeError, focusMain, mayLeave, useApp } from '../app.ts'
import { changeWorld } from '../load-world.ts'
import { type AnyRecord, type Collection, useCollections } from '../openapi.ts'
import { NextStep, TextField } from '../parts.tsx'
import { nameRecord, readStatus } from './form-fields.ts'
import { RecordForm, recordPath } from './record-form.tsx'
import { useRecords } from './use-records.ts'

export function RecordsView() {
  const { target } = useApp()
  const collections = useCollections()
  const [search, setSearch] = useState('')
  if (!collections) return <p class="empty">Loading…</p>
  const [name, id = ''] = target.value
  const collection = collections.find((other) => other.name === name) ?? collections[0]
  if (!collection) return <p class="empty">No records</p>
  return (
    <div class="split">
      <section class="card stack" aria-label={nameCollection(collection)}>
        <nav class="tabs" aria-label="Record types">
          {collections.map((other) => (
            <a
              key={other.name}
              href={`#records/${other.name}`}
              aria-current={other === collection ? 'page' : undefined}
            >
              {nameCollection(other)}
            </a>
          ))}
        </nav>
        <div class="row">
          <TextField label="Search" type="search" value={search} onInput={setSearch} />
          <a class="button" href={`#records/${collection.name}/new`}>
            New record
          </a>
        </div>
        <RecordList collection={collection} search={search} chosen={id} />
      </section>
      {id === '' ? (
        <p class="empty">Choose a record or create a new one.</p>
      ) : (
        <RecordEditor
          key={`${collection.name} ${id}`}
          collection={collection}
          collections={collections}
          id={id}
        />
      )}
    </div>
  )
}

const nameCollection = ({ name }: Collection): string => name[0]?.toUpperCase() + name.slice(1)

interface RecordListProps {
  readonly collection: Collection
  readonly search: string
  readonly chosen: string
}

function RecordList({ collection, search, chosen }: RecordListProps) {
  const { language } = useApp()
  const [page, setPage] = useState(1)
  useEffect(() => setPage(1), [collection.name, search, language.value])
  const list = useRecords(collection, { search, page, perPage: 12 })
  if (!list) return <p class="empty">Loading…</p>
  const { records, pages, total } = list
  if (records.length === 0)
    return (
      <p class="empty">
        {search === ''
          ? 'No records. Create one, or choose a scenario that has some:'
          : 'No record matches the search.'}{' '}
        {search === '' && <NextStep path="/__calmock/scenario" body={{ scenario: 'city' }} />}
      </p>
    )
  return (
    <>
      <ul class="records" lang={language.value} dir={textDirection(language.value)}>
        {records.map((record) => (
          <li key={record.id}>
            <a
              href={`#records/${collection.name}/${record.id}`}
              aria-current={chosen === String(record.id) ? 'true' : undefined}
            >
              <span class="name">{nameRecord(record, collection)}</span>
              <StatusChip record={record} />
              <span class="muted">
                <bdi dir="ltr">
                  {String(record.start_date ?? record.slug ?? '').slice(0, 16)} · {record.id}
                </bdi>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <nav class="pages between" aria-label="Pages">
        <button type="button" disabled={page <= 1} onClick={() => setPage(page - 1)}>
          Previous
        </button>
        <span aria-live="polite">{`Page ${page} of ${pages} (${total})`}</span>
        <button type="button" disabled={page >= pages} onClick={() => setPage(page + 1)}>
          Next
        </button>
      </nav>
    </>
  )
}

/** The status of a record that visitors do not see, such as `draft`. */
function StatusChip({ record }: { readonly record: AnyRecord }) {
  const status = readStatus(record)
  return status ? <span class="chip">{status}</span> : null
}

interface RecordEditorProps {
  readonly collection: Collection
  readonly collections: readonly Collection[]
  /** The ID of a record, or `new`. */
  readonly id: string
}

function RecordEditor({ collection, collections, id }: RecordEditorProps) {
  const app = useApp()
  const [record, setRecord] = useRecord(collection, id)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus() // after a form that is gone
  }, [record])
  if (typeof record === 'string') return <p class="empty">{record}</p>
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
          <span class="muted">{record?.id}</span> {record && <StatusChip record={record} />}
        </h2>
        {record && (
          <button type="button" class="danger" onClick={remove}>
            Delete
          </button>
        )}
      </div>
      <RecordForm
        collection={collection}
        collections={collections}
        record={record}
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

/** Loads a record, and again when it may have changed, unless it has unsaved edits. A text is the reason why there is none. */
function useRecord({ name }: Collection, id: string) {
  const app = useApp()
  const { api, siteLanguage, language, revision } = app
  const [record, setRecord] = useState<AnyRecord | string>()
  const chosen = [api.world, siteLanguage, language]
  const loaded = useRef<readonly string[]>([])
  const path = recordPath(app, name, `/${id}`)
  useEffect(() => {
    const isSame = chosen.every(({ value }, n) => value === loaded.current[n])
    if (id === 'new' || (isSame && app.unsaved.current)) return
    if (mayLeave(app)) {
      loaded.current = chosen.map(({ value }) => value)
      api
        .json<AnyRecord>({ method: 'GET', path })
        .then(setRecord, (error) => setRecord(describeError(error)))
    } else for (const [n, signal] of chosen.entries()) signal.value = loaded.current[n] ?? ''
  }, [path, api.world.value, revision.value])
  return [record, setRecord] as const
}
