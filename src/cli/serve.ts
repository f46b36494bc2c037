import { Command, InvalidArgumentError, Option } from 'commander'
import { createMock } from '../create-mock.ts'
import { isLoopback } from '../engine/loopback.ts'
import { listen, REQUEST_TIMEOUT, type RequestLogEntry } from '../http/server.ts'
import { defaults, limits } from '../options/options.ts'
import { generatorSource } from '../seed/generator-source.ts'
import {
  parseBooleanFlag,
  parseWholeNumberFlag,
  readVariables,
  type WorldFlags,
  worldFlags,
} from './flags.ts'
import { Failure, type Io } from './io.ts'
import { loadScenario } from './load-scenario.ts'
import type { PersistedMock, PersistOptions } from './state/persist.ts'
import { loadUserHandlers } from './user-handlers.ts'

interface ServeFlags extends WorldFlags {
  readonly port: number
  readonly handlers?: string
  readonly watch?: boolean
  readonly host: string
  readonly state?: string
  readonly allowHost?: readonly string[]
  readonly requestTimeout: number
  readonly logFormat: 'pretty' | 'json' | 'off'
}

/** `calmock serve`: the service over HTTP, until it is stopped. */
export function serveCommand(io: Io): Command {
  const command = new Command('serve')
    .description('serve the mock over HTTP')
    .allowExcessArguments(false)
  for (const option of createServeOptions()) command.addOption(option)
  return command
    .addHelpText(
      'after',
      '\nEach flag is a variable too: CALMOCK_PORT (or PORT), CALMOCK_MAX_PER_PAGE... Flags win.',
    )
    .hook('preAction', () => readVariables(command, io.env))
    .action(async (flags: ServeFlags) => serve(flags, io))
}

/** Reads an address or a name of a systemNow: no port, no scheme. */
function parseHost(text: string): string {
  if (/^[\w.:%-]+$/.test(text)) return text
  throw new InvalidArgumentError('It must be an address or a name: 127.0.0.1, ::1, localhost.')
}

/** Reads names, `*` for any, as a flag that may come again. */
function parseHosts(text: string, before: readonly string[] = []): readonly string[] {
  const names = text.split(',').map((name) => name.trim())
  const stray = names.find((name) => !/^(?:\*|[\w.-]+)$/.test(name))
  if (stray === undefined) return [...before, ...names]
  throw new InvalidArgumentError(`"${stray}" is no name: it has no port and no scheme; * is any.`)
}

/** Reads the name of a file. */
function parseFileName(text: string): string {
  if (text !== '') return text
  throw new InvalidArgumentError('It must name a file.')
}

const appendValue = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  text,
]

const createServeOptions = (): Option[] => [
  new Option('-p, --port <n>', 'port to listen on; 0 picks a free one')
    .argParser(parseWholeNumberFlag(0, 65535))
    .default(4747),
  new Option('-H, --host <host>', 'address to listen on').argParser(parseHost).default('127.0.0.1'),
  new Option(
    '--allow-host <names>',
    'names it answers to besides localhost and addresses, joined by commas; * for any; repeatable',
  ).argParser(parseHosts),
  new Option(
    '--auth <user:password[:role]>',
    'a user who may write, as administrator (default), or may not, as subscriber; repeatable, or joined by blanks',
  ).argParser(appendValue),
  new Option('--token <token>', 'what control routes are asked with: Authorization: Bearer'),
  new Option('--max-body <bytes>', 'largest body that is read')
    .argParser(parseWholeNumberFlag(...limits.maxBody))
    .default(defaults.maxBody),
  new Option('--request-timeout <seconds>', 'how long a client may take to send a request')
    .argParser(parseWholeNumberFlag(1, 3600))
    .default(REQUEST_TIMEOUT),
  ...worldFlags(),
  new Option('--max-worlds <n>', 'most isolated worlds at a time')
    .argParser(parseWholeNumberFlag(...limits.maxWorlds))
    .default(defaults.maxWorlds),
  new Option('--world-idle <minutes>', 'after which a world that nobody uses goes')
    .argParser(parseWholeNumberFlag(...limits.worldIdle))
    .default(defaults.worldIdle),
  new Option(
    '--state <file>',
    'keep what clients write to the default world across restarts',
  ).argParser(parseFileName),
  new Option('--handlers <file>', 'MSW handlers of your own, asked first'),
  new Option('--watch', 'load the handlers anew when their file changes').argParser(
    parseBooleanFlag,
  ),
  new Option('--log-format <format>', 'log on stderr')
    .choices(['pretty', 'json', 'off'])
    .default('pretty'),
]

async function serve(flags: ServeFlags, io: Io): Promise<void> {
  const options = { ...flags, scenario: await loadScenario(flags.scenario) }
  const source = generatorSource((kind, language, count) => {
    io.stderr.write(`calmock: generating ${count} records of kind ${kind} in ${language}\n`)
  })
  const service = createMock(options, source)
  const own = flags.handlers && (await loadUserHandlers(flags.handlers, flags.watch ?? false, io))
  const onAnswer = createLogger(io, flags.logFormat)
  const onBug = (error: unknown): void =>
    void io.stderr.write(`calmock: bug: ${error instanceof Error ? error.stack : error}\n`)
  const kept = flags.state
    ? await loadState({ path: flags.state, mock: service, now: flags.now, io })
    : undefined
  const listening = await listen(kept ?? service, {
    ...flags,
    onError: onBug,
    ...(onAnswer && { onResponse: onAnswer }),
    ...(own && { before: own.before }),
  }).catch((error: NodeJS.ErrnoException) => {
    kept?.close()
    throw new Failure(describeListenError(error, flags))
  })
  if (!isLoopback(flags.host))
    io.stderr.write(
      `calmock: warning: ${flags.host} lets other machines in; ${describeAccess(flags)}\n`,
    )
  const { url, port } = listening
  const now = service.clock.now().toISOString().slice(0, 10)
  if (flags.logFormat === 'json') {
    io.stdout.write(`${JSON.stringify({ event: 'ready', url, port, pid: io.pid })}\n`)
  } else {
    io.stdout.write(
      `calmock ready on ${url} (seed ${service.seed}, ${service.events} events, now ${now})\n`,
    )
    for (const { root } of service.sites)
      io.stdout.write(`  ${url}${root}/${service.settings.namespace}\n`)
  }
  await io.stopped
  if (own) own.close()
  await listening.close()
  kept?.close()
}

/** What keeps a state is loaded where one is kept. */
async function loadState(options: PersistOptions): Promise<PersistedMock> {
  const { persistTo } = await import('./state/persist.ts')
  return persistTo(options)
}

/** What other machines may do here. */
function describeAccess({ auth, token }: ServeFlags): string {
  const writes = auth ? 'users may write' : 'all may write (see --auth)'
  const control = token
    ? 'who has the token may control it'
    : 'control routes are closed (see --token)'
  return `${writes}, ${control}`
}

function describeListenError(
  { code, message }: NodeJS.ErrnoException,
  { port, host }: ServeFlags,
): string {
  if (code === 'EADDRINUSE')
    return `port ${port} is taken; choose another, or --port 0 for any free one`
  if (code === 'EACCES') return `port ${port} needs more rights; choose one above 1023`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is no address of this machine`
  return message
}

function createLogger(
  { stderr }: Io,
  format: ServeFlags['logFormat'],
): ((answered: RequestLogEntry) => void) | undefined {
  if (format === 'off') return undefined
  if (format === 'json')
    return (answered) => void stderr.write(`${JSON.stringify({ event: 'request', ...answered })}\n`)
  return ({ method, url, status, ms }) =>
    void stderr.write(`${method} ${decodeUrl(url)} ${status} ${ms.toFixed(1)} ms\n`)
}

/** An address as people read it: no escapes, no control characters. */
function decodeUrl(url: string): string {
  try {
    return decodeURI(url).replace(/\p{Cc}/gu, '?')
  } catch {
    return url
  }
}
