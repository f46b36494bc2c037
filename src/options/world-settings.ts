import { invalidOption } from '../contract/option-error.ts'
import { type DelayOption, formatDelay, parseDelay } from '../faults/delay-range.ts'
import { parseFaultRules } from '../faults/fault-rules.ts'
import { mockOptions, type NamesInScope } from './mock-options.ts'
import { requireOption } from './option-types.ts'

/** The names of the options that each world has a value of. A world has several rules of the option `fault`. */
type SettingName = Exclude<NamesInScope<'world'>, 'fault'> | 'faults'

/** The parser of each setting of a world. It returns the shortest form of a value, as plain JSON, and throws `OptionError` if the value is invalid. */
const parsers = {
  /** The rules of faults, in the order of their use. */
  faults: (value: string | readonly string[]): readonly string[] =>
    parseFaultRules(requireTexts(value)).map(({ text }) => text),
  /** The delay of responses: a number of ms, or a range such as `200-800`. */
  delay: (value: DelayOption) => formatDelay(parseDelay(value)),
  /** The maximum of requests in the log. 0 turns it off. */
  maxRequests(value: number) {
    requireOption(mockOptions.maxRequests.type, value, 'maxRequests')
    return value
  },
} satisfies Record<SettingName, (value: never) => unknown>

/** The settings of a world besides its clock and its scenario, as plain JSON. */
export type WorldSettings = {
  readonly [Name in keyof typeof parsers]: ReturnType<(typeof parsers)[Name]>
}

/** The settings to change, in each form that options accept. */
export type SettingsChange = {
  readonly [Name in keyof typeof parsers]?: Parameters<(typeof parsers)[Name]>[0]
}

function requireTexts(value: unknown): readonly string[] {
  const texts = [value].flat()
  if (texts.every((text) => typeof text === 'string')) return texts
  throw invalidOption('faults', JSON.stringify(value), 'a list of rules')
}

export const settingNames: readonly string[] = Object.keys(parsers)

/** Validates settings. Throws `OptionError` for an invalid value. */
export const parseSettings = (change: SettingsChange): Partial<WorldSettings> =>
  Object.fromEntries(
    Object.entries<(value: never) => unknown>(parsers).flatMap(([name, parse]) => {
      const value = change[name as SettingName] // a key of the table
      return value === undefined ? [] : [[name, parse(value as never)]] // the parser is that setting's parser
    }),
  )

/** Validates all settings. Throws `OptionError` for an invalid value. */
export const parseAllSettings = (all: Required<SettingsChange>): WorldSettings =>
  parseSettings(all) as WorldSettings // each setting has a value
