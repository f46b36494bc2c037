import fc from 'fast-check'
import { createCalmock } from '../../src/index.ts'
import { listen } from '../../src/node.ts'
import type { Ask } from '../transports/edges.ts'
import { createJudge } from './judge.ts'
import { documentsOf, options, requestsOf } from './requests.ts'
import type { Sent } from './sent.ts'
import { curlOf, ncOf } from './shell.ts'
import { spoiltBytes } from './spoilt.ts'

/** How far a run goes: whichever bound it meets first. */
export interface Bounds {
  readonly requests: number
  readonly seconds: number
  readonly seed: number
}

/** What a run came to. */
export interface Outcome {
  readonly tried: number
  readonly seconds: number
  readonly classes: Readonly<Record<string, number>>
  /** The fewest requests that show a fault, in a form that a shell can send again, and what is wrong. */
  readonly fault?: string
  /** Makes the same requests again, as the first of a run. */
  readonly seed: number
}

/** Sequences of a batch, which one seed repeats. */
const BATCH = 25
/** Most requests of a sequence. */
const MOST = 24
/** How long a fault is made smaller, in ms. */
const SHRINKING = 30_000

/** Sends requests of every kind to one mock, in process and over sockets, until a fault or a bound. */
export async function fuzz({ requests, seconds, seed }: Bounds): Promise<Outcome> {
  const start = performance.now()
  const passed = (): number => (performance.now() - start) / 1000
  const mock = createCalmock(options)
  const loose = looseErrors()
  const listening = await listen(mock, { onBug: loose.note })
  const documents = await documentsOf(mock)
  const judge = createJudge(mock, documents, listening.port)
  const plain = await requestsOf(mock, documents)
  let tried = 0

  const holds = fc.asyncProperty(sequence(plain), async (sequence) => {
    judge.reset()
    for (const [n, sent] of sequence.entries()) {
      tried += 1
      expectNone([...(await judge.faultsOf(sent)), ...loose.take()], `request ${n + 1}`)
    }
  })
  const survives = fc.asyncProperty(spoiltBytes(plain), async (bytes) => {
    tried += 1
    expectNone([...(await judge.faultsOfBytes(bytes)), ...loose.take()], 'bytes')
  })

  let batch = seed
  let fault: string | undefined
  for (; fault === undefined && tried < requests && passed() < seconds; batch++) {
    const settings = { seed: batch, numRuns: BATCH, interruptAfterTimeLimit: SHRINKING }
    const sequences = await fc.check(holds, settings)
    fault = told(sequences, ([sent = []], at) => sent.slice(0, at).map(curlOf).join('\n'))
    fault ??= told(await fc.check(survives, settings), ([bytes]) => ncOf(bytes))
  }
  loose.stop()
  await listening.close()
  const classes = Object.fromEntries([...judge.classes].sort())
  return { tried, seconds: passed(), classes, seed: batch - 1, ...(fault && { fault }) }
}

/** Gathers errors that no answer tells of: those of the listener, and rejections that nobody handles. */
function looseErrors() {
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

function expectNone(faults: readonly string[], where: string): void {
  if (faults.length > 0) throw new Error(`${where}: ${faults.join('\n')}`)
}

const sequence = (plain: fc.Arbitrary<Ask>): fc.Arbitrary<Sent[]> => {
  const edge = fc.oneof(
    { weight: 12, arbitrary: fc.constant('respond' as const) },
    { weight: 4, arbitrary: fc.constant('fetch' as const) },
    fc.constant('wire' as const),
  )
  const sent = fc.tuple(plain, edge).map(([ask, edge]): Sent => ({ ...ask, edge }))
  return fc.array(sent, { minLength: 1, maxLength: MOST, size: 'max' })
}

/** A failure as text. */
function told<T>(
  details: fc.RunDetails<T>,
  sayable: (example: T, at: number) => string,
): string | undefined {
  if (!details.failed || !details.counterexample) return undefined
  const reason = String(details.errorInstance)
  const at = Number(/request (\d+)/.exec(reason)?.[1])
  return `${sayable(details.counterexample, at)}\n# ${reason.replaceAll('\n', '\n# ')}`
}
