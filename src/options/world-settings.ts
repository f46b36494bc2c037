import { invalidOption } from '../contract/option-error.ts'
import { type DelayOption, formatDelay, parseDelay } from '../faults/delay-range.ts'
import { parseFaultRules } from '../faults/fault-rule.ts'
import { requireLimit } from './limits.ts'

/** The settings of a world besides its clock and its scenario, as plain JSON. */
export interface WorldSettings {
  /** The rules of faults, in the order of their use. */
  readonly faults: readonly string[]
  /** The delay of responses: a number of ms, or a range such as `200-800`. */
  readonly delay: number | string
  /** The maximum of requests in the log. 0 turns it off. */
  readonly maxRequests: number
}

/** The settings to change, in each form that options accept. */
export interface SettingsChange {
  readonly faults?: string | readonly string[]
  readonly delay?: DelayOption
  readonly maxRequests?: number
}

/** Validates each setting, and returns it in its shortest form. Throws `OptionError` for an invalid one. */
const parsers: {
  readonly [Name in keyof WorldSettings]: (
    value: NonNullable<SettingsChange[Name]>,
  ) => WorldSettings[Name]
} = {
  faults: (value) => parseFaultRules(requireTexts(value)).map(({ text }) => text),
  delay: (value) => formatDelay(parseDelay(value)),
  maxRequests: (value) => {
    requireLimit('maxRequests', value)
    return value
  },
}

function requireTexts(value: unknown): readonly string[] {
  const texts = [value].flat()
  if (texts.every((text) => typeof text === 'string')) return texts
  throw invalidOption('faults', JSON.stringify(value), 'a list of rules')
}

/** The names of the settings. */
export const settingNames = Object.keys(parsers)

/** Validates settings. Throws `OptionError` for an invalid value. */
export const parseSettings = ({
  faults,
  delay,
  maxRequests,
}: SettingsChange): Partial<WorldSettings> => ({
  ...(faults !== undefined && { faults: parsers.faults(faults) }),
  ...(delay !== undefined && { delay: parsers.delay(delay) }),
  ...(maxRequests !== undefined && { maxRequests: parsers.maxRequests(maxRequests) }),
})

/** Validates all settings. Throws `OptionError` for an invalid value. */
export const parseAllSettings = (all: Required<SettingsChange>): WorldSettings => ({
  faults: parsers.faults(all.faults),
  delay: parsers.delay(all.delay),
  maxRequests: parsers.maxRequests(all.maxRequests),
})
