import type { Calmock } from '../../src/index.ts'
import type { Ask } from '../transports/edges.ts'
import { isJson, parsed, promisedBy, unwrapped } from './promised.ts'
import type { Documents } from './requests.ts'
import { answerTo, arrived, type Seen, type Sent } from './sent.ts'
import { exchange, readAnswer } from './wire.ts'

/** How long an answer may take, in ms. */
const PATIENCE = 8000

/** Sends requests to one mock and tells what is wrong with the answers. */
export interface Judge {
  /** What is wrong; nothing when all is well. */
  faultsOf(sent: Sent): Promise<readonly string[]>
  /** The same of any bytes on a socket. */
  faultsOfBytes(bytes: Uint8Array): Promise<readonly string[]>
  /** Back to the start, with no world but the first. */
  reset(): void
  /** How many answers had a status of each class, `2xx`. */
  readonly classes: ReadonlyMap<string, number>
}

/** A judge of a mock that listens on a port. */
export function createJudge(mock: Calmock, documents: Documents, port: number): Judge {
  const classes = new Map<string, number>()
  const promised = promisedBy(mock, documents)
  let before = statesOf(mock)

  function unchanged({ method, target, headers }: Ask, status: number): readonly string[] {
    const isRead = /^(GET|HEAD|OPTIONS|TRACE)$/.test(method)
    const isPlain = isRead && !/method/i.test(target + Object.keys(headers ?? {}).join())
    if (isPlain && status < 400) return []
    const after = statesOf(mock)
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
      patiently(async () => {
        const seen = await answerTo(sent, mock, port)
        if (seen === 'closed') return []
        const whole = unwrapped(seen)
        count(seen.status)
        return [
          ...(Math.max(seen.status, whole.status) >= 500 ? [`${whole.status}: ${seen.text}`] : []),
          ...headerFaults(seen),
          ...bodyFaults(seen),
          ...promised(arrived(sent), whole),
          ...unchanged(sent, whole.status),
          ...polluted(),
        ]
      }),
    faultsOfBytes: (bytes) =>
      patiently(async () => {
        const answer = readAnswer(await exchange(bytes, port))
        if (answer === 'closed') return []
        count(answer.status)
        return answer.status >= 500 ? [`${answer.status}: ${answer.body}`] : []
      }),
    reset() {
      for (const name of mock.worlds) mock.removeWorld(name)
      mock.reset()
      before = statesOf(mock)
    },
  }
}

/** Every world's state as text; a clock that ticks is left out. */
const statesOf = (mock: Calmock): Map<string, string> =>
  new Map(
    mock.worlds.map((name) => {
      const { now, ...state } = mock.world(name).snapshot()
      return [name, JSON.stringify(state.frozen ? { now, ...state } : state)]
    }),
  )

/** What was found; also a rejection, and an answer that took too long, is a fault. */
async function patiently(find: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const start = performance.now()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, [`no answer within ${PATIENCE} ms`])
  })
  try {
    const faults = await Promise.race([find(), late])
    const took = Math.round(performance.now() - start)
    return took > PATIENCE && faults.length === 0 ? [`took ${took} ms`] : faults
  } catch (error) {
    return [`rejected: ${error instanceof Error ? error.stack : String(error)}`]
  } finally {
    clearTimeout(timer)
  }
}

/** Headers that no edge could write. */
const headerFaults = ({ headers }: Seen): string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    /^[\t\x20-\x7e\x80-\xff]*$/.test(value) ? [] : [`header ${name}: ${JSON.stringify(value)}`],
  )

function bodyFaults({ headers, text }: Seen): readonly string[] {
  if (text === '' || !isJson(headers)) return []
  return parsed(text) === undefined ? [`not JSON: ${text.slice(0, 200)}`] : []
}

/** What has got into the objects of everyone. */
function polluted(): readonly string[] {
  const found: string[] = []
  for (const key in {}) found.push(`every object has ${key}`)
  return found
}
