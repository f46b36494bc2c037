import { Command, CommanderError } from 'commander'
import { Failure, type Io, UsageError } from './io.ts'
import { routesCommand } from './routes.ts'
import { serveCommand } from './serve.ts'

/** The version of the package; a test holds it equal to package.json. */
export const version = '0.1.0'

/**
 * Runs the program and gives its exit code: 0 ok, 1 failure, 2 wrong usage. Data goes to stdout, talk to
 * stderr; `serve` ends when `io.stopped` does.
 */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  const program = programFor(io)
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (!(error instanceof Error)) throw error
    const isUsage = error instanceof UsageError || error.message.startsWith('[calmock]')
    if (!isUsage && !(error instanceof Failure)) throw error
    io.stderr.write(`calmock: ${error.message.replace('[calmock] ', '')}\n`)
    return isUsage ? 2 : 1
  }
}

function programFor(io: Io): Command {
  const program = new Command('calmock')
    .description('A mock of a multilingual events-listing service.')
    .version(version)
    .showSuggestionAfterError()
  program.addCommand(serveCommand(io), { isDefault: true })
  program.addCommand(routesCommand(io))
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text.replace(/^error: /, 'calmock: ')),
    })
  }
  return program
}
