import { findNearestName } from '../contract/nearest-name.ts'
import { invalidOption } from '../contract/option-error.ts'
import { limits } from '../options/limits.ts'
import { mockOptionTypes, type Options } from '../options/options.ts'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Returns the environment variable of an option: `CALMOCK_MAX_PER_PAGE` of `maxPerPage`. */
export const toVariable = (option: string): string =>
  `CALMOCK_${option.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

/** Returns the options of a mock that environment variables set. Ignores empty variables. Throws `OptionError` for an invalid value. */
export function readEnvironment(env: Environment): Options {
  const values = Object.keys(mockOptionTypes).flatMap((option) => {
    const text = env[toVariable(option)]
    return text ? [[option, parseVariable(option as keyof Options, text)] as const] : [] // a key of the table
  })
  return Object.fromEntries(values)
}

function parseVariable(option: keyof Options, text: string): unknown {
  switch (mockOptionTypes[option]) {
    case 'number':
      return parseNumber(option as keyof typeof limits, text) // every number has limits
    case 'boolean': {
      const value = parseBoolean(text)
      if (value !== undefined) return value
      throw invalidOption(toVariable(option), text, booleanWords)
    }
    case 'texts':
    case 'textList':
      return text.split(',').map((part) => part.trim())
    default:
      return text
  }
}

function parseNumber(option: keyof typeof limits, text: string): number {
  const [min, max] = limits[option]
  const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw invalidOption(toVariable(option), text, `a whole number from ${min} to ${max}`)
}

const words = { true: ['1', 'true', 'yes', 'on'], false: ['0', 'false', 'no', 'off'] }

/** The words that `parseBoolean` accepts. */
export const booleanWords = ['1', '0', 'true', 'false', 'yes', 'no', 'on', 'off']

/** Parses a boolean in any letter case. Returns undefined for other texts. */
export function parseBoolean(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (words.true.includes(word)) return true
  return words.false.includes(word) ? false : undefined
}

/** Returns a warning for each variable `CALMOCK_*` that sets none of the options. */
export function listUnknownVariables(
  env: Environment,
  options: readonly string[],
): readonly string[] {
  const prefix = toVariable('')
  const known = options.map((option) => toVariable(option).slice(prefix.length))
  return Object.keys(env)
    .filter((name) => name.startsWith(prefix) && !known.includes(name.slice(prefix.length)))
    .map((name) => {
      const nearest = findNearestName(name.slice(prefix.length), known)
      const advice = nearest ? `; did you mean ${prefix}${nearest}?` : ''
      return `unknown environment variable ${name}${advice}`
    })
}
