import { bytesOf, type Call, type Reply } from './service/call.ts'
import type { Soon } from './service/soon.ts'

/** Gives an answer once more as long as the state it was made in has not changed. */
export type Recall = (call: Call, state: () => string, answer: () => Soon<Reply>) => Soon<Reply>

/** Most answers, and most bytes of them, that are kept for all worlds; beyond, all go. */
const MOST = { answers: 500, bytes: 6_000_000 }

/** What a read tells of itself. */
type Asked = readonly (string | undefined)[]

/** All that an answer to a read may follow from, beside what chooses its world and state. */
const askedBy = ({ origin, path, query, header }: Call): Asked => [
  origin,
  path,
  query,
  header('authorization'),
  header('origin'),
  header('accept'),
  header('x-calmock-pictures'),
  header('x-http-method-override'),
]

/** An answer to what was asked for more than twice in a state. */
interface Known {
  readonly world: number
  readonly state: string
  readonly asked: Asked
  readonly reply: Reply
}

/** Answers of many worlds in one bounded place. Gives what recalls those of a new world. */
export function createAnswers(): () => Recall {
  /** By the fingerprint of what was asked for, and in which state. */
  const known = new Map<number, Known>()
  /**
   * Fingerprints of what was asked for last, each in its place, inverted after the second time: texts would
   * be much to keep. Two that share a place and are asked in turn are never kept, hence so many.
   */
  const last = new Int32Array(8192)
  let bytes = 0
  let worlds = 0

  function keep(print: number, of: Known): void {
    bytes += of.reply.body.length
    if (known.size >= MOST.answers || bytes > MOST.bytes) {
      known.clear()
      bytes = 0
    }
    known.set(print, of)
  }

  return () => {
    const world = ++worlds
    return (call, stateNow, answer) => {
      if (call.method !== 'GET' || call.body) return answer()
      const state = stateNow()
      const asked = askedBy(call)
      let print = fingerprint(state, world)
      for (const text of asked) print = fingerprint(text, print)
      const found = known.get(print)
      if (found?.world === world && found.state === state && areEqual(found.asked, asked))
        return found.reply
      const reply = answer()
      if (reply instanceof Promise) return reply
      if (stateNow() !== state) return reply // a read that planted or wrote has made another state
      const place = print & (last.length - 1)
      const before = last[place]
      last[place] = before === print ? ~print : print
      if (before !== ~print) return reply
      const again = { ...reply, body: bytesOf(reply), isKept: true as const }
      keep(print, { world, state, asked, reply: again })
      return again
    }
  }
}

const areEqual = (some: Asked, others: Asked): boolean =>
  some.every((text, n) => text === others[n])

/** A number that other texts hardly have, from where another text has led: FNV-1a. */
function fingerprint(text: string | undefined, from: number): number {
  let print = from
  if (text === undefined) return print
  for (let n = 0; n < text.length; n++) print = Math.imul(print ^ text.charCodeAt(n), 0x01000193)
  return print
}
