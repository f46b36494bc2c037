import type { Command, Option } from 'commander'
import { compareCommand } from '../../../src/cli/compare.ts'
import { exportCommand } from '../../../src/cli/export.ts'
import { importCommand } from '../../../src/cli/import.ts'
import { initCommand } from '../../../src/cli/init.ts'
import type { Io } from '../../../src/cli/io.ts'
import { mcpCommand, routesCommand, scenariosCommand } from '../../../src/cli/main.ts'
import { Flag } from '../../../src/cli/option-flags.ts'
import { serveCommand } from '../../../src/cli/serve.ts'
import { toVariable } from '../../../src/config/load-options.ts'
import { mockOptions } from '../../../src/options/mock-options.ts'
import { readDefaults } from '../../../src/options/option-types.ts'
import { configOptions } from '../../../src/options/serve-options.ts'
import { formatTable } from '../../format-table.ts'
import { capitalize, endSentence, formatCode, formatCodes, formatText } from './cells.ts'
import { optionLinks } from './option-links.ts'

/** The streams of commands that are described and not run. */
const unusedIo: Io = {
  stdout: process.stdout,
  stderr: process.stderr,
  env: {},
  pid: 0,
  dist: new URL('file:///'),
  untilStopped: () => new Promise<void>(() => {}),
  beforeComputing: () => {},
}

const [serve, exporter] = [serveCommand(unusedIo), exportCommand(unusedIo)]

/** All commands, in the order of the table. */
export const commands: readonly Command[] = [
  serve,
  exporter,
  routesCommand(unusedIo),
  scenariosCommand(unusedIo),
  compareCommand(unusedIo, ''),
  importCommand(unusedIo, ''),
  mcpCommand(unusedIo, ''),
  initCommand(unusedIo),
]

/** Returns the table of commands, with the options of the short commands. */
export const formatCommands = (): string =>
  formatTable(
    ['Command', 'Effect', 'Options'],
    commands.map((command) => [
      formatCode(`calmock ${command.name()} ${formatArguments(command)}`.trim()),
      endSentence(capitalize(command.description())),
      listLongNames(command),
    ]),
  )

const formatArguments = ({ registeredArguments }: Command): string =>
  registeredArguments
    .map((argument) => (argument.required ? `<${argument.name()}>` : `[${argument.name()}]`))
    .join(' ')

const listLongNames = (command: Command): string =>
  [serve, exporter].includes(command)
    ? `${command.options.length}, listed below`
    : formatCodes(command.options.map(({ long }) => long ?? ''))

const isOf = (command: Command, option: Option): boolean =>
  command.options.some((other) => other.attributeName() === option.attributeName())

const isMockOption = (option: Option): boolean => Object.hasOwn(mockOptions, option.attributeName())

/** The options of `serve` and `export` in groups that belong to the same commands and entry points. */
export const optionGroups = {
  recordOptions: () => serve.options.filter((option) => isOf(exporter, option)),
  mockOptions: () =>
    serve.options.filter((option) => !isOf(exporter, option) && isMockOption(option)),
  serveOptions: () =>
    serve.options.filter((option) => !isOf(exporter, option) && !isMockOption(option)),
  exportOptions: () => exporter.options.filter((option) => !isOf(serve, option)),
} as const satisfies Readonly<Record<string, () => readonly Option[]>>

/** Returns a table of options for each of their groups, with its name, unless none has a group: all names of each option, its effect, its default and the accepted values. */
export function formatOptions(options: readonly Option[]): string {
  const groups = [...new Set(options.map(({ helpGroupHeading = '' }) => helpGroupHeading))]
  return groups
    .map((group) => {
      const table = formatGroup(
        options.filter(({ helpGroupHeading = '' }) => helpGroupHeading === group),
      )
      return group ? `**${group.slice(0, -1)}**\n\n${table}` : table
    })
    .join('\n\n')
}

const formatGroup = (options: readonly Option[]): string =>
  formatTable(
    ['Flag, key and variable', 'Effect'],
    options.map((option) => [
      formatNames(option),
      [formatEffect(option), formatDefault(option), formatAccepted(option), formatLink(option)]
        .filter((part) => part !== '')
        .join('<br>'),
    ]),
  )

/** Returns the flag, the name of the option in code and in the config file, and the environment variable. */
function formatNames(option: Option): string {
  const key = option.attributeName()
  const isKey = Object.hasOwn(configOptions, key)
  return [option.flags, ...(isKey ? [key] : []), toVariable(key)].map(formatCode).join('<br>')
}

/** Matches the default at the end of a help text. */
const DEFAULT = / \(default: "?(.*?)"?\)$/

/** Matches the name of a document at the end of a help text. The table has a link in its place. */
const DOCUMENT = /; see docs\/[\w-]+\.md$/

/** Matches the parts of a help text that are shown as code: flags, quoted values and URLs. */
const CODE = /(--format openapi|--[a-z-]+|'[^']+'|https?:\/\/[\w./-]+\w)/

function formatEffect({ description }: Option): string {
  const text = description
    .replace(DEFAULT, '')
    .replace(DOCUMENT, '')
    .split(CODE)
    .map((part, n) => (n % 2 === 1 ? formatCode(part.replaceAll("'", '')) : formatText(part)))
    .join('')
  return endSentence(capitalize(text))
}

/** Returns the default of the flag, and the default in code if it differs. */
function formatDefault(option: Option): string {
  const { defaultValueDescription, description } = option
  const inCode = readMockDefault(option.attributeName())
  const shown = DEFAULT.exec(description)?.[1] ?? option.defaultValue ?? inCode
  if (shown === undefined) return ''
  if (shown === '') return `Default: ${defaultValueDescription}.`
  const other = inCode !== undefined && String(inCode) !== String(shown)
  const text = String(shown)
  return `Default: ${/^\w+ /.test(text) ? text : formatCode(text)}${other ? `; in code ${formatCode(String(inCode))}` : ''}.`
}

/** Returns the default of an option of `createCalmock`, unless it is empty or false. */
function readMockDefault(key: string): unknown {
  const value = new Map<string, unknown>(Object.entries(readDefaults(mockOptions))).get(key)
  return value === false || String(value) === '' ? undefined : value
}

const formatLink = (option: Option): string => {
  const link = optionLinks[option.attributeName()]
  return link ? `More: ${link}.` : ''
}

/** Returns the accepted values of an option that its type checks. The help text of other options names them. */
function formatAccepted(option: Option): string {
  if (option.argChoices) return `Accepts: ${formatCodes(option.argChoices)}.`
  if (!option.required || !(option instanceof Flag)) return ''
  const { includes, read, accepts } = option.type
  if (includes(read?.('?') ?? '?')) return ''
  return `Accepts: ${formatText(accepts.replace(/\d{4,}/g, formatNumber))}.`
}

const formatNumber = (digits: string): string => Number(digits).toLocaleString('en')
