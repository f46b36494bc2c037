import { type Answer, type Ask, bytesOf } from './client.ts'
import { placeOfRange, RANGES, type Site, sites } from './dialect.ts'
import type { Subject } from './subject.ts'

/** A request with the look at its answer. */
export interface Exchange {
  readonly request: Buffer
  check(answer: Answer): void
}

/** The kinds of request that are measured, by the words of the table. */
export const kindNames = [
  'list',
  'list, new query',
  'item',
  'nine lists and one create',
  'create',
] as const
export type KindName = (typeof kindNames)[number]

/** Creates in one turn, so that the world does not become another one; of other kinds there is no end. */
export const mostOf = (name: KindName): number | undefined => (name === 'create' ? 1000 : undefined)

/** Gives the next request of a kind, without end. */
export type Next = () => Exchange

/** Every so many answers one is read closely; in time each address, as no number of them is a multiple. */
const CLOSELY = 37

/** The requests of each kind for a server. They go on from turn to turn: nothing that is new comes twice. */
export function kindsOf(subject: Subject): Readonly<Record<KindName, Next>> {
  const create = creates(subject)
  return {
    list: lists(subject),
    'list, new query': ranges(subject),
    item: items(subject),
    'nine lists and one create': mixed(subject, create),
    create,
  }
}

const turn = <T>(values: readonly T[], n: number): T => values[n % values.length] as T // within

/** The pages of each site in turn. */
function lists({ says, pages, ...subject }: Subject): Next {
  const urls = sites.flatMap((site) =>
    Array.from({ length: pages }, (_, index) => says.list(site, index + 1)),
  )
  return repeated({ says, pages, ...subject }, urls)
}

function items({ says, ids, ...subject }: Subject): Next {
  const urls = sites.flatMap((site) => ids[site].slice(0, 24).map((id) => says.item(site, id)))
  return repeated({ says, ids, ...subject }, urls)
}

/** The same addresses again and again, whose answers never change. */
function repeated(subject: Subject, urls: readonly string[]): Next {
  const asks = urls.map((url) => ({ url, request: bytesOf({ url }) }))
  let n = 0
  return () => {
    const at = n++
    const { url, request } = turn(asks, at)
    return {
      request,
      check: (answer) => {
        subject.judge(answer.status === 200, `${subject.server.name} ${url}: ${answer.status}`)
        if (at % CLOSELY === 0) compare(subject, url, answer.body)
      },
    }
  }
}

function ranges({ says, ...subject }: Subject): Next {
  let n = 0
  return () => {
    const at = n++
    const site = turn(sites, Math.floor(at / RANGES))
    const url = says.range(site, at)
    return {
      request: bytesOf({ url }),
      check: (answer) => {
        subject.judge(answer.status === 200, `${subject.server.name} ${url}: ${answer.status}`)
        if (at % CLOSELY === 0)
          compare({ says, ...subject }, placeOfRange(site, at), says.essence(answer))
      },
    }
  }
}

function creates({ says, server, judge, totals }: Subject): (site?: Site) => Exchange {
  let n = 0
  return (site = turn(sites, n)) => {
    const total = totals?.[site]
    const ask = createOf(says.collection(site), n++)
    if (total) total.sent++
    return {
      request: bytesOf(ask),
      check: ({ status }) => {
        judge(status === 201, `${server.name} POST ${ask.url}: ${status}`)
        if (total) total.answered++
      },
    }
  }
}

/** A create whose event comes after all that are seeded, so that the first pages keep their records. */
export function createOf(url: string, n: number): Ask {
  const day = `2031-${String(1 + (n % 6)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`
  const body = JSON.stringify({
    title: `Concert number ${n}`,
    start_date: `${day} 19:00:00`,
    end_date: `${day} 21:30:00`,
    description: 'Two hours of music, with a break. Doors open half an hour before.',
    cost: '12',
    website: 'https://music.example/concerts',
  })
  return { method: 'POST', url, body }
}

/** Nine lists of a site and then a create on it, the sites in turn: hardly a list comes twice between two writes. */
function mixed(subject: Subject, create: (site: Site) => Exchange): Next {
  let n = 0
  return () => {
    const at = n++
    const block = Math.floor(at / 10)
    const site = turn(sites, block)
    if (at % 10 === 9) return create(site)
    return listAmongWrites(subject, site, 1 + ((block * 9 + (at % 10)) % subject.pages))
  }
}

/** A list that must tell every record whose creation was answered before it was asked for. */
function listAmongWrites({ says, server, judge, totals }: Subject, site: Site, page: number) {
  const url = says.list(site, page)
  const least = totals?.[site].answered ?? 0
  return {
    request: bytesOf({ url }),
    check: (answer: Answer) => {
      judge(answer.status === 200, `${server.name} ${url}: ${answer.status}`)
      if (!totals) return
      const total = says.totalOf(answer)
      const isRight = total >= least && total <= totals[site].sent
      judge(isRight, `${server.name} ${url}: ${total} records, not ${least} or more`)
    },
  }
}

function compare({ seen, judge, server }: Subject, key: string, content: Buffer | string): void {
  const first = seen.get(key)
  if (first === undefined) return void seen.set(key, content)
  const isEqual =
    typeof content === 'string' ? content === first : content.equals(Buffer.from(first))
  judge(isEqual, `${server.name} ${key}: not the bytes of before`)
}
