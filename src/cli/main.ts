import { Command, CommanderError } from 'commander'
import { OptionError } from '../contract/option-error.ts'
import { exportCommand } from './export.ts'
import { Failure, type Io, UsageError } from './io.ts'
import { routesCommand } from './routes.ts'
import { scenariosCommand } from './scenarios.ts'
import { serveCommand } from './serve.ts'

/** The version of the package; a test holds it equal to package.json. */
export const version = '0.1.0'

/**
 * Runs the program and gives its exit code: 0 ok, 1 failure, 2 wrong usage. Data goes to stdout, talk to
 * stderr; `serve` ends when `io.stopped` does.
 */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  const program = createProgram(io)
  const tell = (line: string): void =>
    void io.stderr.write(`calmock: ${line.replace(/\p{Cc}+/gu, ' ')}\n`)
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0 // help or version, which is written by now
      tell(formatUsageError(error, program))
      return 2
    }
    if (!(error instanceof Error)) throw error
    if (error instanceof OptionError) {
      tell(error.reason)
      return 2
    }
    const isUsage = error instanceof UsageError
    if (!isUsage && !(error instanceof Failure)) throw error
    tell(error.message)
    return isUsage ? 2 : 1
  }
}

function createProgram(io: Io): Command {
  const program = new Command('calmock')
    .description('A mock of a multilingual events-listing service.')
    .version(version)
    .showSuggestionAfterError()
  program.addCommand(serveCommand(io), { isDefault: true })
  program.addCommand(exportCommand(io))
  program.addCommand(routesCommand(io))
  program.addCommand(scenariosCommand(io))
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: () => {}, // told by `main`, in one line
    })
  }
  return program
}

/** What commander refuses, in one line: an unknown word with the commands there are, a flag with the nearest. */
function formatUsageError({ code, message }: CommanderError, { args, commands }: Command): string {
  const [first = ''] = args
  const names = commands.map((command) => command.name())
  const isCommand = names.includes(first)
  const isWord = args.length > 0 && !first.startsWith('-') && !isCommand && first !== 'help'
  if (isWord || code === 'commander.excessArguments') {
    const stray = isWord ? first : (commands.flatMap((command) => command.args)[0] ?? '')
    if (isCommand) return `${first} takes no arguments, but got "${stray}"`
    if (names.includes(stray)) return `${stray} has to come first: calmock ${stray} [options]`
    return `unknown command "${stray}"; commands: ${names.join(', ')}, help`
  }
  if (code === 'commander.help') return `no help on "${args[1]}"; commands: ${names.join(', ')}`
  const text = message.replace(/^error: /, '')
  if (code !== 'commander.unknownOption') return text
  return text.includes('\n')
    ? text.replace(/\n\(Did (.*)\)$/, '; did $1')
    : `${text}; calmock ${isCommand ? first : 'serve'} --help lists all`
}
