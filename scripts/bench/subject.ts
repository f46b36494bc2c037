import type { Judge } from './bench.ts'
import { type Answer, askOnce } from './client.ts'
import { type Dialect, PAGES, PER_PAGE, type Site, sites } from './dialect.ts'
import type { Server } from './server.ts'

/** A server with what is known of its records, so that its answers can be judged. */
export interface Subject {
  readonly server: Server
  readonly says: Dialect
  /** How many whole pages of each site's list are asked in turn. */
  readonly pages: number
  /** The records on these. */
  readonly ids: Readonly<Record<Site, readonly number[]>>
  /** How many records each site's list tells; grows with what is created. Not kept for the floor. */
  readonly totals?: Record<Site, Totals>
  /** What each question was answered first, by address; later answers must be equal. */
  readonly seen: Map<string, Buffer | string>
  readonly judge: Judge
}

/** A list may tell what was sent, and must tell what was answered. */
interface Totals {
  sent: number
  answered: number
}

/** Asks a server for the first pages of all sites, and knows it. */
export async function subjectOf(server: Server, says: Dialect, judge: Judge): Promise<Subject> {
  const known = await Promise.all(sites.map((site) => knownOf(server, says, site)))
  return {
    server,
    says,
    judge,
    seen: new Map(),
    pages: Math.min(...known.map(({ pages }) => pages)),
    ids: bySite(known.map(({ ids }) => ids)),
    totals: bySite(known.map(({ total }) => ({ sent: total, answered: total }))),
  }
}

/** The floor in the place of another server: the same questions and answers, no count of creates. */
export const inPlaceOf = (other: Subject, server: Server, says: Dialect): Subject => {
  const { totals, ...known } = other
  return { ...known, server, says }
}

interface Known {
  readonly total: number
  readonly pages: number
  readonly ids: readonly number[]
}

async function knownOf({ port }: Server, says: Dialect, site: Site): Promise<Known> {
  const ask = (page: number): Promise<Answer> => askOnce(port, { url: says.list(site, page) })
  const answers = [await ask(1)]
  const total = says.totalOf(answers[0] as Answer) // there is one
  const pages = Math.min(PAGES, Math.floor(total / PER_PAGE))
  for (let page = 2; page <= pages; page++) answers.push(await ask(page))
  return { total, pages, ids: answers.flatMap(says.idsIn).map(Number) }
}

/** One value for each site, from a list in their order. */
function bySite<T>(values: readonly T[]): Record<Site, T> {
  return Object.fromEntries(sites.map((site, index) => [site, values[index]])) as Record<Site, T> // all
}
