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
