import { formatDateTime } from '../../dates/date-time.ts'
import { type DateRules, type ParsedDate, parseDate } from '../../dates/parse-date.ts'
import { isTimeZone } from '../../dates/time-zone.ts'
import type { Context } from '../context.ts'
import type { MessageKey } from '../format-message.ts'
import { invalid, invalidType, type Param, type ReadResult, valid } from './param.ts'

/** Text that is not empty. `"0"` is rejected too, as in the real service (14.1). */
export const text = (doc: MessageKey, overrides: Partial<Param<string>> = {}): Param<string> => ({
  doc,
  declared: { type: 'string' },
  schema: { type: 'string', minLength: 1 },
  required: false,
  read: (raw) => {
    if (typeof raw !== 'string') return invalidType('notText', raw)
    return raw === '' || raw === '0' ? invalid('emptyText') : valid(raw)
  },
  ...overrides,
})

/** Text that may be empty, which clears the field. `convert` returns the result for a text. */
const clearableText = (
  doc: MessageKey,
  convert: (raw: string) => ReadResult<string>,
): Param<string> =>
  text(doc, {
    schema: { type: 'string' },
    read: (raw) => (typeof raw === 'string' ? convert(raw) : invalidType('notText', raw)),
  })

/** One line of text, stored without tags. Empty text clears the field (14.1). */
export const singleLine = (doc: MessageKey): Param<string> =>
  clearableText(doc, (raw) => valid(toPlainText(raw)))

/** Text of several paragraphs. Empty text clears the field. */
export const multiLine = (doc: MessageKey): Param<string> => clearableText(doc, valid)

/** One line of text that may also be a JSON number: a postal code, a telephone number. */
export const textOrNumber = (doc: MessageKey): Param<string> => ({
  ...singleLine(doc),
  schema: { type: ['string', 'number'] },
  read: (raw, context) =>
    singleLine(doc).read(typeof raw === 'number' ? String(raw) : raw, context),
})

/** A time zone, stored as the client wrote it. Empty text means the site's time zone. */
export const zone = (doc: MessageKey): Param<string> =>
  clearableText(doc, (raw) =>
    raw === '' || isTimeZone(raw) ? valid(raw) : invalid('notZone', raw),
  )

/** An absolute URL of http or https, in ASCII; with the preset, of other schemes too (24.4). Empty text clears the field. */
export const url = (doc: MessageKey): Param<string> => ({
  ...clearableText(doc, valid),
  schema: { type: 'string', format: 'uri' },
  read: (raw, { settings }) => {
    if (typeof raw !== 'string') return invalidType('notText', raw)
    const schemes = settings.preset.followsService ? serviceSchemes : webSchemes
    return raw === '' || (isUrl(raw) && schemes.test(raw)) ? valid(raw) : invalid('notUrl', raw)
  },
})

/** Pages and feeds link these addresses. */
export const webSchemes = /^https?:/i

/** The service accepts any scheme with a host, and three without one. */
const serviceSchemes = /^(?!javascript:)(?:[^:]+:\/\/|(?:mailto|news|file):)/i

export function isUrl(raw: string): boolean {
  return /^[a-z][a-z0-9+.-]*:(\/\/)?[!-~]+$/i.test(raw) && URL.canParse(raw)
}

/** Returns the text without tags and line breaks. */
const toPlainText = (raw: string): string =>
  raw
    .replace(/<[^<>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** A boolean: true, false, 1 and 0, in any letter case (14.1). */
export const boolean = (
  doc: MessageKey,
  overrides: Partial<Param<boolean>> = {},
): Param<boolean> => ({
  doc,
  declared: { type: 'boolean' },
  schema: { type: 'boolean' },
  required: false,
  read: (raw) => {
    const value = parseBoolean(raw, ['true', '1'], ['false', '0'])
    return value === undefined ? invalidType('notBoolean', raw) : valid(value)
  },
  ...overrides,
})

/** A boolean without a declared type, which also accepts yes, no, on and off. */
export const flag = (doc: MessageKey, overrides: Partial<Param<boolean>> = {}): Param<boolean> => ({
  ...boolean(doc),
  declared: {},
  read: (raw) => {
    const value = parseBoolean(raw, ['true', '1', 'yes', 'on'], ['false', '0', 'no', 'off'])
    return value === undefined ? invalid('notFlag', raw) : valid(value)
  },
  ...overrides,
})

/** A flag that the index declares as text (2.2). JSON booleans are accepted too, and empty text means false (14.1c, 14.5). */
export const textFlag = (doc: MessageKey): Param<boolean> =>
  flag(doc, {
    declared: { type: 'string' },
    schema: { type: ['boolean', 'string'] },
    read: (raw, context) => (raw === '' ? valid(false) : flag(doc).read(raw, context)),
  })

function parseBoolean(
  raw: unknown,
  trueWords: readonly string[],
  falseWords: readonly string[],
): boolean | undefined {
  if (typeof raw === 'object') return undefined
  const word = String(raw).toLowerCase()
  if (trueWords.includes(word)) return true
  return falseWords.includes(word) ? false : undefined
}

/** A whole number, as JSON or as text: `5`, `"5"`, `"5.0"`, `"1e3"`. */
export const integer = (
  doc: MessageKey,
  overrides: Partial<Param<number>> = {},
): Param<number> => ({
  doc,
  declared: { type: 'integer' },
  schema: { type: 'integer' },
  required: false,
  read: (raw) => {
    const value = parseWholeNumber(raw)
    return value === undefined ? invalidType('notInteger', raw) : valid(value)
  },
  ...overrides,
})

/** A whole number above 0. */
export const positive = (doc: MessageKey): Param<number> =>
  integer(doc, {
    schema: { type: 'integer', minimum: 1 },
    read: (raw) => {
      const value = parseWholeNumber(raw)
      return value === undefined || value < 1 ? invalidType('notPositive', raw) : valid(value)
    },
  })

/** A number from `minimum` to `maximum`, in the unit that its description names. */
export const number = (doc: MessageKey, minimum: number, maximum: number): Param<number> => ({
  doc,
  declared: { format: 'double' },
  schema: { type: 'number', format: 'double', minimum, maximum },
  required: false,
  read: (raw) => {
    const value = parseNumber(raw)
    if (value >= minimum && value <= maximum) return valid(value)
    return invalid('notNumber', raw, { values: { least: minimum, most: maximum } })
  },
})

/** Returns the whole number in a JSON number or a text, or undefined. */
export function parseWholeNumber(raw: unknown): number | undefined {
  const value = parseNumber(raw)
  return Number.isSafeInteger(value) ? value : undefined
}

/** Returns the number, or NaN. Objects are not converted, because `Number` throws for some of them. */
function parseNumber(raw: unknown): number {
  const isNumeric = typeof raw === 'number' || (typeof raw === 'string' && NUMERIC.test(raw.trim()))
  return isNumeric ? Number(raw) : Number.NaN
}

const NUMERIC = /^[+-]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})(e[+-]?\d{1,3})?$/i

/** One of the accepted words, in the same letter case. */
export const oneOf = <T extends string>(doc: MessageKey, accepted: readonly T[]): Param<T> => ({
  doc,
  declared: { type: 'string' },
  schema: { type: 'string', enum: accepted },
  required: false,
  read: (raw) => readOneOf(raw, accepted),
})

/** One or more of the accepted words, as a list or joined by commas. */
export const someOf = <T extends string>(
  doc: MessageKey,
  accepted: readonly T[],
): Param<readonly T[]> => ({
  doc,
  declared: { format: 'string' },
  schema: { type: 'array', items: { type: 'string', enum: accepted }, minItems: 1 },
  required: false,
  list: true,
  read: (raw) => {
    const words = splitList(raw)
    return readAll(words.length > 0 ? words : [''], (word) => readOneOf(word, accepted))
  },
})

function readOneOf<T extends string>(raw: unknown, accepted: readonly T[]): ReadResult<T> {
  const word = accepted.find((word) => word === raw)
  if (word) return valid(word)
  return invalid('notOneOf', raw, { code: 'rest_not_in_enum', values: { accepted } })
}

/** Positive whole numbers, as a list or joined by commas. */
export const integers = (
  doc: MessageKey,
  overrides: Partial<Param<readonly number[]>> = {},
): Param<readonly number[]> => ({
  doc,
  declared: { items: { type: 'integer' } },
  schema: { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1 },
  required: false,
  list: true,
  read: (raw) => {
    const values = splitList(raw).map(parseWholeNumber)
    return values.length > 0 && values.every(isPositive) ? valid(values) : invalid('notList', raw)
  },
  ...overrides,
})

const isPositive = (value: number | undefined): value is number => value !== undefined && value > 0

/** Returns the elements of a list. JSON, `a[]=1&a[]=2`, `a=1,2` and `a=1&a=2` are all accepted, and empty parts are left out (14.1a). */
export function splitList(raw: unknown): readonly unknown[] {
  if (Array.isArray(raw)) return raw
  if (typeof raw === 'string')
    return raw
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  return raw === null || raw === undefined ? [] : [raw]
}

/** Reads the elements of a list. Returns their values, or the first error. */
export function readAll<A, B>(
  items: readonly A[],
  read: (item: A) => ReadResult<B>,
): ReadResult<readonly B[]> {
  const values: B[] = []
  for (const item of items) {
    const reading = read(item)
    if (!reading.ok) return reading
    values.push(reading.value)
  }
  return valid(values)
}

/** A date as the client wrote it. It is parsed later, when the time zone of the record is known. */
export const dateText = (doc: MessageKey): Param<string> => ({
  ...utcDate(doc),
  declared: { type: 'string' },
  read: (raw, context) =>
    parseDateParam(raw, createDateRules(context)) ? valid(String(raw)) : invalid('notDate', raw),
})

/** A date in a list query, converted to `YYYY-MM-DD HH:MM:SS` in UTC. A date without an offset is already in UTC; words such as `today` count in the zone of the site, with the preset in UTC (24.5). */
export const utcDate = (doc: MessageKey): Param<string> => ({
  doc,
  declared: {},
  schema: { type: ['string', 'integer'], minLength: 1 },
  example: (now) => formatDateTime(now.getTime()).slice(0, 10),
  required: false,
  read: (raw, context) => {
    const zone = context.settings.preset.followsService ? 'UTC' : context.site.zone // of `today`
    const date = parseDateParam(raw, createDateRules(context, zone))
    return date ? valid(formatDateTime(date.wall - (date.offset ?? 0))) : invalid('notDate', raw)
  },
})

/** Parses a raw value. Rejects the start of 1970 unless it is written as UNIX seconds, as the real service does (14.1). */
export function parseDateParam(raw: unknown, rules: DateRules): ParsedDate | undefined {
  if (typeof raw !== 'string' && typeof raw !== 'number') return undefined
  const date = parseDate(raw, rules)
  const isUnixTime = typeof raw === 'number' || /^[+-]?\d+(\.\d+)?$/.test(raw)
  return date?.wall === 0 && !isUnixTime ? undefined : date
}

/** Returns the rules for the dates of a request in a time zone. Dates that do not exist roll over with the preset (24.4). */
export const createDateRules = ({ now, settings, site }: Context, zone = site.zone): DateRules => ({
  now,
  zone,
  rollsOver: settings.preset.followsService,
})
