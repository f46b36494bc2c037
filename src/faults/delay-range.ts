import { invalidOption } from '../contract/option-error.ts'

/** The delay of responses: a number of ms, a range such as `200-800`, or both as an object. */
export type DelayOption = number | string | DelayRange

/** The limits of a random delay, in ms. */
export interface DelayRange {
  readonly min: number
  readonly max: number
}

/** The maximum delay, in ms: an hour. */
const MAX_DELAY = 3_600_000

/** Parses a delay. Throws `OptionError` if it is invalid. */
export function parseDelay(option: DelayOption): DelayRange {
  if (typeof option === 'string') return parseDelayText(option)
  if (typeof option === 'number') return requireRange({ min: option, max: option }, option)
  return requireRange({ min: option?.min, max: option?.max }, JSON.stringify(option))
}

/** Parses `500` or `200-800`. */
export function parseDelayText(text: string): DelayRange {
  const [, min = '', max = min] = /^(\d+)(?:-(\d+))?$/.exec(text.trim()) ?? []
  return requireRange({ min: Number(min || Number.NaN), max: Number(max || Number.NaN) }, text)
}

function requireRange(range: DelayRange, given: unknown): DelayRange {
  const { min, max } = range
  const isValid = [min, max].every((ms) => Number.isInteger(ms) && ms >= 0 && ms <= MAX_DELAY)
  if (isValid && min <= max) return range
  const accepted = isValid
    ? `${max}-${min}, as the range is reversed`
    : `whole milliseconds from 0 to ${MAX_DELAY}, such as 500, or a range such as 200-800`
  throw invalidOption('delay', given, accepted)
}

/** Returns the shortest form of a delay: a number, or a range as a text. */
export const formatDelay = ({ min, max }: DelayRange): number | string =>
  min === max ? min : `${min}-${max}`
