import type { Calmock } from '../../src/index.ts'
import type { Ask } from '../transports/edges.ts'
import { isJson, parsed, promisedBy, unwrapped } from './promised.ts'
import type { Documents } from './requests.ts'
import { answerTo, arrived, type Seen, type Sent } from './sent.ts'
import { exchange, readAnswer } from './wire.ts'

/** Longest accepted time for a response, in ms. */
const MAX_RESPONSE_MS = 8000

/** Sends requests to one mock and reports faults in the responses. */
export interface Judge {
  /** Returns the faults; the list is empty if there are none. */
  faultsOf(sent: Sent): Promise<readonly string[]>
  /** Returns the faults after arbitrary bytes on a socket. */
  faultsOfBytes(bytes: Uint8Array): Promise<readonly string[]>
  /** Restores the initial state and removes all other worlds. */
  reset(): void
  /** Number of responses by class of status, such as `2xx`. */
  readonly classes: ReadonlyMap<string, number>
}

/** Creates a judge for a mock that listens on a port. */
export function createJudge(mock: Calmock, documents: Documents, port: number): Judge {
  const classes = new Map<string, number>()
  const promised = promisedBy(mock, documents)
  let before = readStates(mock)

  function findChanges({ method, target, headers }: Ask, status: number): readonly string[] {
    const isRead = /^(GET|HEAD|OPTIONS|TRACE)$/.test(method)
    const isPlain = isRead && !/method/i.test(target + Object.keys(headers ?? {}).join())
    if (isPlain && status < 400) return []
    const after = readStates(mock)
    const changed = [...before].filter(([name, state]) => after.get(name) !== state)
    before = after
    if (status < 400 || changed.length === 0) return []
    return [`${status}, and changed: ${changed.map(([name]) => name).join(', ')}`]
  }

  function count(status: number): void {
    const kind = `${Math.floor(status / 100)}xx`
    classes.set(kind, (classes.get(kind) ?? 0) + 1)
  }

  return {
    classes,
    faultsOf: (sent) =>
      withTimeout(async () => {
        const seen = await answerTo(sent, mock, port)
        if (seen === 'closed') return []
        const whole = unwrapped(seen)
        count(seen.status)
        return [
          ...(Math.max(seen.status, whole.status) >= 500 ? [`${whole.status}: ${seen.text}`] : []),
          ...findHeaderFaults(seen),
          ...findBodyFaults(seen),
          ...promised(arrived(sent), whole),
          ...findChanges(sent, whole.status),
          ...findPollution(),
        ]
      }),
    faultsOfBytes: (bytes) =>
      withTimeout(async () => {
        const answer = readAnswer(await exchange(bytes, port))
        if (answer === 'closed') return []
        count(answer.status)
        return answer.status >= 500 ? [`${answer.status}: ${answer.body}`] : []
      }),
    reset() {
      for (const name of mock.worlds) mock.removeWorld(name)
      mock.reset()
      before = readStates(mock)
    },
  }
}

/** Returns the state of every world as text, without the time of a running clock. */
const readStates = (mock: Calmock): Map<string, string> =>
  new Map(
    mock.worlds.map((name) => {
      const { now, ...state } = mock.world(name).snapshot()
      return [name, JSON.stringify(state.frozen ? { now, ...state } : state)]
    }),
  )

/** Returns the faults; a rejection and a late response are faults as well. */
async function withTimeout(find: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const start = performance.now()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(resolve, MAX_RESPONSE_MS, [`no answer within ${MAX_RESPONSE_MS} ms`])
  })
  try {
    const faults = await Promise.race([find(), late])
    const took = Math.round(performance.now() - start)
    return took > MAX_RESPONSE_MS && faults.length === 0 ? [`took ${took} ms`] : faults
  } catch (error) {
    return [`rejected: ${error instanceof Error ? error.stack : String(error)}`]
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the headers that no transport could send. */
const findHeaderFaults = ({ headers }: Seen): string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    /^[\t\x20-\x7e\x80-\xff]*$/.test(value) ? [] : [`header ${name}: ${JSON.stringify(value)}`],
  )

function findBodyFaults({ headers, text }: Seen): readonly string[] {
  if (text === '' || !isJson(headers)) return []
  return parsed(text) === undefined ? [`not JSON: ${text.slice(0, 200)}`] : []
}

/** Returns the properties that were added to `Object.prototype`. */
function findPollution(): readonly string[] {
  const found: string[] = []
  for (const key in {}) found.push(`every object has ${key}`)
  return found
}
