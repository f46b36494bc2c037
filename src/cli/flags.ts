import { type Command, InvalidArgumentError, Option } from 'commander'
import { defaults, limits, type Options } from '../options/options.ts'
import { type Io, UsageError } from './io.ts'

/** The flags that say what a mock is, as commander reads them: the options, with the scenario still to be loaded. */
export interface WorldFlags extends Omit<Options, 'scenario'> {
  readonly scenario: string
}

/** Reads a flag as a whole number. Throws what commander shows. */
export function parseWholeNumberFlag(least: number, most: number) {
  return (text: string): number => {
    const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
}

/** Reads an environment variable that stands for a flag without a value, which itself means yes. */
export function parseBooleanFlag(text = 'true'): boolean {
  const word = text.toLowerCase()
  if (['1', 'true', 'yes', 'on'].includes(word)) return true
  if (['0', 'false', 'no', 'off'].includes(word)) return false
  throw new InvalidArgumentError('It must be 1, 0, true, false, yes, no, on or off.')
}

/** The flags of every command that makes a mock. */
export const worldFlags = (): Option[] => [
  new Option('--seed <n>', 'chooses among worlds')
    .argParser(parseWholeNumberFlag(...limits.seed))
    .default(defaults.seed),
  new Option('--events <n>', 'how many events, each in all languages')
    .argParser(parseWholeNumberFlag(...limits.events))
    .default(defaults.events),
  new Option('--empty', 'no records').argParser(parseBooleanFlag),
  new Option('--now <today|real|instant>', 'the clock of the mock').default('today'),
  new Option('--scenario <names>', 'starting world: names or files, joined with +').default(
    defaults.scenario,
  ),
  new Option('--sites <list>', 'language sites, joined by commas')
    .argParser((text) => text.split(',').map((code) => code.trim()))
    .default(defaults.sites, defaults.sites.join()),
  new Option('--root <pattern>', 'where the REST root of a site is').default(defaults.root),
  new Option('--namespace <path>', 'the segment of the namespace in every path').default(
    defaults.namespace,
  ),
  new Option('--max-per-page <n>', 'most records of a page')
    .argParser(parseWholeNumberFlag(...limits.maxPerPage))
    .default(defaults.maxPerPage),
  new Option('--geoloc-radius <km>', 'how far from a point venues are found')
    .argParser(parseWholeNumberFlag(...limits.geolocRadius))
    .default(defaults.geolocRadius),
]

/** Fills in from the environment what the command line leaves open; an empty variable says nothing. */
export function readVariables(command: Command, env: Io['env']): void {
  for (const option of command.options) {
    const key = option.attributeName()
    const name = `CALMOCK_${option.name().replaceAll('-', '_').toUpperCase()}`
    const variable = [name, ...(key === 'port' ? ['PORT'] : [])].find((other) => env[other])
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
    throw new UsageError(`variable ${variable} '${text}' is invalid. ${error.message}`)
  }
}
