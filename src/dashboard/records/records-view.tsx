import { useState } from 'preact/hooks'
import { useApp } from '../app.ts'
import { useDocument } from '../openapi.ts'
import { TextField } from '../parts/text-field.tsx'
import { type Collection, listCollections } from './collections.ts'
import { RecordEditor } from './record-editor.tsx'
import { RecordList } from './record-list.tsx'

/** The lists of records, and the form that edits one. */
export function RecordsView() {
  const { target } = useApp()
  const document = useDocument()
  const [search, setSearch] = useState('')
  if (!document) return <p class="empty">Loading…</p>
  const collections = listCollections(document)
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
        <RecordEditor key={`${collection.name} ${id}`} {...{ collection, id }} />
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
