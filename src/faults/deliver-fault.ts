import { bodyText, type Delivery, type MockResponse } from '../engine/http-message.ts'
import { wait } from '../engine/wait.ts'
import type { FaultName } from './fault-kind.ts'
import type { FaultPlan } from './fault-plan.ts'

/** The time after which a connection with the fault `timeout` ends, in ms. */
export const TIMEOUT_MS = 300_000

/** The parts of a body with the fault `slow`, and the time before each of them: 3 seconds together. */
const SLOW = { parts: 10, ms: 300 }

/** The response to a request that does not reach the service. */
export const noResponse: MockResponse = { status: 0, headers: {}, body: '' }

/** Returns a response with the body and the delivery that its plan says. */
export function deliverFault(response: MockResponse, { fault, delay }: FaultPlan): MockResponse {
  if (!fault && delay === 0) return response
  const changes = fault?.name && faultChanges[fault.name](response)
  const delivery: Delivery = { ...(delay > 0 && { delay }), ...changes?.delivery }
  const isPlain = Object.keys(delivery).length === 0
  return { ...response, ...changes, ...(!isPlain && { delivery }) }
}

const faultChanges: Readonly<Record<FaultName, (response: MockResponse) => Partial<MockResponse>>> =
  {
    maintenance: () => ({}),
    timeout: () => ({ delivery: { delay: TIMEOUT_MS, isDropped: true } }),
    drop: () => ({ delivery: { isDropped: true } }),
    offline: () => ({ delivery: { delay: 0, isDropped: true } }),
    truncate: ({ body }) => ({ delivery: { parts: () => sendHalf(bodyText(body)) } }),
    slow: ({ body }) => ({ delivery: { parts: () => sendSlowly(bodyText(body)) } }),
    malformed: ({ body }) => ({ body: takeHalf(bodyText(body)) }),
  }

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
