import type { Bench } from './bench.ts'
import { askOnce } from './client.ts'
import { ofCalmock } from './dialect.ts'
import { median, type Row, rowOf } from './report.ts'
import type { Server } from './server.ts'
import { startCalmock, startFloor } from './servers.ts'

const SMALL = 100
const LIST = ofCalmock.list('de', 1)

/** How long the first answer takes from the start of the process: small, bare, and with a large world. */
export async function startUp(bench: Bench): Promise<readonly Row[]> {
  const example = await startCalmock(bench, SMALL)
  const answers = new Map([[LIST, await askOnce(example.port, { url: LIST })]])
  await example.stop()
  const small: number[] = []
  const bare: number[] = []
  for (let round = 0; round < bench.rounds * 2; round++) {
    small.push(await timeOf(() => startCalmock(bench, SMALL)))
    bare.push(await timeOf(() => startFloor(bench, answers)))
  }
  const large: number[] = []
  for (let round = 0; round < 3; round++)
    large.push(await timeOf(() => startCalmock(bench, bench.large)))
  return [
    rowOf(
      'cold start to the first list, times a bare node:http server',
      small.map((time, round) => time / (bare[round] ?? 0)),
      { atMost: 2.5 },
      `${ms(small)}, bare ${ms(bare)}`,
    ),
    rowOf(
      `start to the first list, ${bench.large} events, times that with ${SMALL}`,
      large.map((time) => time / median(small)),
      { atMost: 10, digits: 1 },
      ms(large),
    ),
  ]
}

const ms = (times: readonly number[]): string => `${median(times).toFixed(0)} ms`

/** From nothing to the last byte of a list, in ms. */
async function timeOf(start: () => Promise<Server>): Promise<number> {
  const before = performance.now()
  const { port, stop } = await start()
  const { status } = await askOnce(port, { url: LIST })
  const time = performance.now() - before
  await stop()
  if (status !== 200) throw new Error(`${LIST} is ${status} after a start`)
  return time
}
