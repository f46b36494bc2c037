import { useEffect, useState } from 'preact/hooks'
import { textDirection } from '../../contract/site.ts'
import { runAction, useApp } from '../app.ts'
import { toPlainText } from '../text.ts'
import { type AnyRecord, type Collection, findTitleField } from './collections.ts'

const PER_PAGE = 12

interface RecordListProps {
  readonly collection: Collection
  readonly search: string
  readonly chosen: string
}

/** A page of the records of a collection. */
export function RecordList({ collection, search, chosen }: RecordListProps) {
  const { language } = useApp()
  const [page, setPage] = useState(1)
  useEffect(() => setPage(1), [collection.name, search, language.value])
  const list = useRecords(collection, search, page)
  if (!list) return <p class="empty">Loading…</p>
  if (list.records.length === 0) return <p class="empty">No records</p>
  const title = findTitleField(collection)
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

interface PagesProps {
  readonly page: number
  readonly pages: number
  readonly total: number
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

/** Loads a page of records, and again when they change. */
function useRecords(
  { name, parameters }: Collection,
  search: string,
  page: number,
): LoadedList | undefined {
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
    const controller = new AbortController()
    runAction(
      app,
      async () => {
        const path = `${site.value.path}/${name}?${query}`
        const body = await app.api
          .json<ListBody>({ method: 'GET', path, signal: controller.signal })
          .catch((error: Error) => {
            if (error.name === 'AbortError') return undefined
            throw error
          })
        if (!body) return
        const records = body[name] as readonly AnyRecord[] // the key of a list is its name
        setList({ records, pages: body.total_pages, total: body.total })
      },
      app.notice.value.text,
    )
    return () => controller.abort()
  }, [name, search, page, site.value.path, language.value, revision.value, api.world.value])
  return list
}

type ListBody = Readonly<Record<string, unknown>> & {
  readonly total: number
  readonly total_pages: number
}
