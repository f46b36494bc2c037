import { invalidOption } from '../contract/option-error.ts'
import { type DelayRange, parseDelayText } from './delay-range.ts'

/** The effects of a fault with a name that other parts of the mock depend on. */
export interface FaultTraits {
  /** True if the service handles the request, so that a write is stored. */
  readonly isHandled: boolean
  /** The result for a client. A `broken` body cannot be read as JSON. */
  readonly receives: 'response' | 'nothing' | 'broken'
}

/** The faults with a name. A status and `delay:` are the other kinds. */
export const namedFaults = {
  maintenance: { isHandled: false, receives: 'response' },
  timeout: { isHandled: false, receives: 'nothing' },
  drop: { isHandled: true, receives: 'nothing' },
  offline: { isHandled: false, receives: 'nothing' },
  truncate: { isHandled: true, receives: 'broken' },
  slow: { isHandled: true, receives: 'response' },
  malformed: { isHandled: true, receives: 'broken' },
} as const satisfies Record<string, FaultTraits>

export type FaultName = keyof typeof namedFaults

export const faultNames = Object.keys(namedFaults) as readonly FaultName[] // the keys of the table

/** The named faults that come before the service. */
export type UnhandledFault = {
  [Name in FaultName]: (typeof namedFaults)[Name]['isHandled'] extends true ? never : Name
}[FaultName]

/** Returns whether the service handles a request with this fault. */
export const isHandled = (name: FaultName): name is Exclude<FaultName, UnhandledFault> =>
  namedFaults[name].isHandled

/** The fault of a response. `text` is its kind in a rule. */
export type Fault =
  | { readonly text: string; readonly status: number; readonly name?: never }
  | { readonly text: string; readonly name: FaultName; readonly status?: never }

/** The kind of a rule: a fault, or another delay. */
export type FaultKind = Fault | { readonly text: string; readonly delay: DelayRange }

/** The accepted kinds, for messages. */
const acceptedKinds = ['a status from 400 to 599', ...faultNames, 'delay:<ms>', 'delay:<min-max>']

/** Parses a kind. Throws `OptionError` with the nearest kind for an unknown one. */
export function parseFaultKind(text: string): FaultKind {
  const kind = text.toLowerCase()
  const name = faultNames.find((name) => name === kind)
  if (name) return { text: name, name }
  if (/^[45]\d\d$/.test(kind)) return { text: kind, status: Number(kind) }
  if (kind.startsWith('delay:'))
    return { text: kind, delay: parseDelayText(kind.slice('delay:'.length)) }
  throw invalidOption('kind of fault', text, acceptedKinds)
}
