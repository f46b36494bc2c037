import { findNearestName } from '../contract/nearest-name.ts'
import { invalidOption, OptionError } from '../contract/option-error.ts'
import { describeRemoved } from './removed.ts'

/** A type of option values: a check, and the accepted values for messages. */
interface OptionType {
  readonly accepts: string
  includes(value: unknown): boolean
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns whether a value is a `Date`, also of another realm, such as Node's in jsdom. */
export const isDate = (value: unknown): value is Date =>
  Object.prototype.toString.call(value) === '[object Date]'

/** The types of option values. Ranges and formats are checked where the options are parsed. */
const optionTypes = {
  number: { accepts: 'a number', includes: (value) => typeof value === 'number' },
  boolean: { accepts: 'true, false', includes: (value) => typeof value === 'boolean' },
  text: { accepts: 'a string', includes: isText },
  textList: { accepts: 'a list such as ["en", "de"]', includes: isTextList },
  texts: {
    accepts: 'a string or a list of strings',
    includes: (value) => isText(value) || isTextList(value),
  },
  delay: {
    accepts: 'milliseconds such as 500, a range such as "200-800", or {"min": 200, "max": 800}',
    includes: (value) => typeof value === 'number' || isText(value) || isObject(value),
  },
  instant: {
    accepts: 'a string or a Date',
    includes: (value) => isText(value) || isDate(value),
  },
  data: {
    accepts: 'an object with lists of records, such as {"events": [...]}',
    includes: isObject,
  },
  file: { accepts: 'the name of a file', includes: isText },
  fileOrData: {
    accepts: 'the name of a file, or an object with lists of records',
    includes: (value) => isText(value) || isObject(value),
  },
  scenario: {
    accepts: 'a name, a scenario of defineScenario, or a list of them',
    includes: (value) => [value].flat().every((part) => isText(part) || isObject(part)),
  },
} as const satisfies Record<string, OptionType>

/** The name of a type in `optionTypes`. */
export type OptionTypeName = keyof typeof optionTypes

/** Throws `OptionError` for an unknown name, with the nearest known one, and for a value of a wrong type. Ignores undefined values. */
export function checkOptionTypes(
  options: object,
  types: Readonly<Record<string, OptionTypeName>>,
): void {
  for (const [name, value] of Object.entries(options)) {
    const type = Object.hasOwn(types, name) ? types[name] : undefined
    if (!type) throw unknownOption(name, Object.keys(types))
    const { accepts, includes } = optionTypes[type]
    if (value !== undefined && !includes(value)) throw invalidOption(name, quote(value), accepts)
  }
}

/** Returns the options that have a value, so that an undefined one does not replace a default. */
export const omitUndefined = <T extends object>(options: T): T =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T // fewer optional keys

/** Creates the error about an unknown name. */
export function unknownOption(name: string, names: readonly string[]): OptionError {
  const removed = describeRemoved(name, `option "${name}"`)
  if (removed) return new OptionError(removed)
  const nearest = findNearestName(name, names)
  const advice = nearest ? `did you mean "${nearest}"?` : `accepted: ${names.join(', ')}`
  return new OptionError(`unknown option "${name}"; ${advice}`)
}

const quote = (value: unknown): unknown =>
  typeof value === 'object' ? JSON.stringify(value)?.slice(0, 80) : value
