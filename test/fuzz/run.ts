import fc from 'fast-check'
import { createCalmock } from '../../src/index.ts'
import { listen } from '../../src/node.ts'
import type { Ask } from '../transports/edges.ts'
import { createJudge } from './judge.ts'
import { documentsOf, options, requestsOf } from './requests.ts'
import type { Sent } from './sent.ts'
import { curlOf, ncOf } from './shell.ts'
import { spoiltBytes } from './spoilt.ts'

/** The bounds of a run, which ends at the first one. */
export interface Bounds {
  readonly requests: number
  readonly seconds: number
  readonly seed: number
}

/** The result of a run. */
export interface Outcome {
  readonly tried: number
  readonly seconds: number
  readonly classes: Readonly<Record<string, number>>
  /** The shortest sequence of requests that shows a fault, as shell commands, with the fault. */
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

/**
 * Sends requests of every kind to one mock, in process and over sockets, until a fault or a bound.
 */
export async function fuzz({ requests, seconds, seed }: Bounds): Promise<Outcome> {
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
    fault = formatFailure(sequences, ([sent = []], at) => sent.slice(0, at).map(curlOf).join('\n'))
    fault ??= formatFailure(await fc.check(survives, settings), ([bytes]) => ncOf(bytes))
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

/** Formats a failure as text. */
function formatFailure<T>(
  details: fc.RunDetails<T>,
  sayable: (example: T, at: number) => string,
): string | undefined {
  if (!details.failed || !details.counterexample) return undefined
  const reason = String(details.errorInstance)
  const at = Number(/request (\d+)/.exec(reason)?.[1])
  return `${sayable(details.counterexample, at)}\n# ${reason.replaceAll('\n', '\n# ')}`
}
