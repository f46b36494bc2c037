import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { askOnce } from './client.ts'
import { ofCalmock, type Site, sites } from './dialect.ts'
import { kindsOf } from './kinds.ts'
import { load } from './load.ts'
import { type Row, rowOf } from './report.ts'
import { memoryOf, type Server } from './server.ts'
import { startCalmock } from './servers.ts'
import { subjectOf } from './subject.ts'

const MB = { unit: ' MB', digits: 0 }
/** The world of 60 events grows to 100. */
const CREATES = 40
const REQUESTS = 15_000

/** What calmock holds in memory: after load on a small world, and idle with a large one. */
export async function memory(bench: Bench): Promise<readonly Row[]> {
  const server = await startCalmock(bench, 60)
  const kinds = kindsOf(await subjectOf(server, ofCalmock, bench.judge))
  const asked = { ms: 5000, most: REQUESTS }
  let requests = (await load(server, kinds.create, { ...asked, most: CREATES })).requests
  for (const name of ['list', 'list, new query', 'item'] as const)
    requests += (await load(server, kinds[name], asked)).requests
  const loaded = await settled(server)
  await server.stop()

  const large = await startCalmock(bench, bench.large)
  const unasked = await settled(large)
  await list(large, 'de')
  const idle = await settled(large)
  for (const site of sites) await list(large, site)
  const all = await settled(large)
  await large.stop()
  return [
    rowOf(`memory after ${requests} requests, 60 to 100 events`, [loaded], { ...MB, atMost: 130 }),
    rowOf(
      `memory idle, ${bench.large} events, one site asked for`,
      [idle],
      { ...MB, atMost: 400 },
      `before ${unasked.toFixed(0)} MB`,
    ),
    rowOf(`memory idle, ${bench.large} events, all sites asked for`, [all], MB),
  ]
}

async function list({ port }: Server, site: Site): Promise<void> {
  const url = ofCalmock.list(site, 1)
  const { status } = await askOnce(port, { url })
  if (status !== 200) throw new Error(`${url} is ${status}`)
}

/** What is held when nothing has happened for two seconds. */
async function settled({ pid }: Server): Promise<number> {
  await sleep(2000)
  return memoryOf(pid)
}
