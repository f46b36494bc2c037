import type { Calmock } from '../../src/index.ts'
import { ORIGIN } from '../call.ts'
import { type Json, promisesOf } from '../openapi/document.ts'
import type { Ask } from '../transports/edges.ts'
import type { Documents } from './requests.ts'
import { answerTo, arrived, exchange, type Seen, type Sent } from './sent.ts'

/** Longest accepted time for a response, in ms. */
const MAX_RESPONSE_MS = 8000

/** Creates a judge, which sends requests to one mock that listens on a port and lists the faults in the responses. */
export function createJudge(mock: Calmock, documents: Documents, port: number) {
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
    /** Number of responses by class of status, such as `2xx`. */
    classes,
    faultsOf: (sent: Sent) =>
      withTimeout(async () => {
        const seen = await answerTo(sent, mock, port)
        if (seen === 'closed') return []
        const whole = unwrap(seen)
        count(seen.status)
        return [
          ...(Math.max(seen.status, whole.status) >= 500 ? [`${whole.status}: ${seen.text}`] : []),
          ...findHeaderFaults(seen),
          ...(isJson(seen.headers) && seen.text !== '' && parse(seen.text) === undefined
            ? [`not JSON: ${seen.text.slice(0, 200)}`]
            : []),
          ...promised(arrived(sent), whole),
          ...findChanges(sent, whole.status),
          ...Object.keys(Object.prototype).map((key) => `every object has ${key}`),
        ]
      }),
    /** Returns the faults after arbitrary bytes on a socket. */
    faultsOfBytes: (bytes: Uint8Array) =>
      withTimeout(async () => {
        const answer = await exchange(bytes, port)
        if (answer === 'closed') return []
        count(answer.status)
        return answer.status >= 500 ? [`${answer.status}: ${answer.text}`] : []
      }),
    /** Restores the initial state and removes all other worlds. */
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

/** Unwraps an enveloped response. */
function unwrap(seen: Seen): Seen {
  const body = seen.text.startsWith('{') && isJson(seen.headers) ? parse(seen.text) : undefined
  const isEnvelope = body && Object.keys(body).sort().join() === 'body,headers,status'
  if (!isEnvelope) return seen
  return { ...seen, status: Number(body.status), text: JSON.stringify(body.body) }
}

/**
 * Returns a function that lists the differences between a response and the document of its site, by ajv.
 * Rejections by the mock itself must be problems. Requests that select fields or override their method are skipped.
 */
function promisedBy(mock: Calmock, documents: Documents) {
  const sites = [...documents].map(([base, document]) => ({
    ...{ base, document, promise: promisesOf(document).answer },
  }))
  return (ask: Ask, { status, text, headers }: Seen): readonly string[] => {
    const [pathname = ''] = ask.target.split('?')
    const below = pathname.replace(/^\/~[^/]*/, '').toLowerCase()
    const site = sites.find(({ base }) => below.startsWith(base))
    const body = text !== '' && isJson(headers) ? parse(text) : undefined
    const names = decode(ask.target) + Object.keys(ask.headers ?? {}).join()
    if (!site || !body || /method/i.test(names) || (status < 400 && /fields/i.test(names)))
      return []
    const answer = { status, body, text, headers: new Headers() }
    for (const name of Object.keys(headers)) answer.headers.set(name, '') // values may be malformed
    const path = mock.matchUrl({ origin: ORIGIN, pathname }).endpoint?.path || '/'
    const method = ask.method === 'HEAD' ? 'GET' : ask.method
    const isOurs = /^(calmock_|rest_no_route$)/.test(String(body.code))
    if (!isOurs && method.toLowerCase() in (site.document.paths[path] ?? {}))
      return site.promise(method, path, answer)
    if (status < 400) return []
    return site.promise('GET', '/events', { ...answer, status: 400, headers: new Headers() })
  }
}

const decode = (target: string): string =>
  target.replace(/%([0-7][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Returns whether a response is declared as JSON. */
const isJson = (headers: Seen['headers']): boolean =>
  headers['content-type']?.startsWith('application/json') ?? false

/** Parses JSON; returns undefined for other text. */
function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
