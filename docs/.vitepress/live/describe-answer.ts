import { type Answer, formatAnswer, parseAnswer } from './answer.ts'
import type { Exchange } from './http-block.ts'
import type { Outcome } from './run-session.ts'

/** The line above an answer. */
export interface AnswerDescription {
  /** The status of the answer, or why there is none. */
  readonly headline: string
  readonly kind: 'success' | 'redirect' | 'error' | 'problem'
  readonly time?: string
  /** The origin of the answer: recorded, or from the mock in this page. */
  readonly origin: string
}

/** The request of the reader with the recorded exchange, and its outcome after a run. */
interface DescribedRequest {
  readonly text: string
  readonly exchange: Exchange
  readonly outcome: Outcome | undefined
}

/** Describes the answer that a request shows. */
export function describeAnswer({ text, exchange, outcome }: DescribedRequest): AnswerDescription {
  if (outcome?.problem !== undefined)
    return { headline: outcome.problem, kind: 'problem', origin: '' }
  const { answer, ms } = outcome ?? {}
  if (answer && ms !== undefined) {
    const isRecorded = formatAnswer(answer) === exchange.response
    const origin = isRecorded ? 'from this page, the same as recorded' : 'from this page'
    const stale = text === outcome?.request ? '' : ', before your change'
    return { ...describeStatus(answer), time: formatTime(ms), origin: origin + stale }
  }
  if (exchange.response === '') return { headline: '', kind: 'success', origin: 'not run yet' }
  const changed = text === exchange.request ? '' : ' to the request before your change'
  return {
    ...describeStatus(parseAnswer(exchange.response)),
    origin: `recorded answer${changed}`,
  }
}

const describeStatus = ({ status }: Answer): Pick<AnswerDescription, 'headline' | 'kind'> => ({
  headline: status,
  kind: status < '3' ? 'success' : status < '4' ? 'redirect' : 'error',
})

const formatTime = (ms: number): string =>
  ms < 1000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`
