/** The names that a service has in place of the neutral ones. */
export interface Preset {
  /** The prefixes of the headers `-Total` and `-TotalPages` of lists. */
  readonly totalHeaders: readonly string[]
  /** True if a written month 0, day 0 and days past the end of a month roll over. */
  readonly rollsOverDates: boolean
}

export const neutralPreset: Preset = {
  totalHeaders: ['X-Cal', 'X-WP'],
  rollsOverDates: false,
}
