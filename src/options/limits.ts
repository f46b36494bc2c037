import { invalidOption } from '../contract/option-error.ts'

/** The minimum and the maximum of the options that are whole numbers. */
export const limits = {
  seed: [0, 4_294_967_295],
  events: [0, 10_000_000],
  maxPerPage: [1, 1_000_000],
  geolocRadius: [0, 20_100],
  maxWorlds: [1, 1_000_000],
  worldIdle: [1, 525_600],
  maxMemory: [1, 1_000_000],
  maxBody: [1, 1_000_000_000],
} as const

/** Throws `OptionError` for a number outside its limits. */
export function checkLimits(options: Readonly<Record<keyof typeof limits, number>>): void {
  for (const [name, [min, max]] of Object.entries(limits)) {
    const value = options[name as keyof typeof limits] // the names of the table
    if (Number.isInteger(value) && value >= min && value <= max) continue
    throw invalidOption(name, value, `a whole number from ${min} to ${max}`)
  }
}
