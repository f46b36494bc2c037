import { Problem } from '../contract/problem.ts'
import type { RequestNotes } from './request-notes.ts'

/** Throws `Problem` if a request has warnings. Its reasons are the messages of the notes, by parameter. */
export function rejectWarnings({ warnings }: RequestNotes): void {
  if (warnings.length === 0) return
  const faults = Object.fromEntries(
    warnings.map(({ parameter = '', message }) => [
      parameter,
      { key: 'strictReason', values: { reason: endSentence(message) } } as const,
    ]),
  )
  throw new Problem('calmock_strict', { faults, data: { notes: warnings } })
}

/** Returns a message with a full stop, unless it is a question. */
const endSentence = (message: string): string => (message.endsWith('?') ? message : `${message}.`)
