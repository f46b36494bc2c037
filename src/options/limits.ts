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
  maxRequests: [0, 10_000],
  maxLoggedBody: [0, 100_000_000],
} as const

/** Throws `OptionError` for a number outside its limits. */
export function checkLimits(options: Readonly<Record<keyof typeof limits, number>>): void {
  for (const name of Object.keys(limits) as LimitedOption[]) // the names of the table
    requireLimit(name, options[name])
}

type LimitedOption = keyof typeof limits

/** Throws `OptionError` for everything but a whole number within the limits of an option. `name` is the name in the message. */
export function requireLimit(
  option: LimitedOption,
  value: unknown,
  name: string = option,
): asserts value is number {
  const [min, max] = limits[option]
  const isValid = typeof value === 'number' && Number.isInteger(value)
  if (isValid && value >= min && value <= max) return
  throw invalidOption(name, value, `a whole number from ${min} to ${max}`)
}
