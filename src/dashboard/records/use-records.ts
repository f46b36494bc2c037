import { useEffect, useState } from 'preact/hooks'
import { describeError, useApp } from '../app.ts'
import type { AnyRecord, Collection } from '../openapi.ts'

interface LoadedList {
  readonly records: readonly AnyRecord[]
  readonly pages: number
  readonly total: number
  readonly search: string
}

interface ListBody extends Readonly<Record<string, unknown>> {
  readonly total: number
  readonly total_pages: number
}

/** Loads a page of the records of a collection, if a collection is given, and again when they change. */
export function useRecords(
  collection: Collection | undefined,
  { search, page, perPage }: Readonly<Record<'page' | 'perPage', number> & { search: string }>,
): LoadedList | undefined {
  const app = useApp()
  const [list, setList] = useState<LoadedList>()
  const { site, language, revision, api } = app
  const { name = '', parameters = [] } = collection ?? {}
  useEffect(() => {
    if (name === '') return
    const query = new URLSearchParams({
      page: String(page),
      per_page: String(perPage),
      i18n_language: language.value,
      ...(search !== '' && { search }),
      ...(parameters.includes('start_date') && { start_date: '1990-01-01' }), // lists past events too
      ...(parameters.includes('hide_empty') && { hide_empty: 'false' }),
    })
    const path = `${site.value.path}/${name}?${query}`
    const controller = new AbortController()
    const show = (body: ListBody): void => {
      const records = body[name] as readonly AnyRecord[] // the key of a list is its name
      setList({ records, pages: body.total_pages, total: body.total, search })
    }
    api
      .json<ListBody>({ method: 'GET', path, signal: controller.signal })
      .then(show)
      .catch((error: Error) => {
        if (error.name === 'AbortError') return
        app.notice.value = { text: describeError(error), isError: true }
      })
    return () => controller.abort()
  }, [name, search, page, site.value.path, language.value, revision.value, api.world.value])
  return list
}
