/** The effects of faults without an answer on a client. */
const explanations: Readonly<Record<string, string>> = {
  offline:
    'The fault "offline" ended the connection at once, and nothing was stored. In an app, fetch rejects with a TypeError, as it does without a network.',
  drop: 'The fault "drop" ended the connection without an answer, but a write has taken effect. In an app, fetch rejects with a TypeError, so the app cannot know whether its write was stored.',
  timeout:
    'The fault "timeout" sent no answer until the connection ended. In an app, fetch rejects with a TypeError.',
}

/** Explains a request that a fault left without an answer. */
export const explainFault = (fault: string): { problem: string; explanation: string } => ({
  problem: 'No answer',
  explanation:
    explanations[fault] ??
    `The fault "${fault}" ended the connection without an answer. In an app, fetch rejects with a TypeError.`,
})
