import type { Context, Query } from '../context.ts'
import { formatDateTime } from '../dates/date-time.ts'
import { type ParsedDate, parseDate } from '../dates/parse-date.ts'
import { isTimeZone } from '../dates/time-zone.ts'
import type { MessageKey } from '../format-message.ts'
import type { ParamFault } from '../problem.ts'

/** A JSON Schema, or the part of one that the index shows. */
export type Schema = Readonly<Record<string, unknown>>

/** One value the service accepts: what it says of it, how it is read, and what is stored for it. */
export interface Param<In, Stored = In> {
  readonly doc: MessageKey | undefined
  /** What the index says: `type`, `default`, `format`, `items`. */
  readonly declared: Schema
  /** What it really accepts, for `/doc`. */
  readonly schema: Schema
  readonly required: boolean
  /** The resource whose IDs it holds. */
  readonly link?: string
  /** Whether `a=1&a=2` means both. */
  readonly list?: true
  /** Its value when a list or a create does not carry it. */
  defaultValue?(now: Date): In
  read(raw: unknown, context: Context): ReadResult<In>
  /** What is stored for it, making linked records on the way; else what was read. */
  store?(value: In, context: Context): Stored
}

/** What reading a raw value gives: the value, or what is wrong with it. */
export type ReadResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: ParamFault }

// biome-ignore lint/suspicious/noExplicitAny: a table holds parameters of every type
export type Params = Readonly<Record<string, Param<any, any>>>

/** A value that is good. */
export const valid = <T>(value: T): ReadResult<T> => ({ ok: true, value })

/** A refusal: the sentence to say, with what was given. */
export function invalid(
  phrase: MessageKey,
  given?: unknown,
  more: Partial<ParamFault> = {},
): ReadResult<never> {
  const slots = { ...(given === undefined ? {} : { given: quote(given) }), ...more.values }
  return { ok: false, fault: { ...more, key: phrase, values: slots } }
}

const WRONG_TYPE = { code: 'rest_invalid_type' } as const

/** A value as a message quotes it: as JSON, shortened. */
export function quote(given: unknown): string {
  const text = JSON.stringify(given) ?? String(given)
  if (text.length <= 80) return text
  return `${text.slice(0, 77)}…${typeof given === 'string' ? '"' : ''}`
}

/** Makes a parameter of a create one that has to be sent. */
export const required = <I, S>(param: Param<I, S>): Param<I, S> => ({ ...param, required: true })

/** Gives a parameter a default that the index shows; one that is not null also applies. */
export function withDefault<I, S>(param: Param<I, S>, value: I | null): Param<I, S> {
  const declared = { default: value, ...param.declared }
  return value === null ? { ...param, declared } : { ...param, declared, defaultValue: () => value }
}

/** Text that says something: `""` and `"0"` are refused, as the reference does (class V-str). */
export const text = (doc: MessageKey, of: Partial<Param<string>> = {}): Param<string> => ({
  doc,
  declared: { type: 'string' },
  schema: { type: 'string', minLength: 1 },
  required: false,
  read: (raw) => {
    if (typeof raw !== 'string') return invalid('notText', raw, WRONG_TYPE)
    return raw === '' || raw === '0' ? invalid('emptyText') : valid(raw)
  },
  ...of,
})

/** Text that may be empty, which clears it (V-str?). */
export const singleLine = (doc: MessageKey): Param<string> =>
  text(doc, {
    schema: { type: 'string' },
    read: (raw) =>
      typeof raw === 'string' ? valid(toPlainText(raw)) : invalid('notText', raw, WRONG_TYPE),
  })

/** Text of several paragraphs that may be empty. */
export const multiLine = (doc: MessageKey): Param<string> =>
  text(doc, {
    schema: { type: 'string' },
    read: (raw) => (typeof raw === 'string' ? valid(raw) : invalid('notText', raw, WRONG_TYPE)),
  })

/** A line that JSON numbers are good for too: postal codes, telephone numbers. */
export const textOrNumber = (doc: MessageKey): Param<string> => ({
  ...singleLine(doc),
  schema: { type: ['string', 'number'] },
  read: (raw) =>
    typeof raw === 'number' || typeof raw === 'string'
      ? valid(toPlainText(String(raw)))
      : invalid('notText', raw, WRONG_TYPE),
})

/** Stored without tags and line breaks. */
const toPlainText = (raw: string): string =>
  raw
    .replace(/<[^<>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** A whole number, as JSON or as text: `5`, `"5"`, `"5.0"`, `"1e3"`. */
export const integer = (doc: MessageKey, of: Partial<Param<number>> = {}): Param<number> => ({
  doc,
  declared: { type: 'integer' },
  schema: { type: 'integer' },
  required: false,
  read: (raw) => {
    const value = parseWholeNumber(raw)
    return value === undefined ? invalid('notInteger', raw, WRONG_TYPE) : valid(value)
  },
  ...of,
})

/** A whole number above 0. */
export const positive = (doc: MessageKey): Param<number> =>
  integer(doc, {
    schema: { type: 'integer', minimum: 1 },
    read: (raw) => {
      const value = parseWholeNumber(raw)
      return value === undefined || value < 1
        ? invalid('notPositive', raw, WRONG_TYPE)
        : valid(value)
    },
  })

function parseWholeNumber(raw: unknown): number | undefined {
  const value = parseNumber(raw)
  return Number.isSafeInteger(value) ? value : undefined
}

/** NaN for what is no number; only numbers and texts are converted, as other values may throw. */
function parseNumber(raw: unknown): number {
  const isNumber = typeof raw === 'number' || (typeof raw === 'string' && NUMERIC.test(raw.trim()))
  return isNumber ? Number(raw) : Number.NaN
}

const NUMERIC = /^[+-]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})(e[+-]?\d{1,3})?$/i

/** A number between two bounds, in the unit of its description. */
export const number = (doc: MessageKey, least: number, most: number): Param<number> => ({
  doc,
  declared: { format: 'double' },
  schema: { type: 'number', format: 'double', minimum: least, maximum: most },
  required: false,
  read: (raw) => {
    const value = parseNumber(raw)
    if (value >= least && value <= most) return valid(value)
    return invalid('notNumber', raw, { values: { least, most } })
  },
})

/** Choice: true, false, 1, 0 in any letter case, and no other word. */
export const boolean = (doc: MessageKey, of: Partial<Param<boolean>> = {}): Param<boolean> => ({
  doc,
  declared: { type: 'boolean' },
  schema: { type: 'boolean' },
  required: false,
  read: (raw) => {
    const value = parseBoolean(raw, ['true', '1'], ['false', '0'])
    return value === undefined ? invalid('notBoolean', raw, WRONG_TYPE) : valid(value)
  },
  ...of,
})

/** A boolean without a declared type: yes, no, on, off are good too. */
export const flag = (doc: MessageKey, of: Partial<Param<boolean>> = {}): Param<boolean> => ({
  ...boolean(doc),
  declared: {},
  read: (raw) => {
    const value = parseBoolean(raw, ['true', '1', 'yes', 'on'], ['false', '0', 'no', 'off'])
    return value === undefined ? invalid('notFlag', raw) : valid(value)
  },
  ...of,
})

/** A flag of a venue, declared as text (2.2). Choice: JSON booleans are good too, and empty means no. */
export const textFlag = (doc: MessageKey): Param<boolean> =>
  flag(doc, {
    declared: { type: 'string' },
    schema: { type: ['boolean', 'string'] },
    read: (raw, context) => (raw === '' ? valid(false) : flag(doc).read(raw, context)),
  })

function parseBoolean(
  raw: unknown,
  yes: readonly string[],
  no: readonly string[],
): boolean | undefined {
  if (typeof raw === 'object') return undefined
  const word = String(raw).toLowerCase()
  return yes.includes(word) ? true : no.includes(word) ? false : undefined
}

/** A date as clients write it, kept so: the zone that relative words are read in is known later. */
export const dateText = (doc: MessageKey): Param<string> => ({
  doc,
  declared: { type: 'string' },
  schema: { type: ['string', 'integer'] },
  required: false,
  read: (raw, context) => {
    const read = parseDateParam(raw, context.now, 'UTC')
    return read ? valid(String(raw)) : invalid('notDate', raw)
  },
})

/** A date of a list, as UTC: `YYYY-MM-DD HH:MM:SS`. Without an offset it is read in the site's zone. */
export const utcDate = (doc: MessageKey, of: Partial<Param<string>> = {}): Param<string> => ({
  doc,
  declared: {},
  schema: { type: ['string', 'integer'] },
  required: false,
  read: (raw, context) => {
    const read = parseDateParam(raw, context.now, 'UTC')
    return read ? valid(formatDateTime(read.wall - (read.offset ?? 0))) : invalid('notDate', raw)
  },
  ...of,
})

/** The moment a raw date means, or undefined. The epoch itself is refused, as the reference does. */
export function parseDateParam(raw: unknown, now: Date, zone: string): ParsedDate | undefined {
  if (typeof raw !== 'string' && typeof raw !== 'number') return undefined
  const read = parseDate(raw, now, zone)
  return read && (read.wall !== 0 || typeof raw === 'number' || /^[+-]?\d+(\.\d+)?$/.test(raw))
    ? read
    : undefined
}

/** One of the listed words, exactly. */
export function oneOf<T extends string>(
  doc: MessageKey,
  accepted: readonly T[],
  of: Partial<Param<T>> = {},
): Param<T> {
  return {
    doc,
    declared: { type: 'string' },
    schema: { type: 'string', enum: accepted },
    required: false,
    read: (raw) => readOneOf(raw, accepted),
    ...of,
  }
}

/** One or several of the listed words, as a list or joined by commas. */
export const someOf = <T extends string>(
  doc: MessageKey,
  accepted: readonly T[],
): Param<readonly T[]> => ({
  doc,
  declared: { format: 'string' },
  schema: { type: 'array', items: { type: 'string', enum: accepted } },
  required: false,
  list: true,
  read: (raw) => {
    const words = splitList(raw)
    const readings = words.map((word) => readOneOf(word, accepted))
    const refused = readings.find((reading) => !reading.ok) ?? readOneOf(words[0] ?? '', accepted)
    if (!refused.ok) return refused
    return valid(readings.flatMap((reading) => (reading.ok ? [reading.value] : [])))
  },
})

function readOneOf<T extends string>(raw: unknown, accepted: readonly T[]): ReadResult<T> {
  const found = accepted.find((word) => word === raw)
  if (found) return valid(found)
  return invalid('notOneOf', raw, {
    code: 'rest_not_in_enum',
    values: { accepted },
  })
}

/** A time zone, kept as it was given; empty means the site's. */
export const zone = (doc: MessageKey): Param<string> =>
  text(doc, {
    schema: { type: 'string' },
    read: (raw) => {
      if (typeof raw !== 'string') return invalid('notText', raw, WRONG_TYPE)
      return raw === '' || isTimeZone(raw) ? valid(raw) : invalid('notZone', raw)
    },
  })

/** An absolute URL of any scheme, in ASCII; empty clears. */
export const url = (doc: MessageKey, of: Partial<Param<string>> = {}): Param<string> =>
  text(doc, {
    schema: { type: 'string', format: 'uri' },
    read: (raw) => {
      if (typeof raw !== 'string') return invalid('notText', raw, WRONG_TYPE)
      return raw === '' || isUrl(raw) ? valid(raw) : invalid('notUrl', raw)
    },
    ...of,
  })

/** A scheme, and after it something that the platform reads as a URL. */
export function isUrl(raw: string): boolean {
  return /^[a-z][a-z0-9+.-]*:(\/\/)?[!-~]+$/i.test(raw) && URL.canParse(raw)
}

/** Positive whole numbers, as a list or joined by commas. */
export const integers = (
  doc: MessageKey,
  of: Partial<Param<readonly number[]>> = {},
): Param<readonly number[]> => ({
  doc,
  declared: { items: { type: 'integer' } },
  schema: { type: 'array', items: { type: 'integer', minimum: 1 } },
  required: false,
  list: true,
  read: (raw) => {
    const items = splitList(raw)
    const values = items.map(parseWholeNumber)
    const good = values.filter((value) => value !== undefined && value > 0) as number[] // narrowed by the filter
    return items.length > 0 && good.length === items.length ? valid(good) : invalid('notList', raw)
  },
  ...of,
})

/** The elements of a list. Choice: however it was sent, as JSON, `a[]=1&a[]=2`, `a=1,2` or `a=1&a=2`. */
export function splitList(raw: unknown): readonly unknown[] {
  if (Array.isArray(raw)) return raw
  if (typeof raw === 'string')
    return raw.trim() === '' ? [] : raw.split(',').map((item) => item.trim())
  return raw === null || raw === undefined ? [] : [raw]
}

/** Choice: JSON null means that a parameter was not sent, where no type or the default null is declared. */
const nullMeansAbsent = (param: Param<unknown>): boolean =>
  !('type' in param.declared) || param.declared.default === null

/** What tables of parameters make of raw values. Absent ones have no key. */
export interface ParamReader {
  /** Whether required ones are missed and defaults fill in, as in lists and creates. */
  readonly appliesDefaults: boolean
  readonly values: Record<string, unknown>
  readonly missing: string[]
  readonly faults: Record<string, ParamFault>
}

/** Nothing read yet. */
export const createParamReader = (isComplete: boolean): ParamReader => ({
  appliesDefaults: isComplete,
  values: {},
  missing: [],
  faults: {},
})

/** Gives the own values of an object by their names. */
export const ownValues =
  (values: Query) =>
  (name: string): unknown =>
    Object.hasOwn(values, name) ? values[name] : undefined

/** Reads raw values by a table, into what others have read. */
export function readParams(
  params: Params,
  rawOf: (name: string, param: Param<unknown>) => unknown,
  context: Context,
  { appliesDefaults: isComplete, values, missing, faults }: ParamReader,
): void {
  for (const name in params) {
    const param = params[name] as Param<unknown> // it is one of theirs
    const given = rawOf(name, param)
    const isAbsent =
      given === undefined || (given === null && (nullMeansAbsent(param) || param.required))
    if (!isAbsent) {
      const reading = param.read(given, context)
      if (reading.ok) values[name] = reading.value
      else faults[name] = reading.fault
    } else if (!isComplete) continue
    else if (param.required) missing.push(name)
    else if (param.defaultValue) values[name] = param.defaultValue(context.now)
  }
}
