import type { Bench } from './bench.ts'
import { answersOf, collectionsOf, createdBy } from './capture.ts'
import { askOnce } from './client.ts'
import { ofCalmock, ofFloor, ofJsonServer, sites } from './dialect.ts'
import { type KindName, kindNames, kindsOf, mostOf } from './kinds.ts'
import { inTurns, type Load } from './load.ts'
import { median, microOf, type Row, rowOf } from './report.ts'
import { startCalmock, startFloor, startJsonServer } from './servers.ts'
import { inPlaceOf, type Subject, subjectOf } from './subject.ts'
import { verifyWrites } from './verify.ts'

/** Enough for eight pages of nine that are to come, on each site. */
const EVENTS = 100

const shareWanted: Readonly<Record<KindName, number>> = {
  list: 0.7,
  'list, new query': 0.5,
  item: 0.75,
  'nine lists and one create': 0.5,
  create: 0.35,
}
const timesWanted: Readonly<Partial<Record<KindName, number>>> = { list: 4, item: 4, create: 10 }

/** What one kind of request has cost each server, by rounds. */
interface Loads {
  readonly ours: readonly Load[]
  readonly floor: readonly Load[]
  readonly json: readonly Load[]
}

/** What an answer costs over HTTP: calmock between a bare server of the same bytes and json-server. */
export async function http(bench: Bench): Promise<readonly Row[]> {
  const calmock = await startCalmock(bench, EVENTS)
  await verifyWrites(calmock, ofCalmock, bench.judge)
  const created = await createdBy(calmock)
  const ours = await subjectOf(calmock, ofCalmock, bench.judge)
  const answers = new Map([...created, ...(await answersOf(ours))])
  const floor = inPlaceOf(ours, await startFloor(bench, answers), ofFloor)
  const jsonServer = await startJsonServer(bench, await collectionsOf(calmock))
  await verifyWrites(jsonServer, ofJsonServer, bench.judge)
  const json = await subjectOf(jsonServer, ofJsonServer, bench.judge)

  const subjects = [ours, floor, json].map((subject) => ({ subject, kinds: kindsOf(subject) }))
  const rows: Row[] = []
  for (const name of kindNames) {
    const asked = subjects.map(({ subject, kinds }) => ({ ...subject, next: kinds[name] }))
    const [own = [], bare = [], theirs = []] = await inTurns(asked, bench, mostOf(name))
    const loads: Loads = { ours: own, floor: bare, json: theirs }
    rows.push(shareRow(name, loads), timesRow(name, loads))
    if (name === 'list' || name === 'item') rows.push(p99Row(name, loads))
    await totalsAgree(ours)
  }
  for (const { server } of [ours, floor, json]) await server.stop()
  return rows
}

/** After its turns, a server's lists count all that it has created. */
async function totalsAgree({ server, says, totals, judge }: Subject): Promise<void> {
  for (const site of sites) {
    const total = says.totalOf(await askOnce(server.port, { url: says.list(site, 1) }))
    const known = totals?.[site].answered
    judge(total === known, `${server.name} ${site}: ${total} events after a turn, not ${known}`)
  }
}

/** The cost of one server as a share or a multiple of another's, round by round. */
const ratiosOf = (over: readonly Load[], under: readonly Load[]): readonly number[] =>
  under.map(({ cost }, round) => (over[round]?.cost ?? 0) / cost)

const shareRow = (name: KindName, { floor, ours }: Loads): Row =>
  rowOf(
    `${name}: share of the floor`,
    ratiosOf(floor, ours),
    { atLeast: shareWanted[name] },
    `${microOf(ours)}, floor ${microOf(floor)}`,
  )

function timesRow(name: KindName, { json, ours }: Loads): Row {
  const atLeast = timesWanted[name]
  return rowOf(
    `${name}: times cheaper than json-server`,
    ratiosOf(json, ours),
    { digits: 1, ...(atLeast && { atLeast }) },
    `json-server ${microOf(json)}`,
  )
}

/** At most 2.5 times the floor's, or 1 ms more. */
function p99Row(name: KindName, { floor, ours }: Loads): Row {
  const own = median(ours.map(({ p99 }) => p99))
  const bare = median(floor.map(({ p99 }) => p99))
  const row = rowOf(
    `${name}: p99, times the floor's`,
    ours.map(({ p99 }, round) => p99 / (floor[round]?.p99 ?? 0)),
    { atMost: 2.5 },
    `${own.toFixed(2)} ms, floor ${bare.toFixed(2)} ms`,
  )
  return { ...row, wanted: `${row.wanted} or 1 ms more`, isOk: row.isOk || own - bare <= 1 }
}
