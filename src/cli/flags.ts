import { type Command, InvalidArgumentError, Option } from 'commander'
import { formatInvalidValue } from '../contract/option-error.ts'
import { languages } from '../contract/site.ts'
import { defaults, limits, type Options } from '../options/options.ts'
import { type Io, UsageError } from './io.ts'

/** The flags of every command that creates a mock: its options, with the scenario as text. */
export interface WorldFlags extends Omit<Options, 'scenario'> {
  readonly scenario: string
}

/** The accepted values of `--now`, for help texts. */
const clockHelp =
  'today (noon UTC, frozen), real (advances), or an instant such as 2030-01-07T12:00:00Z'

/** Returns a parser of whole numbers in a range. It throws `InvalidArgumentError`, whose message is the accepted range. */
export function parseWholeNumberFlag(min: number, max: number) {
  return (text: string): number => {
    const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw new InvalidArgumentError(`a whole number from ${min} to ${max}`)
  }
}

/** Parses the environment variable of a flag without a value. The flag itself means true. */
export function parseBooleanFlag(text = 'true'): boolean {
  const word = text.toLowerCase()
  if (['1', 'true', 'yes', 'on'].includes(word)) return true
  if (['0', 'false', 'no', 'off'].includes(word)) return false
  throw new InvalidArgumentError('1, 0, true, false, yes, no, on, off')
}

/** Creates the flags of every command that creates a mock. */
export const worldFlags = (): Option[] => [
  new Option('--seed <n>', 'generate other records: the same seed always gives the same ones')
    .argParser(parseWholeNumberFlag(...limits.seed))
    .default(defaults.seed),
  new Option('--events <n>', 'generate this many events, most of them in all languages')
    .argParser(parseWholeNumberFlag(...limits.events))
    .default(defaults.events),
  new Option('--empty', 'create no records').argParser(parseBooleanFlag),
  new Option('--now <today|real|instant>', `set the clock: ${clockHelp}`).default('today'),
  new Option(
    '--scenario <names>',
    'start with these scenarios: names or files, joined with +',
  ).default(defaults.scenario),
  new Option(
    '--sites <list>',
    `create these language sites, comma-separated: ${languages.join(', ')}`,
  )
    .argParser((text) => text.split(',').map((code) => code.trim()))
    .default(defaults.sites, defaults.sites.join()),
  new Option(
    '--root <pattern>',
    "set the path of a site's REST root, such as /:site/wp-json; with one site also /wp-json",
  ).default(defaults.root),
  new Option('--namespace <path>', "set the path below a site's REST root").default(
    defaults.namespace,
  ),
  new Option('--max-per-page <n>', 'return at most this many records per page')
    .argParser(parseWholeNumberFlag(...limits.maxPerPage))
    .default(defaults.maxPerPage),
  new Option('--geoloc-radius <km>', 'find venues within this many km of a point')
    .argParser(parseWholeNumberFlag(...limits.geolocRadius))
    .default(defaults.geolocRadius),
]

/** Sets the options that the command line does not set from environment variables. Ignores empty variables. */
export function readVariables(command: Command, env: Io['env']): void {
  for (const option of command.options) {
    const key = option.attributeName()
    const name = `CALMOCK_${option.name().replaceAll('-', '_').toUpperCase()}`
    const variable = [name, ...(key === 'port' ? ['PORT'] : [])].find((name) => env[name])
    if (!variable || command.getOptionValueSource(key) === 'cli') continue
    const value = readVariable(option, variable, env[variable] ?? '')
    command.setOptionValueWithSource(key, value, 'env')
  }
}

function readVariable({ parseArg }: Option, variable: string, text: string): unknown {
  try {
    return parseArg ? parseArg(text, undefined) : text
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    throw new UsageError(formatInvalidValue(variable, text, error.message))
  }
}
