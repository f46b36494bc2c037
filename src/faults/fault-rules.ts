import { createRandom } from '../../fixtures/random.ts'
import {
  findNearestName,
  formatInvalidValue,
  invalidOption,
  OptionError,
} from '../contract/option-error.ts'
import { resources } from '../contract/resources/index.ts'
import { type DelayRange, parseDelayText } from './delay-range.ts'
import { type Fault, type FaultKind, parseFaultKind } from './fault-kind.ts'
import { compilePath, type PathPattern } from './path-pattern.ts'

/** The fault and the delay of one response. */
export interface ChosenFault {
  readonly fault?: Fault
  /** In ms. */
  readonly delay: number
}

/** The headers that replace rules and the delay for one request. */
export interface FaultHeaders {
  readonly fault: string | undefined
  readonly delay: string | undefined
}

export const noFault: ChosenFault = { delay: 0 }

/** Chooses the faults of requests by rules. It counts the requests of each rule, because their draws depend on the number. */
export class FaultChooser {
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

  /** The rules with a share such as `2x` that apply to no further request. */
  get spent(): readonly string[] {
    return this.#rules
      .filter(({ share }, n) => share && 'first' in share && share.first <= (this.#matches[n] ?? 0))
      .map(({ text }) => text)
  }

  /** Chooses the fault and the delay of a request. Throws `OptionError` for an invalid header. */
  choose(target: FaultTarget, headers: FaultHeaders): ChosenFault {
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

/** A parsed rule: the requests that match, their fault, and the share of them that get it. */
interface FaultRule {
  /** The rule as it was written, with single spaces. */
  readonly text: string
  /** Undefined for any method. */
  readonly method: string | undefined
  /** Undefined for any path. */
  readonly path: PathPattern | undefined
  /** The values that a matching query has, besides others. */
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly kind: FaultKind
  /** Undefined for all matching requests. */
  readonly share: Share | undefined
}

/** A request as rules see it. */
interface FaultTarget {
  /** The method after the override of a write. */
  readonly method: string
  /** The path below the namespace of a site, if any, the path below the world, and the same with the path of `baseUrl`. */
  readonly paths: readonly string[]
  /** The query as it was sent. */
  readonly query: string
}

const collections = resources.map(({ collection }) => collection)
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const MAX_RULES = 100
const MAX_RULE_CHARACTERS = 500

/** The form of a rule, for messages. */
const FORM = '[method] [path] kind [share], such as GET /events 503 10%'

/** Parses rules. Throws `OptionError` for the first invalid rule. */
export function parseFaultRules(texts: readonly string[]): readonly FaultRule[] {
  if (texts.length > MAX_RULES)
    throw invalidOption('number of fault rules', texts.length, `at most ${MAX_RULES}`)
  return texts.map(parseFaultRule)
}

function parseFaultRule(text: string): FaultRule {
  try {
    return parseWords(text.trim().split(/\s+/))
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
    const rule = text.slice(0, MAX_RULE_CHARACTERS)
    const reason = error.reason.replace(/(?<!\?)$/, '.') // a suggestion ends with a question mark
    throw new OptionError(`invalid fault rule "${rule}": ${reason} A rule is ${FORM}`)
  }
}

/** Parses the words of a rule: the last word is a share if it looks like a share, and the kind comes before it. */
function parseWords(words: readonly string[]): FaultRule {
  if (words.join(' ').length > MAX_RULE_CHARACTERS)
    throw new OptionError(`it is longer than ${MAX_RULE_CHARACTERS} characters`)
  const bare = words.find((word) =>
    collections.includes(word.toLowerCase().split(/[/?]/, 1)[0] ?? ''),
  )
  if (bare) throw new OptionError(`the path "${bare}" lacks its slash; did you mean "/${bare}"?`)
  const share = parseShare(words.at(-1) ?? '')
  const rest = share ? words.slice(0, -1) : words
  const kind = parseLastKind(rest)
  const [method, path, ...others] = splitTarget(rest.slice(0, -1))
  if (others.length > 0) throw new OptionError(`unexpected "${others.join(' ')}"`)
  const [pathname = '', query = ''] = splitQuery(path ?? '*')
  checkPath(pathname)
  const text = words.join(' ')
  return {
    text,
    method: parseMethod(method ?? '*'),
    path: pathname === '*' ? undefined : compilePath(pathname),
    query: [...new URLSearchParams(query)],
    kind: { ...kind, rule: text },
    share,
  }
}

/** Parses the last word as a kind. If the word before it is a kind, the message is about the share. */
function parseLastKind(words: readonly string[]): FaultKind {
  const last = words.at(-1) ?? ''
  if (last === '') throw new OptionError('it has no kind of fault')
  if (last.startsWith('/')) throw new OptionError(`no kind of fault follows the path "${last}"`)
  const isKindBefore = isKind(words.at(-2) ?? '')
  if (isKindBefore && !isKind(last))
    throw new OptionError(formatInvalidValue('share', last, acceptedShares))
  return parseFaultKind(last)
}

function isKind(word: string): boolean {
  try {
    parseFaultKind(word)
    return true
  } catch {
    return false
  }
}

/** Returns the method, then the path. A rule with one word that begins with a slash has a path only. */
function splitTarget(words: readonly string[]): readonly string[] {
  const [first = '*', ...rest] = words
  return first.startsWith('/') ? ['*', first, ...rest] : [first, ...rest]
}

function parseMethod(word: string): string | undefined {
  if (word === '*') return undefined
  const method = word.toUpperCase()
  if (methods.includes(method)) return method
  throw new OptionError(
    formatInvalidValue('method or path', word, [...methods, '*', 'a path that begins with /']),
  )
}

function splitQuery(path: string): readonly string[] {
  if (path !== '*' && !path.startsWith('/'))
    throw new OptionError(formatInvalidValue('path', path, 'a path that begins with /, or *'))
  const mark = path.indexOf('?')
  return mark < 0 ? [path] : [path.slice(0, mark), path.slice(mark + 1)]
}

/** Returns whether a request matches a rule. A rule for GET also matches HEAD. */
function matchesRule(rule: FaultRule, { method, paths, query }: FaultTarget): boolean {
  const { method: accepted, path, query: values } = rule
  if (accepted && accepted !== method && !(accepted === 'GET' && method === 'HEAD')) return false
  if (path && !paths.some(path)) return false
  if (values.length === 0) return true
  const sent = new URLSearchParams(query)
  return values.every(([name, value]) => sent.getAll(name).includes(value))
}

/** The segment after the collection of a route. It is not a slug, because `/event/jazz` can be the page of a record. */
const RECORD = /^(\{id\}|\d+|by-slug)$/

/**
 * Throws `OptionError` for a path that looks like a misspelt route, such as `/event`. Other paths that match no route
 * are valid, because they can be full paths, such as `/wp-json` and the pages of records.
 */
function checkPath(path: string): void {
  const [, collection = '', next = '', ...others] = path.toLowerCase().split('/')
  if (path.includes('*') || collections.includes(collection)) return
  if (next !== '' && !RECORD.test(next)) return
  const nearest = findNearestName(collection, collections)
  if (!nearest) return
  const meant = ['', nearest, ...(next ? [next] : []), ...others].join('/')
  throw new OptionError(`no route has the path "${path}"; did you mean "${meant}"?`)
}

/**
 * The share of the matching requests that a rule applies to: a random share, exactly `count` out of `of`
 * consecutive requests, or the first requests.
 */
type Share =
  | { readonly percent: number }
  | { readonly count: number; readonly of: number }
  | { readonly first: number }

/** The accepted shares, for messages. */
const acceptedShares = '10%, 1/3, or 2x for the first two requests'

/** Parses a share. Returns undefined for another text. */
function parseShare(text: string): Share | undefined {
  const [, percent] = /^(\d{1,3}(?:\.\d{1,3})?)%$/.exec(text) ?? []
  if (percent !== undefined)
    return Number(percent) <= 100 ? { percent: Number(percent) } : undefined
  const [, count, of] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []
  if (count !== undefined && Number(count) <= Number(of) && Number(of) > 0)
    return { count: Number(count), of: Number(of) }
  const [, first] = /^(\d{1,9})x$/i.exec(text) ?? []
  return first === undefined ? undefined : { first: Number(first) }
}

/** The random choice for one request: the seed, the rule, and the number of matching requests so far, this request included. */
interface Draw {
  readonly seed: number
  readonly rule: string
  readonly matches: number
}

/** Returns whether a rule applies to a request. The same draw always has the same result. */
function isDrawn(share: Share | undefined, { seed, rule, matches }: Draw): boolean {
  if (!share) return true
  if ('first' in share) return matches <= share.first
  const random = createRandom(seed, `fault ${rule}`, 'count' in share ? 0 : matches)
  if ('percent' in share) return random.int('share', 100000) < share.percent * 1000
  const position = matches + random.int('share', share.of) // the seed decides where the cycle begins
  return (position * share.count) % share.of < share.count
}

/** Returns a random integer from `min` to `max`. */
const drawInteger = (
  { min, max }: { readonly min: number; readonly max: number },
  { seed, rule, matches }: Draw,
): number => min + createRandom(seed, `delay ${rule}`, matches).int('ms', max - min + 1)
