import { Command, CommanderError } from 'commander'
import { findNearestName } from '../contract/nearest-name.ts'
import { describeRemoved } from '../options/option-types.ts'
import { compareCommand } from './compare.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { initCommand } from './init.ts'
import { Failure, formatReason, type Io, Unreachable } from './io.ts'
import { mcpCommand } from './mcp.ts'
import { routesCommand } from './routes.ts'
import { scenariosCommand } from './scenarios.ts'
import { serveCommand } from './serve.ts'

/** The version of the package. A test compares it with package.json. */
export const version = '0.1.0'

/**
 * Runs the program, and returns its exit code: 0 success, 1 failure, 2 wrong usage, 3 no answer of another
 * service. Data goes to stdout, messages go to stderr. `serve` ends when `io.untilStopped()` resolves.
 */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  const program = createProgram(io)
  try {
    const args = argv[0] === '-V' ? ['--version'] : [...argv]
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0 // printed help or version
    const message =
      error instanceof CommanderError ? formatUsageError(error, program) : formatReason(error)
    if (message === undefined) throw error
    io.stderr.write(`calmock: ${nameFlag(message, program).replace(/\p{Cc}+/gu, ' ')}\n`)
    if (error instanceof Unreachable) return 3
    return error instanceof Failure ? 1 : 2
  }
}

function createProgram(io: Io): Command {
  const program = new Command('calmock')
    .description('Mock a multilingual events-listing service.')
    .version(version, '-v, --version')
    .showSuggestionAfterError()
    .addHelpText('after', '\nThe flags of serve can follow calmock directly: calmock serve --help')
  program.addCommand(serveCommand(io), { isDefault: true })
  program.addCommand(exportCommand(io))
  program.addCommand(routesCommand(io))
  program.addCommand(scenariosCommand(io))
  program.addCommand(compareCommand(io, version))
  program.addCommand(importCommand(io, version))
  program.addCommand(mcpCommand(io, version))
  program.addCommand(initCommand(io))
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: () => {}, // `main` prints errors
    })
  }
  return program
}

/** Returns the error about an option with the name of the flag that set it. */
const nameFlag = (reason: string, { commands }: Command): string =>
  reason.replace(/^invalid (\w+)(?= ")/, (text, key: string) => {
    const command = commands.find((command) => command.getOptionValueSource(key) === 'cli')
    const flag = command?.options.find((option) => option.attributeName() === key)
    return flag ? `invalid ${flag.long}` : text
  })

/** Returns an error of commander as one line that says what is accepted. */
function formatUsageError({ code, message }: CommanderError, program: Command): string {
  const { args, commands } = program
  const [first = ''] = args
  const command = commands.find((command) => command.name() === first)
  const isUnknownWord = first !== '' && !first.startsWith('-') && !command && first !== 'help'
  if (isUnknownWord) return formatInvalidCommand(first, program)
  if (code === 'commander.help') return formatInvalidCommand(args[1] ?? '', program)
  if (code === 'commander.excessArguments') return formatExcessArguments(program, command)
  const text = message.replace(/^error: /, '')
  if (code !== 'commander.unknownOption') return text
  const [, flag = '', value] = /'--([\w-]+)(?:=(.*))?'/.exec(text) ?? []
  const flags = commands.flatMap(({ options }) => options.map(({ long }) => long))
  if (value !== undefined && flags.includes(`--${flag}`))
    return `--${flag} takes no value, but got "${value}"`
  const removed = describeRemoved(toOptionName(flag), `--${flag}`)
  if (removed) return removed
  return text.includes('\n')
    ? text.replace(/\n\(Did (.*)\)$/, '; did $1')
    : `${text}; see calmock ${command ? first : 'serve'} --help`
}

const toOptionName = (flag: string): string =>
  flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The commands of other programs, with the command of calmock that does the same. */
const synonyms: Readonly<Record<string, string>> = { start: 'serve', run: 'serve', dev: 'serve' }

function formatInvalidCommand(word: string, { commands }: Command): string {
  const names = [...commands.map((command) => command.name()), 'help']
  const nearest = synonyms[word] ?? findNearestName(word, names)
  const advice = nearest ? `did you mean ${nearest}? ` : ''
  return `invalid command "${word}"; ${advice}accepted: ${names.join(', ')}`
}

/** Returns the error for extra arguments. `command` is undefined if they follow flags of the default command. */
function formatExcessArguments(program: Command, command: Command | undefined): string {
  const words = program.commands.flatMap(({ args }) => args)
  const { rawArgs } = program as Command & { rawArgs: readonly string[] } // without a declaration
  const before = rawArgs[rawArgs.indexOf(words[0] ?? '') - 1] ?? ''
  if (/^--\w/.test(before) && !program.commands.some((command) => command.name() === words[0]))
    return `${before} takes no value, but got "${words[0]}"`
  if (command) {
    const accepted = command.registeredArguments.length > 0 ? 'one argument' : 'no arguments'
    return `${command.name()} takes ${accepted}, but got "${words.join('" "')}"`
  }
  const [word = ''] = words
  return program.commands.some((command) => command.name() === word)
    ? `put the command first: calmock ${word} [options]`
    : formatInvalidCommand(word, program)
}
