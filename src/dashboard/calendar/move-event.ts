import type { App } from '../app.ts'
import { type AnyRecord, loadCollections } from '../openapi.ts'
import { createBody, listDates, listFields, readValues, shiftDate } from '../records/form-fields.ts'

/**
 * Moves the start and the end of an event and of each of its translations by milliseconds. The other fields are sent
 * as the service needs them. Returns the number of written records.
 */
export async function moveEvent(
  app: App,
  { id, language }: { readonly id: string; readonly language: string },
  by: readonly [start: number, end: number],
): Promise<number> {
  const collections = await loadCollections(app)
  const fields = collections
    .filter(({ name }) => name === 'events')
    .flatMap((events) => listFields(events, collections, false))
  const path = `${app.site.value.path}/events/${id}?i18n_language=`
  const { headers } = await app.api.send({ method: 'GET', path: path + language })
  const translations = [...(headers.get('link') ?? '').matchAll(/hreflang="([^"]+)"/g)]
  const codes = [language, ...translations.map(([, code = '']) => code)]
  for (const code of codes) {
    const record = await app.api.json<AnyRecord>({ method: 'GET', path: path + code })
    const initial = readValues(record, fields)
    const move = (date: string, n: number): string => shiftDate(String(initial[date]), by[n] ?? 0)
    const moved = listDates(fields).map(({ name }, n) => [name, move(name, n)])
    const body = createBody(fields, { ...initial, ...Object.fromEntries(moved) }, initial)
    await app.api.send({ method: 'PATCH', path: path + code, body })
  }
  return codes.length
}
