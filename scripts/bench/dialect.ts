import { type Answer, headerOf } from './client.ts'

/** The language sites that are asked in turn. */
export const sites = ['de', 'hi', 'zh-hans'] as const
export type Site = (typeof sites)[number]

/** List pages that are asked in turn, where there are as many. */
export const PAGES = 8
/** Records on a page. */
export const PER_PAGE = 9
/** After so many, the queries of date ranges ask for the same days again, at other seconds. */
export const RANGES = 24

/** How one and the same question is put to a server. */
export interface Dialect {
  /** Also where records are created. */
  collection(site: Site): string
  list(site: Site, page: number): string
  item(site: Site, id: number): string
  /** The n-th query of a list: no two are equal, every {@link RANGES}-th finds the same records. */
  range(site: Site, n: number): string
  /** What stays of a range's answer when the query's own words are left out. */
  essence(answer: Answer): Buffer | string
  /** The number of all records that a list tells. */
  totalOf(answer: Answer): number
  /** The IDs of the records in a list. */
  idsIn(answer: Answer): readonly string[]
}

const collection = (site: Site): string => `/${site}/cal/events/v1/events`

/** The days of the n-th range, its seconds, and its page: 8 to 10 records, the first page or the second. */
function rangeOf(n: number): { from: string; to: string; size: number; page: number } {
  const unique = Math.floor(n / RANGES)
  // minutes at which nothing starts or ends, in no zone
  const place = (turn: number): number => 60 + (turn % 780)
  const at = (second: number): string => new Date(second * 1000).toISOString().slice(14, 19)
  const day = String(8 + (n % RANGES)).padStart(2, '0')
  return {
    from: `2030-01-${day} 03:${at(place(unique))}`,
    to: `2030-10-15 03:${at(place(Math.floor(unique / 780)))}`,
    size: 8 + (n % 3),
    page: 1 + (n % 2),
  }
}

function rangeQuery(n: number): string {
  const { from, to, size, page } = rangeOf(n)
  const dates = `start_date=${from}&end_date=${to}`.replaceAll(' ', 'T')
  const strict = n % 4 < 2 ? '&strict_dates=true' : ''
  return `${dates}${strict}&per_page=${size}&page=${page}`
}

const partsOf = ({ body }: Answer): { total: number; events: readonly { id: number }[] } =>
  JSON.parse(String(body))

export const ofCalmock: Dialect = {
  collection,
  list: (site, page) => `${collection(site)}?page=${page}`,
  item: (site, id) => `${collection(site)}/${id}`,
  range: (site, n) => `${collection(site)}?${rangeQuery(n)}`,
  essence: (answer) => {
    const { total, events } = partsOf(answer)
    return JSON.stringify({ total, events })
  },
  totalOf: (answer) => Number(headerOf(answer, 'x-cal-total')),
  idsIn: (answer) => partsOf(answer).events.map(({ id }) => String(id)),
}

/** The floor finds its answers by address: one for each of the ranges that are told apart. */
export const ofFloor: Dialect = {
  ...ofCalmock,
  range: (site, n) => `${placeOfRange(site, n)}?${rangeQuery(n)}`,
}

/** Where the floor keeps the answer to the n-th range. */
export const placeOfRange = (site: Site, n: number): string => `/${site}/ranges/${n % RANGES}`

/** Its collections are those of the sites. */
export const ofJsonServer: Dialect = {
  collection: (site) => `/${site}`,
  list: (site, page) => `/${site}?_page=${page}&_per_page=${PER_PAGE}`,
  item: (site, id) => `/${site}/${id}`,
  range: (site, n) => {
    const { from, to, size, page } = rangeOf(n)
    const dates = `end_date:gte=${from}&start_date:lte=${to}`.replaceAll(' ', '%20')
    return `/${site}?${dates}&_per_page=${size}&_page=${page}`
  },
  essence: ({ body }) => body,
  totalOf: ({ body }) => JSON.parse(String(body)).items,
  idsIn: ({ body }) => JSON.parse(String(body)).data.map(({ id }: { id: string }) => id),
}
