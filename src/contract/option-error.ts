import { findNearestName } from './nearest-name.ts'

/** Returns the message about an invalid value, which names the accepted values, and the nearest one of a list. */
export function formatInvalidValue(
  name: string,
  value: unknown,
  accepted: string | readonly string[],
): string {
  const text = shorten(quoteValue(value))
  const nearest = typeof accepted === 'string' ? undefined : findNearestName(text, accepted)
  const advice = nearest ? `did you mean "${nearest}"? ` : ''
  return `invalid ${name} "${text}"; ${advice}accepted: ${[accepted].flat().join(', ')}`
}

/** Returns the text of a value. An object as JSON: it can have a property `toString` that is no function. */
const quoteValue = (value: unknown): string =>
  typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : String(value)

/** Returns the first 80 characters of a text that a message quotes. */
const shorten = (text: string): string => (text.length <= 80 ? text : `${text.slice(0, 79)}…`)

/** An invalid option, flag or body of a control request. The message says what is accepted. */
export class OptionError extends Error {
  /** The message without the name of the package. */
  readonly reason: string

  constructor(reason: string) {
    super(`[calmock] ${reason}`)
    this.name = 'OptionError'
    this.reason = reason
  }
}

/** Creates the error about an option with an invalid value. */
export const invalidOption = (...value: Parameters<typeof formatInvalidValue>): OptionError =>
  new OptionError(formatInvalidValue(...value))
