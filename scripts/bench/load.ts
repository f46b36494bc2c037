import type { Bench } from './bench.ts'
import { open } from './client.ts'
import type { Next } from './kinds.ts'
import { quantile } from './report.ts'
import { cpuOf, type Server } from './server.ts'

const CONNECTIONS = 4
/** Requests after which a server's code is compiled, the turns of a bounded kind that may be, and the time they may take, in ms. */
const WARM = { most: 30_000, turns: 10, ms: 2500 }

/** What a turn of requests has cost. */
export interface Load {
  /** CPU of the server per request, in µs; where the system does not tell it, time. */
  readonly cost: number
  /** From sending to the whole answer, in ms: 99 of 100 are not longer. */
  readonly p99: number
  readonly requests: number
}

/** How long a turn lasts, and the most requests in it. */
export interface Turn {
  readonly ms: number
  readonly most?: number
}

/** A server and what it is asked. */
export interface Asked {
  readonly server: Server
  readonly next: Next
}

/** Warms servers up, then loads them in turn, for some rounds and in an order that changes. */
export async function inTurns(
  asked: readonly Asked[],
  { rounds, ms }: Bench,
  most = Number.POSITIVE_INFINITY,
): Promise<readonly (readonly Load[])[]> {
  const warm = { ms: WARM.ms, most: Math.min(most * WARM.turns, WARM.most) }
  for (const { server, next } of asked) await load(server, next, warm)
  const loads: Load[][] = asked.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < asked.length; turn++) {
      const index = (round + turn) % asked.length
      const one = asked[index]
      if (one) loads[index]?.push(await load(one.server, one.next, { ms, most }))
    }
  }
  return loads
}

/** Asks a server for some time on a few connections. */
export async function load(
  server: Server,
  next: Next,
  { ms, most = Number.POSITIVE_INFINITY }: Turn,
): Promise<Load> {
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => open(server.port)),
  )
  const latencies: number[] = []
  let asked = 0
  const sleep = stayAwake()
  const before = cpuOf(server.pid)
  const start = performance.now()
  await Promise.all(
    connections.map(async ({ ask }) => {
      while (asked < most && performance.now() < start + ms) {
        asked++
        const { request, check } = next()
        const sent = performance.now()
        const answer = await ask(request)
        latencies.push(performance.now() - sent)
        check(answer)
      }
    }),
  )
  const time = (performance.now() - start) * 1000
  const after = cpuOf(server.pid)
  sleep()
  for (const { close } of connections) close()
  const cost = before === undefined || after === undefined ? time : after - before
  return { cost: cost / asked, p99: quantile(latencies, 0.99), requests: asked }
}

/**
 * Keeps this process from sleeping until it is told that it may. The kernel has a server pay for waking
 * its client, and only one that is slow enough for the client to sleep.
 */
function stayAwake(): () => void {
  let isAwake = true
  const turn = (): void => {
    if (isAwake) setImmediate(turn)
  }
  turn()
  return () => {
    isAwake = false
  }
}
