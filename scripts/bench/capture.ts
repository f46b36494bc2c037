import { type Answer, askOnce } from './client.ts'
import { ofCalmock, placeOfRange, RANGES, sites } from './dialect.ts'
import { createOf } from './kinds.ts'
import type { Server } from './server.ts'
import type { Subject } from './subject.ts'

type Answers = Map<string, Answer>

/** What calmock answers to a create on each site, by address. Asked first: it adds to the lists. */
export async function createdBy({ port }: Server): Promise<Answers> {
  const answers: Answers = new Map()
  for (const site of sites) {
    const url = ofCalmock.collection(site)
    answers.set(url, await askOnce(port, createOf(url, 999_999)))
  }
  return answers
}

/** What calmock answers to every list, item and range that the floor will be asked for; it is held to it. */
export async function answersOf({
  server: { port },
  says,
  pages,
  ids,
  seen,
}: Subject): Promise<Answers> {
  const answers: Answers = new Map()
  const keep = async (url: string): Promise<void> =>
    void answers.set(url, await askOnce(port, { url }))
  for (const site of sites) {
    for (let page = 1; page <= pages; page++) await keep(says.list(site, page))
    for (const id of ids[site]) await keep(says.item(site, id))
  }
  for (const [url, { body }] of answers) seen.set(url, body)
  for (const site of sites) {
    for (let n = 0; n < RANGES; n++) {
      const place = placeOfRange(site, n)
      const answer = await askOnce(port, { url: says.range(site, n) })
      answers.set(place, answer)
      seen.set(place, says.essence(answer))
    }
  }
  return answers
}

/** All events of each site, as calmock tells them in its lists. */
export async function collectionsOf({ port }: Server): Promise<Record<string, unknown[]>> {
  const collections: Record<string, unknown[]> = {}
  for (const site of sites) {
    const records: unknown[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const url = `${ofCalmock.collection(site)}?per_page=50&page=${page}`
      const { events, total_pages } = JSON.parse(String((await askOnce(port, { url })).body))
      records.push(...events)
      pages = total_pages
    }
    collections[site] = records
  }
  return collections
}
