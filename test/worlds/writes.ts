import fc from 'fast-check'
import { landmarks } from '../../src/seed/source/inline-source.ts'
import type { Call } from '../call.ts'
import { leastOf } from '../http/world.ts'

const SITES = ['de', 'hi'] as const
const COLLECTIONS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const
/** Options of the mocks under test. */
export const options = { events: 14, sites: SITES }

/** Returns the visible state of a world in two languages. */
export async function textOf(call: Call): Promise<string> {
  const all = 'per_page=50&start_date=2000-01-01&end_date=2100-01-01&hide_empty=false&status=any'
  const texts: string[] = []
  for (const site of SITES) {
    for (const collection of COLLECTIONS) {
      const states = ['publish', 'trash', 'draft'].map((status) => all.replace('any', status))
      for (const query of collection.endsWith('s') ? states : [all])
        texts.push((await call('GET', `/${site}/cal/events/v1/${collection}?${query}`)).text)
    }
  }
  return texts.join('\n')
}

/** Writes, valid or not; tests compare their effects. */
export const write = fc.record({
  method: fc.constantFrom('POST', 'PATCH', 'DELETE'),
  site: fc.constantFrom(...SITES),
  collection: fc.constantFrom(...COLLECTIONS),
  place: fc.nat({ max: 6 }),
  text: fc.constantFrom('Neu', 'Größer', 'नया', 'x'),
  status: fc.constantFrom('publish', 'draft', 'trash'),
  scenario: fc.constantFrom(undefined, undefined, 'empty'),
})
/** A generated write. */
export type Write = typeof write extends fc.Arbitrary<infer T> ? T : never

const nameOf = {
  events: 'title',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'name',
  tags: 'name',
}

/** Sends the write. */
export async function make(
  call: Call,
  { method, site, collection, place, text, status, scenario }: Write,
) {
  const base = `/${site}/cal/events/v1/${collection}`
  const { id } = Object.values(landmarks[collection])[place] ?? { id: { de: 0, hi: 0 } }
  const target = method === 'POST' ? base : `${base}/${id[site as 'de' | 'hi']}`
  const isTerm = collection === 'categories' || collection === 'tags'
  const json = { ...leastOf(collection), [nameOf[collection]]: text, ...(!isTerm && { status }) }
  const headers = scenario ? { 'x-calmock-scenario': scenario } : {}
  await call(method, target, method === 'DELETE' ? { headers } : { json, headers })
}
