import { useEffect, useState } from 'preact/hooks'
import { textDirection } from '../../contract/site.ts'
import { useApp } from '../app.ts'
import { type Collection, useCollections } from '../openapi.ts'
import { TextField } from '../parts.tsx'
import { nameRecord } from './form-fields.ts'
import { RecordEditor } from './record-editor.tsx'
import { useRecords } from './use-records.ts'

/** The lists of records, and the form that edits one. */
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
        <CollectionTabs collections={collections} current={collection} />
        <div class="row">
          <TextField label="Search" type="search" value={search} onInput={setSearch} />
          <a class="button" href={`#records/${collection.name}/new`}>
            New record
          </a>
        </div>
        <RecordList {...{ collection, search, chosen: id }} />
      </section>
      {id === '' ? (
        <p class="empty">Choose a record or create a new one.</p>
      ) : (
        <RecordEditor key={`${collection.name} ${id}`} {...{ collection, collections, id }} />
      )}
    </div>
  )
}

const nameCollection = ({ name }: Collection): string => name[0]?.toUpperCase() + name.slice(1)

interface CollectionTabsProps {
  readonly collections: readonly Collection[]
  readonly current: Collection
}

function CollectionTabs({ collections, current }: CollectionTabsProps) {
  return (
    <nav class="tabs" aria-label="Record types">
      {collections.map((collection) => (
        <a
          key={collection.name}
          href={`#records/${collection.name}`}
          aria-current={collection === current ? 'page' : undefined}
        >
          {nameCollection(collection)}
        </a>
      ))}
    </nav>
  )
}

interface RecordListProps {
  readonly collection: Collection
  readonly search: string
  readonly chosen: string
}

/** A page of the records of a collection. */
function RecordList({ collection, search, chosen }: RecordListProps) {
  const { language } = useApp()
  const [page, setPage] = useState(1)
  useEffect(() => setPage(1), [collection.name, search, language.value])
  const list = useRecords(collection, { search, page })
  if (!list) return <p class="empty">Loading…</p>
  const { records, pages, total } = list
  if (records.length === 0) return <p class="empty">No records</p>
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
