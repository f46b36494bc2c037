import { InvalidArgumentError, Option } from 'commander'
import { booleanWords, parseBoolean } from '../config/environment.ts'
import { presets } from '../contract/presets.ts'
import { languages } from '../contract/site.ts'
import { limits } from '../options/limits.ts'
import { defaults, type Options, type ScenarioOption } from '../options/options.ts'

/** The flags of every command that creates a mock: its options, and the config file. */
export interface WorldFlags extends Omit<Options, 'scenario'> {
  readonly scenario: ScenarioOption
  readonly config?: string
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
  const value = parseBoolean(text)
  if (value !== undefined) return value
  throw new InvalidArgumentError(booleanWords.join(', '))
}

/** Creates the flags of every command that creates a mock. */
export const worldFlags = (): Option[] => [
  configFlag(),
  new Option('--seed <n>', 'generate other records: the same seed always generates the same ones')
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
    `set the path of a site's REST root, such as /:site/wp-json; with one site also /wp-json (default: "${defaults.root}")`,
  ),
  new Option(
    '--namespace <path>',
    `set the path below a site's REST root (default: "${defaults.namespace}")`,
  ),
  new Option(
    '--preset <name>',
    'use the names and habits of a service: paths, headers, taxonomies, dates, titles',
  ).choices(Object.keys(presets)),
  new Option('--max-per-page <n>', 'return at most this many records per page')
    .argParser(parseWholeNumberFlag(...limits.maxPerPage))
    .default(defaults.maxPerPage),
  new Option('--geoloc-radius <km>', 'find venues within this many km of a point')
    .argParser(parseWholeNumberFlag(...limits.geolocRadius))
    .default(defaults.geolocRadius),
  ...createFaultFlags(),
]

/** Creates the flags `--delay` and `--fault`. */
const createFaultFlags = (): Option[] => [
  new Option(
    '-d, --delay <ms|min-max>',
    'delay each response by this many ms, or by a random number of ms in a range',
  ),
  new Option(
    '--fault <rule>',
    "fail some requests: 'GET /events 503 10%', '* drop 1%', 'POST * 429' (repeatable)",
  ).argParser(appendValue),
]

/** Appends the value of a flag to the values of earlier ones. */
export const appendValue = (text: string, previous: readonly string[] = []): readonly string[] => [
  ...previous,
  text,
]

/** Creates the flag `--data`. */
export const dataFlag = (): Option =>
  new Option(
    '--data <file.json>',
    'add your own records, as bodies of POST requests; serve reloads a changed file',
  )

/** Creates the flag `--config`. */
const configFlag = (): Option =>
  new Option(
    '--config <file>',
    'read options from this file (default: calmock.config.ts, .js, .mjs, .cjs or .json)',
  )
