import { findNearestName } from '../contract/nearest-name.ts'
import { mockOptions } from '../options/mock-options.ts'
import { readText } from '../options/option-types.ts'
import type { Options } from '../options/options.ts'
import { fileOptions } from '../options/serve-options.ts'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Returns the environment variable of an option: `CALMOCK_MAX_PER_PAGE` of `maxPerPage`. */
export const toVariable = (option: string): string =>
  `CALMOCK_${option.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

/** Returns the options of a mock that environment variables set. Ignores empty variables. Throws `OptionError` for an invalid value. */
export const readEnvironment = (env: Environment): Options =>
  Object.fromEntries(
    Object.entries(fileOptions).flatMap(([option, { type }]) => {
      const name = toVariable(option)
      const text = env[name]
      return text ? [[option, readText(type, text, { name })]] : []
    }),
  )

/** Returns the options of a mock among the keys of a config file or the flags of a command. */
export const pickMockOptions = (options: object): Options =>
  Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(mockOptions, name)))

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
