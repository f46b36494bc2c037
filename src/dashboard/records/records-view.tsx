import { useState } from 'preact/hooks'
import { useApp } from '../app.ts'
import { useDocument } from '../openapi.ts'
import { TextField } from '../parts/text-field.tsx'
import { type Collection, listCollections } from './collections.ts'
import { RecordEditor } from './record-editor.tsx'
import { RecordList } from './record-list.tsx'

const titleKeys = {
  events: 'events',
  venues: 'venues',
  organizers: 'organizers',
  categories: 'categories',
  tags: 'tags',
} as const

const isKnown = (name: string): name is keyof typeof titleKeys => Object.hasOwn(titleKeys, name)

/** The lists of records, and the form that edits one. */
export function RecordsView() {
  const { t, target } = useApp()
  const document = useDocument()
  const [search, setSearch] = useState('')
  if (!document) return <p class="empty">{t('loading')}</p>
  const collections = listCollections(document)
  const [name, id = ''] = target.value
  const collection = collections.find((other) => other.name === name) ?? collections[0]
  if (!collection) return <p class="empty">{t('noRecords')}</p>
  return (
    <div class="split">
      <section class="card stack" aria-label={nameCollection(collection, t)}>
        <CollectionTabs collections={collections} current={collection} />
        <div class="row">
          <TextField label={t('search')} type="search" value={search} onInput={setSearch} />
          <a class="button" href={`#records/${collection.name}/new`}>
            {t('newRecord')}
          </a>
        </div>
        <RecordList {...{ collection, search, chosen: id }} />
      </section>
      {id === '' ? (
        <p class="empty">{t('chooseRecord')}</p>
      ) : (
        <RecordEditor key={`${collection.name} ${id}`} {...{ collection, id }} />
      )}
    </div>
  )
}

/** Returns the name of a collection in the language of the page. */
const nameCollection = ({ name }: Collection, t: ReturnType<typeof useApp>['t']): string =>
  isKnown(name) ? t(titleKeys[name]) : name

interface CollectionTabsProps {
  readonly collections: readonly Collection[]
  readonly current: Collection
}

function CollectionTabs({ collections, current }: CollectionTabsProps) {
  const { t } = useApp()
  return (
    <nav class="tabs" aria-label={t('kinds')}>
      {collections.map((collection) => (
        <a
          key={collection.name}
          href={`#records/${collection.name}`}
          aria-current={collection === current ? 'page' : undefined}
        >
          {nameCollection(collection, t)}
        </a>
      ))}
    </nav>
  )
}
