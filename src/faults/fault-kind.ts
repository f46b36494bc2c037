import type { MessageKey } from '../contract/format-message.ts'
import { invalidOption } from '../contract/option-error.ts'
import { bodyText, type MockResponse } from '../engine/http-message.ts'
import { wait } from '../engine/wait.ts'
import { type DelayRange, parseDelayText } from './delay-range.ts'

/** A page that a web server sends in place of the service, in the language of the site. */
export interface ServerPage {
  readonly status: number
  readonly title: MessageKey
  readonly heading: MessageKey
  /** In seconds. */
  readonly retryAfter: number
}

export interface NamedFault {
  /** The result for a client. A `broken` body cannot be read as JSON. */
  readonly receives: 'response' | 'slow response' | 'broken' | 'nothing'
  /** The response without the service, which then handles and stores nothing. Default: the service handles the request. */
  readonly instead?: ServerPage | 'no response'
  /** Returns what differs from a response without the fault. Default: nothing. */
  change?(response: MockResponse): Partial<MockResponse>
  /** The words for it in a command of the dashboard. Default: its name and words that begin with it. */
  readonly words?: RegExp
  /** Its title in the menu of Storybook and on a button of the dashboard. Default: it has neither. */
  readonly title?: string
}

/** The faults with a name. A status and `delay:` are the other kinds. */
const faults = {
  maintenance: {
    receives: 'response',
    instead: {
      status: 503,
      title: 'maintenanceTitle',
      heading: 'maintenance',
      retryAfter: 600, // as WordPress sends it
    },
    title: 'Maintenance page',
  },
  timeout: {
    receives: 'nothing',
    instead: 'no response',
    change: () => ({ delivery: { delay: 300_000, isDropped: true } }), // in ms
    words: /\btime[ds]? ?out\w*/,
    title: 'No response',
  },
  drop: {
    receives: 'nothing',
    change: () => ({ delivery: { isDropped: true } }),
  },
  offline: {
    receives: 'nothing',
    instead: 'no response',
    change: () => ({ delivery: { delay: 0, isDropped: true } }),
    title: 'Offline',
  },
  truncate: {
    receives: 'broken',
    change: ({ body }) => ({ delivery: { parts: () => sendHalf(bodyText(body)) } }),
  },
  slow: {
    receives: 'slow response',
    change: ({ body }) => ({ delivery: { parts: () => sendSlowly(bodyText(body)) } }),
  },
  malformed: {
    receives: 'broken',
    change: ({ body }) => ({ body: takeHalf(bodyText(body)) }),
    title: 'Malformed JSON',
  },
} satisfies Readonly<Record<string, NamedFault>>

export type FaultName = keyof typeof faults

export const namedFaults: Readonly<Record<FaultName, NamedFault>> = faults

export const faultNames = Object.keys(faults) as readonly FaultName[] // the keys of the table

/** Returns the fault of a name, or undefined for another kind. */
export const findFault = (name = ''): NamedFault | undefined =>
  Object.hasOwn(faults, name) ? namedFaults[name as FaultName] : undefined // a key of the table

/** Returns the first half of a text. A character of two units stays whole. */
const takeHalf = (text: string): string => cutAt(text, text.length / 2)

function cutAt(text: string, position: number): string {
  const end = Math.floor(position)
  return /[\uD800-\uDBFF]$/.test(text.slice(0, end)) ? text.slice(0, end - 1) : text.slice(0, end)
}

async function* sendHalf(body: string): AsyncGenerator<string> {
  yield takeHalf(body)
  throw new Error('the body is truncated')
}

/** The parts of a slow body, and the time before each of them: 3 seconds together. */
const SLOW = { parts: 10, ms: 300 }

/** Returns the parts of a body with time between them. The time ends when the client leaves. */
function sendSlowly(body: string): AsyncIterable<string> {
  const left = new AbortController()
  let [sent, part] = [0, 0]
  const iterator: AsyncIterator<string> = {
    async next() {
      part += 1
      if (part > SLOW.parts || left.signal.aborted) return { done: true, value: undefined }
      await wait(SLOW.ms, left.signal)
      const until = cutAt(body, (body.length * part) / SLOW.parts).length
      const value = body.slice(sent, until)
      sent = until
      return { done: false, value }
    },
    async return() {
      left.abort()
      return { done: true, value: undefined }
    },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}

/** The fault of a response. `text` is its kind in a rule, and `rule` that rule, unless a header asked for it. */
export type Fault = { readonly text: string; readonly rule?: string } & (
  | { readonly status: number; readonly name?: never }
  | { readonly name: FaultName; readonly status?: never }
)

/** The kind of a rule: a fault, or another delay. */
export type FaultKind = Fault | { readonly text: string; readonly delay: DelayRange }

/** The accepted kinds, for messages. */
const acceptedKinds = ['a status from 400 to 599', ...faultNames, 'delay:<ms>', 'delay:<min-max>']

/** Parses a kind. Throws `OptionError` with the nearest kind if it is unknown. */
export function parseFaultKind(text: string): FaultKind {
  const kind = text.toLowerCase()
  const name = faultNames.find((name) => name === kind)
  if (name) return { text: name, name }
  if (/^[45]\d\d$/.test(kind)) return { text: kind, status: Number(kind) }
  if (kind.startsWith('delay:'))
    return { text: kind, delay: parseDelayText(kind.slice('delay:'.length)) }
  throw invalidOption('kind of fault', text, acceptedKinds)
}
