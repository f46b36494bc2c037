import { bytesOf, type Call, type Reply, type Soon } from './service/call.ts'

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

/** Answers of many worlds in one bounded place. Gives what recalls those of a new world. */
export function createAnswers(): () => Recall {
  /** Answers that were asked for twice, and the keys of those that were once. */
  const known = new Map<string, { readonly state: string; readonly reply: Reply | undefined }>()
  let bytes = 0
  let worlds = 0

  function keep(key: string, state: string, reply: Reply | undefined): void {
    bytes += reply ? reply.body.length : 0
    if (known.size >= MOST.answers || bytes > MOST.bytes) {
      known.clear()
      bytes = 0
    }
    known.set(key, { state, reply })
  }

  return () => {
    const world = ++worlds
    return (call, stateNow, answer) => {
      if (call.method !== 'GET' || call.body) return answer()
      const key = `${world} ${keyOf(call)}`
      const state = stateNow()
      const found = known.get(key)
      if (found?.reply && found.state === state) return found.reply
      const reply = answer()
      if (reply instanceof Promise) return reply
      if (stateNow() !== state) return reply // a read that planted or wrote has made another state
      const again =
        found?.state === state
          ? { ...reply, body: bytesOf(reply), isKept: true as const }
          : undefined
      keep(key, state, again)
      return again ?? reply
    }
  }
}

function keyOf({ origin, path, query, header }: Call): string {
  let key = `${origin}${path}?${query}`
  for (const name of told) {
    const value = header(name)
    if (value !== undefined) key += `\n${name}: ${value}`
  }
  return key
}
