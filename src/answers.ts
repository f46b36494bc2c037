import { bytesOf, type Call, type Reply } from './service/call.ts'
import type { Soon } from './service/soon.ts'

/** Gives an answer once more as long as the state it was made in has not changed. */
export type Recall = (call: Call, state: () => string, answer: () => Soon<Reply>) => Soon<Reply>

/** Most answers, and most bytes of them, that are kept for all worlds; beyond, all go. */
const MOST = { answers: 500, bytes: 6_000_000 }

/** Headers that an answer to a read may follow from, beside those that choose its world and state. */
const told = [
  'authorization',
  'origin',
  'accept',
  'x-calmock-pictures',
  'x-http-method-override',
] as const

/** An answer to what was asked for more than twice in a state. */
interface Known {
  readonly key: string
  readonly state: string
  readonly reply: Reply
}

/** Answers of many worlds in one bounded place. Gives what recalls those of a new world. */
export function createAnswers(): () => Recall {
  /** By the fingerprint of what was asked for, and in which state. */
  const known = new Map<number, Known>()
  /** Fingerprints of what was asked for last, each in its place, inverted after the second time: texts would be much to keep. */
  const asked = new Int32Array(512)
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
      const print = fingerprintOf(call, fingerprint(state, world))
      const found = known.get(print)
      if (found && found.state === state && found.key === keyOf(call, world)) return found.reply
      const reply = answer()
      if (reply instanceof Promise) return reply
      if (stateNow() !== state) return reply // a read that planted or wrote has made another state
      const place = print & (asked.length - 1)
      const before = asked[place]
      asked[place] = before === print ? ~print : print
      if (before !== ~print) return reply
      const again = { ...reply, body: bytesOf(reply), isKept: true as const }
      keep(print, { key: keyOf(call, world), state, reply: again })
      return again
    }
  }
}

/** The number of a key, without making that. */
function fingerprintOf({ origin, path, query, header }: Call, from: number): number {
  let print = fingerprint(query, fingerprint(path, fingerprint(origin, from)))
  for (const name of told) print = fingerprint(header(name) ?? '', print)
  return print
}

/** A number that other texts hardly have, from where another text has led: FNV-1a. */
function fingerprint(text: string, from: number): number {
  let print = from
  for (let n = 0; n < text.length; n++) print = Math.imul(print ^ text.charCodeAt(n), 0x01000193)
  return print
}

function keyOf({ origin, path, query, header }: Call, world: number): string {
  let key = `${world} ${origin}${path}?${query}`
  for (const name of told) {
    const value = header(name)
    if (value !== undefined) key += `\n${name}: ${value}`
  }
  return key
}
