import { findFault } from '../../../src/faults/fault-kind.ts'

/** Explains a request that a fault left without an answer. */
export const explainFault = (fault: string): { problem: string; explanation: string } => ({
  problem: 'No answer',
  explanation: findFault(fault)?.instead
    ? `The fault "${fault}" ended the connection without an answer, and nothing was stored. In an app, fetch rejects with a TypeError, as it does without a network.`
    : `The fault "${fault}" ended the connection without an answer, but a write has taken effect. In an app, fetch rejects with a TypeError, so the app cannot know whether its write was stored.`,
})
