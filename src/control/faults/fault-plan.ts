import { type DelayRange, parseDelayText } from './delay-range.ts'
import { type Fault, type FaultKind, parseFaultKind } from './fault-kind.ts'
import { type FaultRule, type FaultTarget, matchesRule } from './fault-rule.ts'
import { drawInteger, isDrawn } from './share.ts'

/** The fault and the delay of one response. */
export interface FaultPlan {
  readonly fault?: Fault
  /** In ms. */
  readonly delay: number
}

/** The headers that replace rules and the delay for one request. */
export interface FaultHeaders {
  readonly fault: string | undefined
  readonly delay: string | undefined
}

export const noFault: FaultPlan = { delay: 0 }

/** Chooses the faults of requests by rules. It counts the requests of each rule, because their draws depend on the number. */
export class FaultPlanner {
  readonly #rules: readonly FaultRule[]
  readonly #delay: DelayRange
  readonly #seed: number
  readonly #matches: number[]
  #delays = 0

  constructor(rules: readonly FaultRule[], delay: DelayRange, seed: number) {
    this.#rules = rules
    this.#delay = delay
    this.#seed = seed
    this.#matches = rules.map(() => 0)
  }

  /** True if no request has a fault or a delay, unless its headers say so. */
  get isIdle(): boolean {
    return this.#rules.length === 0 && this.#delay.max === 0
  }

  /** Chooses the fault and the delay of a request. Throws `OptionError` for an invalid header. */
  choose(target: FaultTarget, headers: FaultHeaders): FaultPlan {
    const kinds = headers.fault === undefined ? this.#drawKinds(target) : readHeader(headers.fault)
    const fault = kinds.find((kind): kind is Fault => !('delay' in kind))
    const ruled = kinds.flatMap((kind) => ('delay' in kind ? [kind.delay] : [])).at(-1)
    const asked = headers.delay === undefined ? undefined : parseDelayText(headers.delay)
    return { ...(fault && { fault }), delay: this.#drawDelay(asked ?? ruled ?? this.#delay) }
  }

  /** Returns a delay in a range. Only random delays are counted, because only their draws depend on the number. */
  #drawDelay(range: DelayRange): number {
    if (range.min === range.max) return range.min
    return drawInteger(range, { seed: this.#seed, rule: '', matches: ++this.#delays })
  }

  /** Returns the kinds of the rules that apply, up to the first fault. */
  #drawKinds(target: FaultTarget): readonly FaultKind[] {
    const kinds: FaultKind[] = []
    for (const [n, rule] of this.#rules.entries()) {
      if (!matchesRule(rule, target)) continue
      const matches = (this.#matches[n] ?? 0) + 1
      this.#matches[n] = matches
      if (!isDrawn(rule.share, { seed: this.#seed, rule: rule.text, matches })) continue
      kinds.push(rule.kind)
      if (!('delay' in rule.kind)) return kinds
    }
    return kinds
  }
}

const readHeader = (text: string): readonly FaultKind[] =>
  text.trim().toLowerCase() === 'none' ? [] : [parseFaultKind(text.trim())]
