import type { App } from '../app.ts'
import { findLastChange } from '../load-world.ts'
import { type AnyRecord, loadCollections } from '../openapi.ts'
import { createBody, listDates, listFields, readValues, shiftDate } from '../records/form-fields.ts'

/**
 * Moves the start and the end of an event and of each of its translations by milliseconds. The other fields are sent
 * as the service needs them. One undo reverts all writes. If the service rejects one of them, the earlier ones are
 * undone.
 */
export async function moveEvent(
  app: App,
  { id, language }: { readonly id: string; readonly language: string },
  by: readonly [start: number, end: number],
): Promise<void> {
  const { api } = app
  const collections = await loadCollections(app)
  const fields = collections
    .filter(({ name }) => name === 'events')
    .flatMap((events) => listFields(events, collections, false))
  const path = `${app.site.value.path}/events/${id}?i18n_language=`
  const first = await api.send({ method: 'GET', path: path + language })
  const links = [...(first.headers.get('link') ?? '').matchAll(/hreflang="([^"]+)"/g)]
  const records: (readonly [code: string, AnyRecord])[] = [[language, await first.json()]]
  for (const [, code = ''] of links)
    records.push([code, await api.json<AnyRecord>({ method: 'GET', path: path + code })])
  let written = 0
  try {
    for (const [code, record] of records) {
      const initial = readValues(record, fields)
      const move = (date: string, n: number): string => shiftDate(String(initial[date]), by[n] ?? 0)
      const moved = listDates(fields).map(({ name }, n) => [name, move(name, n)])
      const body = createBody(fields, { ...initial, ...Object.fromEntries(moved) }, initial)
      await api.send({ method: 'PATCH', path: path + code, body })
      written += 1
    }
  } catch (error) {
    for (; written > 0; written--) await api.control('POST', 'undo')
    throw error
  }
  app.moves.set(await findLastChange(app), written)
}
