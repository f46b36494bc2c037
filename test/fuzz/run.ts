import fc from 'fast-check'
import { createCalmock } from '../../src/index.ts'
import { listen } from '../../src/node.ts'
import type { Ask } from '../transports/edges.ts'
import { createJudge } from './judge.ts'
import { documentsOf, options, requestsOf } from './requests.ts'
import { bytesOf, type Sent } from './sent.ts'

/** The result of a run. */
export interface Outcome {
  readonly tried: number
  readonly seconds: number
  readonly classes: Readonly<Record<string, number>>
  /** The shortest sequence of requests that shows a fault, with the fault. */
  readonly fault?: string
  /** The seed that reproduces the sequence as the first one of a run. */
  readonly seed: number
}

/** Number of sequences per seed. */
const BATCH_SIZE = 25
/** Largest number of requests in a sequence. */
const MAX_REQUESTS = 24
/** Time limit for shrinking a fault, in ms. */
const SHRINK_MS = 30_000

/** Sends requests of every kind to one mock, in process and over sockets, until a fault or a bound. */
export async function fuzz({
  requests,
  seconds,
  seed,
}: Readonly<Record<'requests' | 'seconds' | 'seed', number>>): Promise<Outcome> {
  const start = performance.now()
  const elapsedSeconds = (): number => (performance.now() - start) / 1000
  const mock = createCalmock(options)
  const loose = collectErrors()
  const listening = await listen(mock, { onError: loose.note })
  const documents = await documentsOf(mock)
  const judge = createJudge(mock, documents, listening.port)
  const plain = await requestsOf(mock, documents)
  let tried = 0

  const holds = fc.asyncProperty(sequence(plain), async (sequence) => {
    judge.reset()
    for (const [n, sent] of sequence.entries()) {
      tried += 1
      expectNoFaults([...(await judge.faultsOf(sent)), ...loose.take()], `request ${n + 1}`)
    }
  })
  const survives = fc.asyncProperty(spoiltBytes(plain), async (bytes) => {
    tried += 1
    expectNoFaults([...(await judge.faultsOfBytes(bytes)), ...loose.take()], 'bytes')
  })

  let batch = seed
  let fault: string | undefined
  for (; fault === undefined && tried < requests && elapsedSeconds() < seconds; batch++) {
    const settings = { seed: batch, numRuns: BATCH_SIZE, interruptAfterTimeLimit: SHRINK_MS }
    const sequences = await fc.check(holds, settings)
    fault = formatFailure(sequences, ([sent = []]) => sent.map(formatSent))
    fault ??= formatFailure(await fc.check(survives, settings), ([bytes]) => [
      JSON.stringify(`${bytes}`),
    ])
  }
  loose.stop()
  await listening.close()
  const classes = Object.fromEntries([...judge.classes].sort())
  return { tried, seconds: elapsedSeconds(), classes, seed: batch - 1, ...(fault && { fault }) }
}

/** Collects errors outside responses: errors of the listener and unhandled rejections. */
function collectErrors() {
  const noted: string[] = []
  const note = (error: unknown): void => void noted.push(`loose: ${stackOf(error)}`)
  process.on('unhandledRejection', note)
  return {
    note,
    take: (): string[] => noted.splice(0),
    stop: () => process.off('unhandledRejection', note),
  }
}

const stackOf = (error: unknown): string => String(error instanceof Error ? error.stack : error)

function expectNoFaults(faults: readonly string[], where: string): void {
  if (faults.length > 0) throw new Error(`${where}: ${faults.join('\n')}`)
}

const sequence = (plain: fc.Arbitrary<Ask>): fc.Arbitrary<Sent[]> => {
  const edge = fc.oneof(
    { weight: 12, arbitrary: fc.constant('respond' as const) },
    { weight: 4, arbitrary: fc.constant('fetch' as const) },
    fc.constant('wire' as const),
  )
  const sent = fc.tuple(plain, edge).map(([ask, edge]): Sent => ({ ...ask, edge }))
  return fc.array(sent, { minLength: 1, maxLength: MAX_REQUESTS, size: 'max' })
}

/** Formats a request in one line. The body of a long one is cut, because the seed reproduces it. */
const formatSent = ({ body, ...sent }: Sent): string =>
  JSON.stringify({ ...sent, ...(body && { body: Buffer.from(body).toString().slice(0, 2000) }) })

/** Formats a failure as text: the lines of its example up to the request that failed, and the reason. */
function formatFailure<T>(
  { failed, counterexample, errorInstance }: fc.RunDetails<T>,
  formatExample: (example: T) => readonly string[],
): string | undefined {
  if (!failed || !counterexample) return undefined
  const reason = String(errorInstance)
  const [, last] = /request (\d+)/.exec(reason) ?? []
  const lines = formatExample(counterexample).slice(0, last ? Number(last) : undefined)
  return `${lines.join('\n')}\n# ${reason.replaceAll('\n', '\n# ')}`
}

/** Requests with some bytes removed, inserted or repeated. */
function spoiltBytes(plain: fc.Arbitrary<Ask>): fc.Arbitrary<Buffer> {
  const cut = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    out: fc.nat({ max: 12 }),
    put: fc.oneof(
      fc.constantFrom(...wireJunk).map((text) => Buffer.from(text, 'latin1')),
      fc.uint8Array({ maxLength: 6 }),
    ),
  })
  return fc.tuple(plain, fc.array(cut, { maxLength: 3 })).map(([ask, cuts]) =>
    cuts.reduce((bytes, { at, out, put }) => {
      const head = bytes.indexOf('\r\n\r\n') + 4
      const place = Math.floor(at * Math.min(bytes.length, head + 40))
      return Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + out)])
    }, bytesOf(ask)),
  )
}

const wireJunk = [
  ...'\r\n|\r\n\r\n|\n|\0| |:|\r\nTransfer-Encoding: chunked\r\n'.split('|'),
  ...'Content-Length: 5\r\n|\r\nContent-Length: -1|\r\nExpect: 100-continue'.split('|'),
  ...'\r\nExpect: x|\r\nUpgrade: websocket\r\nConnection: Upgrade'.split('|'),
  ...'\r\nHost: a\r\nHost: b|\r\nHost:|http://x|HTTP/0.9|HTTP/2.0'.split('|'),
  ...'GET / HTTP/1.1\r\n\r\n|ffffffff\r\n'.split('|'),
  `\r\nX: ${'x'.repeat(20_000)}`,
  '\r\nAccept: a\r\nAccept: b\r\nOrigin: a\r\nOrigin: b',
  'CONNECT ',
  '5\r\nabc',
]
