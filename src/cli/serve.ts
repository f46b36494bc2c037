import { spawn, spawnSync } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import type { ReadStream } from 'node:tty'
import { Command } from 'commander'
import { controlPath } from '../control/operation.ts'
import type { MockState } from '../create-mock.ts'
import { isLoopback } from '../engine/access.ts'
import { readErrorMessage } from '../engine/http-message.ts'
import { listen, type RunningServer, type TlsOptions } from '../http/server.ts'
import { loadUserHandlers, type UserHandlers } from '../intercept/msw/user-handlers.ts'
import { Failure, type Io } from './io.ts'
import { loadCertificate } from './load-certificate.ts'
import { createFlags, type Flags } from './option-flags.ts'
import { reloadOnChange } from './reload.ts'
import { createLogger } from './request-log.ts'
import { createServedMock, type ServedMock } from './served-mock.ts'
import { readSettings } from './settings.ts'

export function serveCommand(io: Io): Command {
  const command = new Command('serve')
    .description('serve the mock over HTTP (the default command)')
    .allowExcessArguments(false)
  for (const option of createFlags('serve')) command.addOption(option)
  return command
    .addHelpText(
      'after',
      '\nEach flag can be set as an environment variable: CALMOCK_MAX_PER_PAGE, CALMOCK_PORT\n(or PORT), and in the config file: maxPerPage, port. Flags take precedence over variables,\nand variables over the config file.',
    )
    .hook('preAction', () => readSettings(command, io))
    .action(() => serve(command, io))
}

async function serve(command: Command, io: Io): Promise<void> {
  const flags = command.opts<Flags>()
  const tls = await loadCertificate(flags)
  const served = await createServedMock(flags, io)
  const { handlers, server } = await startServer(served, { flags, io, tls }).catch((error) => {
    served.close()
    throw error
  })
  const stopped = io.untilStopped()
  if (!isLoopback(flags.host)) warnOfAccess(flags, io)
  if (flags.allowHost?.includes('*')) warnOfRebinding(flags, io)
  printReadyLines(served.mock, server, { flags, io })
  const { url } = server
  const open = () => openBrowser(url, io)
  if (flags.open) open()
  const stopReloading = reloadOnChange({ command, served, handlers, server, io })
  const keys = createKeys(served, { url, token: flags.token, io, open })
  const release = io.stdin && readKeys(io.stdin, keys)
  await stopped
  release?.()
  stopReloading()
  await server.close()
  served.close()
}

async function startServer(
  served: ServedMock,
  { flags, io, tls }: { flags: Flags; io: Io; tls: TlsOptions | undefined },
): Promise<{ handlers: UserHandlers | undefined; server: RunningServer }> {
  const handlers = flags.handlers ? await loadUserHandlers(flags.handlers) : undefined
  const onResponse = createLogger(io, flags)
  const { publicUrl } = served.mock.base
  const publicHosts = publicUrl === undefined ? [] : [new URL(publicUrl).hostname]
  const server = await listen(served, {
    ...flags,
    allowHost: [...(flags.allowHost ?? []), ...publicHosts],
    onError: (error) => logBug(error, io),
    ...(tls && { tls }),
    ...(onResponse && { onResponse }),
    ...(handlers && { before: handlers.before }),
  }).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(describeListenError(error, flags))
  })
  return { handlers, server }
}

function printReadyLines(
  mock: MockState,
  { url, port }: RunningServer,
  { flags, io }: { flags: Flags; io: Io },
): void {
  const { seed, events, sites, settings, clock, options } = mock
  if (flags.logFormat === 'json') {
    io.stdout.write(`${JSON.stringify({ event: 'ready', url, port, pid: io.pid })}\n`)
    return
  }
  const now = clock.now().toISOString().slice(0, 10)
  const places = options.cities ? ` in ${options.cities.join(', ')}` : ''
  const own = options.data ? ' and those of data' : ''
  io.stdout.write(
    `calmock ready on ${url} (seed ${seed}, ${events} events${places}${own}, now ${now})\n`,
  )
  if (flags.quiet) return
  for (const { root } of sites) io.stdout.write(`  ${url}${root}/${settings.namespace}\n`)
  io.stdout.write(`  dashboard: ${url}/\n`)
  const networks = /^(0\.0\.0\.0|::)$/.test(flags.host)
    ? Object.values(networkInterfaces()).flat()
    : []
  for (const network of networks)
    if (network?.family === 'IPv4' && !network.internal)
      io.stdout.write(`  network: ${url.replace(/^(https?:\/\/).*:/, `$1${network.address}:`)}/\n`)
  if (io.stdin && flags.logFormat === 'pretty')
    io.stderr.write('calmock: press h and Enter for the keys\n')
}

/** Warns that other machines can connect, and says what their users may do. */
function warnOfAccess({ host, auth, token }: Flags, { stderr }: Io): void {
  const writes = auth ? 'only users may write' : 'everybody may write (see --auth)'
  const control = token
    ? 'control routes require the token'
    : 'control routes are closed (see --token)'
  stderr.write(
    `calmock: warning: ${host} is reachable from other machines; ${writes}, ${control}\n`,
  )
}

/** Warns that a page of any site can read responses. */
function warnOfRebinding({ token }: Flags, { stderr }: Io): void {
  const control = token
    ? 'control routes require the token'
    : 'control routes accept only localhost, IP addresses and listed names (see --token)'
  stderr.write(
    `calmock: warning: with --allow-host *, any page can use the API by DNS rebinding; ${control}\n`,
  )
}

const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

function openBrowser(url: string, { stderr }: Io): void {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open']
  spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', ({ message }) =>
      stderr.write(`calmock: warning: cannot open a browser: ${message}\n`),
    )
    .unref()
}

/** Calls `press` for each line that is typed, until the returned function is called. The mode of the terminal stays, so that Ctrl-C, Ctrl-Z and the shell do what they do elsewhere. */
function readKeys(stdin: ReadStream, press: (key: string) => void): () => void {
  const onLine = (line: string): void => press(line.trim())
  const read = (): unknown => (isForeground() ? stdin.resume() : stdin.pause())
  stdin.setEncoding('utf8').pause().on('data', onLine) // paused: a listener alone would read
  process.on('SIGCONT', read)
  read()
  return () => {
    process.off('SIGCONT', read)
    stdin.off('data', onLine).pause()
  }
}

/** Returns false for a background job, which the terminal suspends if it reads. Small containers and Windows have no `ps`. */
function isForeground(): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', `${process.pid}`], { encoding: 'utf8' })
  return !stdout || stdout.includes('+')
}

/** Returns the function that performs a key, on the default world. */
function createKeys(
  served: ServedMock,
  options: { url: string; token: string | undefined; io: Io; open(): void },
): (key: string) => void {
  const { url, token = '', io, open } = options
  const say = (text: string) => io.stderr.write(`calmock: ${text}\n`)
  const control = async (route: string, effect: string, body = {}) => {
    const [method = '', path = ''] = route.split(' ')
    const response = await served.handle({
      method,
      origin: url,
      path: controlPath + path,
      query: '',
      header: (name) => (name === 'authorization' ? `Bearer ${token}` : undefined),
      body: Buffer.from(JSON.stringify(body)),
    })
    say(readErrorMessage(response) ?? effect)
  }
  const selectNext = () => {
    const { scenarios } = served.mock.options
    const index = scenarios.findIndex(({ name }) => name === served.mock.scenario)
    const { name, about } = scenarios[index + 1] ?? scenarios[0] ?? {}
    return control('PUT /scenario', `scenario ${name}: ${about}`, { scenario: name })
  }
  const keys: readonly (readonly [key: string, effect: string, act: () => unknown])[] = [
    ['o', 'opens the dashboard', open],
    ['s', 'selects the next scenario', selectNext],
    ['r', 'resets the world', () => control('POST /reset', 'the world is as at the start')],
    ['c', 'clears the screen', () => io.stderr.write('\u001b[2J\u001b[3J\u001b[H')],
    ['q', 'ends the server', () => process.emit('SIGINT')],
    ['h', 'lists the keys', () => say(keys.map(([key, effect]) => `${key} ${effect}`).join(', '))],
  ]
  return (key) => {
    const [, , act = () => key && say(`no key ${key}; h lists the keys`)] =
      keys.find(([name]) => name === key) ?? []
    act()
  }
}

function describeListenError(
  { code, message }: NodeJS.ErrnoException,
  { port, host }: Flags,
): string {
  if (code === 'EADDRINUSE')
    return `port ${port} is in use; choose another, or --port 0 for a free one`
  if (code === 'EACCES') return `no permission to listen on port ${port}; choose a port above 1023`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is not an address of this machine`
  return message
}

function logBug(error: unknown, { stderr }: Io): void {
  const details = error instanceof Error ? error.stack : error
  stderr.write(`calmock: bug, please report it: ${details}\n`)
}
