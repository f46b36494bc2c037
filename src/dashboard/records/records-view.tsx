import { useEffect, useState } from 'preact/hooks'
import { textDirection } from '../../contract/site.ts'
import { runAction, useApp } from '../app.ts'
import { toPlainText } from '../locale.ts'
import { type AnyRecord, type Collection, listCollections, useDocument } from '../openapi.ts'
import { TextField } from '../parts.tsx'
import { RecordEditor } from './record-editor.tsx'

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

const PER_PAGE = 12

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
  const list = useRecords(collection, search, page)
  if (!list) return <p class="empty">Loading…</p>
  if (list.records.length === 0) return <p class="empty">No records</p>
  const title = collection.fields.required?.[0] ?? 'id' // the required text is the name of a record
  return (
    <>
      <ul class="records" lang={language.value} dir={textDirection(language.value)}>
        {list.records.map((record) => (
          <li key={record.id}>
            <a
              href={`#records/${collection.name}/${record.id}`}
              aria-current={chosen === String(record.id) ? 'true' : undefined}
            >
              <span class="name">{toPlainText(String(record[title])) || '—'}</span>
              <span class="muted">
                <bdi dir="ltr">
                  {String(record.start_date ?? record.slug ?? '').slice(0, 16)} · {record.id}
                </bdi>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <Pages {...{ page, pages: list.pages, total: list.total, setPage }} />
    </>
  )
}

interface PagesProps extends Omit<LoadedList, 'records'> {
  readonly page: number
  setPage(page: number): void
}

function Pages({ page, pages, total, setPage }: PagesProps) {
  return (
    <nav class="pages" aria-label="Pages">
      <button type="button" disabled={page <= 1} onClick={() => setPage(page - 1)}>
        Previous
      </button>
      <span aria-live="polite">{`Page ${page} of ${pages} (${total})`}</span>
      <button type="button" disabled={page >= pages} onClick={() => setPage(page + 1)}>
        Next
      </button>
    </nav>
  )
}

interface LoadedList {
  readonly records: readonly AnyRecord[]
  readonly pages: number
  readonly total: number
}

interface ListBody extends Readonly<Record<string, unknown>> {
  readonly total: number
  readonly total_pages: number
}

/** Loads a page of records, and again when they change. */
function useRecords({ name, parameters }: Collection, search: string, page: number) {
  const app = useApp()
  const [list, setList] = useState<LoadedList>()
  const { site, language, revision, api } = app
  useEffect(() => {
    const query = new URLSearchParams({
      ...{ page: String(page), per_page: String(PER_PAGE), i18n_language: language.value },
      ...(search !== '' && { search }),
      ...(parameters.includes('start_date') && { start_date: '1990-01-01' }), // past events too
      ...(parameters.includes('hide_empty') && { hide_empty: 'false' }),
    })
    const path = `${site.value.path}/${name}?${query}`
    const controller = new AbortController()
    const load = async (): Promise<void> => {
      const body = await api
        .json<ListBody>({ method: 'GET', path, signal: controller.signal })
        .catch((error: Error) => {
          if (error.name === 'AbortError') return undefined
          throw error
        })
      if (!body) return
      const records = body[name] as readonly AnyRecord[] // the key of a list is its name
      setList({ records, pages: body.total_pages, total: body.total })
    }
    runAction(app, load, app.notice.value.text)
    return () => controller.abort()
  }, [name, search, page, site.value.path, language.value, revision.value, api.world.value])
  return list
}
