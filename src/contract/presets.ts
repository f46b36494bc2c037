/** The names that a service has in place of the neutral ones. */
export interface Preset {
  /** The prefixes of the headers `-Total` and `-TotalPages` of lists. */
  readonly totalHeaders: readonly string[]
}

export const neutralPreset: Preset = {
  totalHeaders: ['X-Cal', 'X-WP'],
}
