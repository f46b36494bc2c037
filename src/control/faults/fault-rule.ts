import { findNearestName } from '../../contract/nearest-name.ts'
import { formatInvalidValue, invalidOption, OptionError } from '../../contract/option-error.ts'
import { resources } from '../../contract/resources/index.ts'
import { type FaultKind, parseFaultKind } from './fault-kind.ts'
import { compilePath, type PathPattern } from './path-pattern.ts'
import { acceptedShares, parseShare, type Share } from './share.ts'

/** A parsed rule: the requests that match, their fault, and the share of them that get it. */
export interface FaultRule {
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
export interface FaultTarget {
  /** The method that the service performs, after an override. */
  readonly method: string
  /** The path below the mock, and the one below the namespace of a site. */
  readonly paths: readonly string[]
  /** The query as it was sent. */
  readonly query: string
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const MAX_RULES = 100
const MAX_RULE_CHARACTERS = 500

/** The form of a rule, for messages. */
const FORM = '[method] [path] kind [share], such as GET /events 503 10%'

/** Parses rules. Throws `OptionError` for the first invalid one. */
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

/** Parses the words of a rule: the last one is a share if it looks like one, and the kind comes before it. */
function parseWords(words: readonly string[]): FaultRule {
  if (words.join(' ').length > MAX_RULE_CHARACTERS)
    throw new OptionError(`it is longer than ${MAX_RULE_CHARACTERS} characters`)
  const share = parseShare(words.at(-1) ?? '')
  const rest = share ? words.slice(0, -1) : words
  const kind = parseLastKind(rest)
  const [method, path, ...others] = splitTarget(rest.slice(0, -1))
  if (others.length > 0) throw new OptionError(`unexpected "${others.join(' ')}"`)
  const [pathname = '', query = ''] = splitQuery(path ?? '*')
  checkPath(pathname)
  return {
    text: words.join(' '),
    method: parseMethod(method ?? '*'),
    path: pathname === '*' ? undefined : compilePath(pathname),
    query: [...new URLSearchParams(query)],
    kind,
    share,
  }
}

/** Parses the last word as a kind. If the word before it is one, the message is about the share. */
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
export function matchesRule(rule: FaultRule, { method, paths, query }: FaultTarget): boolean {
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
  const collections = resources.map(({ collection }) => collection)
  if (path.includes('*') || collections.includes(collection)) return
  if (next !== '' && !RECORD.test(next)) return
  const nearest = findNearestName(collection, collections)
  if (!nearest) return
  const meant = ['', nearest, ...(next ? [next] : []), ...others].join('/')
  throw new OptionError(`no route has the path "${path}"; did you mean "${meant}"?`)
}
