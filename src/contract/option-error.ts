/** Returns the message about an invalid value, which names the accepted values. */
export const formatInvalidValue = (
  name: string,
  value: unknown,
  accepted: string | readonly string[],
): string => `invalid ${name} "${value}"; accepted: ${[accepted].flat().join(', ')}`

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
