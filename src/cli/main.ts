import { Command, CommanderError } from 'commander'
import { messages } from '../../fixtures/languages/messages.ts'
import { scenarios } from '../../fixtures/scenarios/index.ts'
import { terminalControls } from '../contract/format-message.ts'
import { findNearestName } from '../contract/option-error.ts'
import { resources } from '../contract/resources/index.ts'
import { createEndpoints, listRoutes } from '../contract/route.ts'
import { defaultTimezone } from '../contract/site.ts'
import { listen } from '../http/server.ts'
import { createSites, parseNamespace } from '../options/base-url.ts'
import { boolean, textLike } from '../options/option-types.ts'
import { type PathOptions, resolvePaths } from '../options/options.ts'
import { serveOptions } from '../options/serve-options.ts'
import { compareCommand } from './compare.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { initCommand } from './init.ts'
import { Failure, formatReason, helpPlace, type Io, Unreachable, UsageError } from './io.ts'
import { createFlags, Flag, type Flags } from './option-flags.ts'
import { isPrivate } from './remote.ts'
import { serveCommand } from './serve.ts'
import { createServedMock } from './served-mock.ts'
import { readSettings } from './settings.ts'

/** The version of the package. A test compares it with package.json. */
export const version = '0.1.0'

/**
 * Runs the program, and returns its exit code: 0 success, 1 failure, 2 wrong usage, 3 no answer of another
 * service. Data goes to stdout, messages go to stderr. `serve` ends when `io.untilStopped()` resolves.
 */
export function main(argv: readonly string[], io: Io): Promise<number> {
  const run = () => runProgram(createProgram(io), argv, io)
  const asksHelp = argv.some((word) => /^(?:-[hvV]|--help|--version)$/.test(word))
  if (asksHelp || !/^(?:-.*|serve)?$/.test(argv[0] ?? '')) return run()
  return runProgram(createServer(io), argv, io, run)
}

/** Runs a program. `orElse` takes over if commander does not accept the command line. */
async function runProgram(
  program: Command,
  argv: readonly string[],
  io: Io,
  orElse?: () => Promise<number>,
): Promise<number> {
  try {
    const args = argv[0] === '-V' ? ['--version'] : [...argv]
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError && orElse) return orElse()
    if (error instanceof CommanderError && error.exitCode === 0) return 0 // printed help or version
    const message =
      error instanceof CommanderError ? formatUsageError(error, program) : formatReason(error)
    if (message === undefined) throw error
    io.stderr.write(`calmock: ${nameFlag(message, program).replace(terminalControls, ' ')}\n`)
    if (error instanceof Unreachable) return 3
    return error instanceof Failure ? 1 : 2
  }
}

/** Creates the program with `serve` alone, which is its default command. */
const createServer = (io: Io): Command =>
  quiet(new Command('calmock').addCommand(quiet(serveCommand(io), io), { isDefault: true }), io)

function createProgram(io: Io): Command {
  const program = createServer(io)
    .description('Mock a multilingual events-listing service.')
    .version(version, '-v, --version')
    .showSuggestionAfterError()
    .addHelpText(
      'after',
      `
The flags of serve can follow calmock directly: calmock serve --help

Examples:
  calmock --sites en,de --events 200
  calmock --data records.json --empty --port 8080
  calmock --scenario empty --fault "GET /events?page=2 503" --delay 500

Documents: ${helpPlace}`,
    )
  const others = [
    exportCommand(io),
    routesCommand(io),
    scenariosCommand(io),
    compareCommand(io, version),
    importCommand(io, version),
    mcpCommand(io, version),
    initCommand(io),
  ]
  for (const command of others) program.addCommand(quiet(command, io))
  return program
}

/** Leaves errors of a command to `main`. */
const quiet = (command: Command, io: Io): Command =>
  command.exitOverride().configureOutput({
    writeOut: (text) => io.stdout.write(text),
    writeErr: () => {},
  })

/** Returns the error about an option with the name of the flag that set it. */
const nameFlag = (reason: string, { commands }: Command): string =>
  reason.replace(/^invalid (\w+)(?= ")/, (text, key: string) => {
    const command = commands.find((command) => command.getOptionValueSource(key) === 'cli')
    const flag = command?.options.find((option) => option.attributeName() === key)
    return flag ? `invalid ${flag.long}` : text
  })

/** Returns an error of commander as one line. An unknown command is an argument of `serve` for commander. */
function formatUsageError({ message }: CommanderError, { args, commands }: Command): string {
  const names = [...commands.map((command) => command.name()), 'help']
  const word = args[args[0] === 'help' ? 1 : 0] ?? ''
  if (!word || word.startsWith('-') || names.includes(word))
    return message
      .replace(/^error: /, '')
      .replace(/\n\(Did (.*)\)$/, '; did $1')
      .replace(/^(unknown option '--lang(?:uage)?')$/, '$1; did you mean --sites?')
  const flag = /\.json$/.test(word) ? '--data' : /^\d+$/.test(word) && '--port'
  const nearest = flag ? `calmock ${flag} ${word}` : findNearestName(word, names)
  const advice = nearest ? `did you mean ${nearest}? ` : ''
  return `invalid command "${word}"; ${advice}accepted: ${names.join(', ')}`
}

export function scenariosCommand(io: Io): Command {
  return new Command('scenarios')
    .description('list all scenarios')
    .option('--json', 'print JSON')
    .allowExcessArguments(false)
    .action(({ json }: { readonly json?: true }) => {
      const list = scenarios.map(({ name, about }) => ({ name, about }))
      const lines = list.map(({ name, about }) => `${name.padEnd(17)}${about}`)
      io.stdout.write(json ? `${JSON.stringify(list, null, 2)}\n` : `${lines.join('\n')}\n`)
    })
}

const pathFlags = ['config', 'sites', 'root', 'namespace', 'preset']

export function routesCommand(io: Io): Command {
  const command = new Command('routes')
    .description('list every method and path of the first site')
    .addOption(new Flag('json', { type: boolean, help: 'print JSON' }))
    .allowExcessArguments(false)
  for (const option of createFlags('serve'))
    if (pathFlags.includes(option.attributeName())) command.addOption(option)
  return command
    .hook('preAction', () => readSettings(command, io))
    .action(({ json, ...flags }: PathOptions & { readonly json?: boolean }) => {
      const routes = listPaths(flags)
      const lines = routes.map(({ method, path }) => `${method.padEnd(7)}${path}`)
      io.stdout.write(json ? `${JSON.stringify(routes, null, 2)}\n` : `${lines.join('\n')}\n`)
    })
}

function listPaths(flags: PathOptions) {
  const { sites, root, namespace } = resolvePaths(flags)
  const path = parseNamespace(namespace)
  return createSites({ sites, root, timezone: defaultTimezone }, (code) => messages[code])
    .slice(0, 1)
    .flatMap((site) =>
      listRoutes(createEndpoints(resources, site, path)).map((route) => ({
        method: route.method,
        path: `${site.root}/${path}${route.path}`,
      })),
    )
}

export function mcpCommand(io: Io, version: string): Command {
  const url = new Flag('url', {
    type: textLike(/^https?:\/\/[^\s/?#@][^\s?#@]*$/, 'a URL such as http://127.0.0.1:4747'),
    flag: { argument: '<url>' },
    help: 'connect to a running mock, such as http://127.0.0.1:4747, and start none; --token is its token',
  })
  const command = new Command('mcp')
    .description('offer the control routes of a mock to coding agents, as MCP tools over stdio')
    .allowExcessArguments(false)
  const ofMock = createFlags('serve').filter(
    (flag) => !Object.hasOwn(serveOptions, flag.attributeName()),
  )
  for (const option of [url, ...ofMock]) command.addOption(option)
  return command
    .hook('preAction', async () => {
      console.log = console.info = console.debug = console.error // stdout is for messages of the protocol
      await readSettings(command, io)
    })
    .action(() => runMcp(command, { version, io }))
}

async function runMcp(command: Command, { version, io }: { version: string; io: Io }) {
  const { url, ...flags } = command.opts<Flags & { readonly url?: string }>()
  const useless = Object.keys(flags).find(
    (name) => command.getOptionValueSource(name) === 'cli' && !['token', 'config'].includes(name),
  )
  if (url && useless) throw new UsageError(`--url connects to a mock that has its own ${useless}`)
  if (url?.startsWith('http:') && flags.token && !isPrivate(new URL(url).hostname))
    throw new UsageError(`${url} would get the token unencrypted; use https`)
  const stopped = io.untilStopped()
  const served = url ? undefined : await createServedMock(flags, io)
  const server = served && (await listen(served)) // it gets a free port of this machine
  const mock = { url: server?.url ?? url?.replace(/\/$/, '') ?? '', token: flags.token }
  try {
    const { serveTools } = await import('./mcp-server.ts') // only this command loads the packages of the module
    await serveTools(mock, { version, io, stopped })
  } finally {
    await server?.close()
  }
}
