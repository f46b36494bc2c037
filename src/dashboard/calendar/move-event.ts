import type { App } from '../app.ts'
import type { AnyRecord, Collection } from '../openapi.ts'
import { createBody, listDates, listFields, readValues, shiftDate } from '../records/form-fields.ts'

/**
 * Moves the start and the end of an event and of each of its translations by milliseconds. The other fields are sent
 * as the service needs them. Returns the number of written records.
 */
export async function moveEvent(
  { api, site }: App,
  { id, language }: { readonly id: string; readonly language: string },
  {
    collections,
    by,
  }: {
    readonly collections: readonly Collection[]
    readonly by: readonly [start: number, end: number]
  },
): Promise<number> {
  const events = collections.find(({ name }) => name === 'events')
  if (!events) return 0
  const fields = listFields(events, collections, false)
  const path = `${site.value.path}/events/${id}?i18n_language=`
  const { headers } = await api.send({ method: 'GET', path: path + language })
  const translations = [...(headers.get('link') ?? '').matchAll(/hreflang="([^"]+)"/g)]
  const codes = [language, ...translations.map(([, code = '']) => code)]
  for (const code of codes) {
    const record = await api.json<AnyRecord>({ method: 'GET', path: path + code })
    const initial = readValues(record, fields)
    const moved = listDates(fields).map(({ name }, n) => [
      name,
      shiftDate(String(initial[name]), by[n] ?? 0),
    ])
    const body = createBody(fields, { ...initial, ...Object.fromEntries(moved) }, initial)
    await api.send({ method: 'PATCH', path: path + code, body })
  }
  return codes.length
}
