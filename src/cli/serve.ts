import { Command, InvalidArgumentError, Option } from 'commander'
import { createService, type Options } from '../calmock.ts'
import { type Answered, listen } from '../node.ts'
import { Failure, type Io } from './io.ts'

interface Flags extends Options {
  readonly port: number
  readonly host: string
  readonly logFormat: 'pretty' | 'json' | 'off'
}

/** `calmock serve`: the service over HTTP, until it is stopped. */
export function serveCommand(io: Io): Command {
  const command = new Command('serve')
    .description('serve the mock over HTTP')
    .allowExcessArguments(false)
  for (const option of optionsFor(io)) command.addOption(option)
  return command.action(async (flags: Flags) => serve(flags, io))
}

/** Reads a flag as a whole number. Throws what commander shows. */
function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
}

function optionsFor({ env }: Io): Option[] {
  const port = new Option('-p, --port <n>', 'port to listen on; 0 picks a free one').argParser(
    wholeNumber(0, 65535),
  )
  const options = [
    port.default(4747),
    new Option('-H, --host <host>', 'address to listen on').default('127.0.0.1'),
    new Option('--seed <n>', 'chooses among worlds')
      .argParser(wholeNumber(0, 4294967295))
      .default(1),
    new Option('--events <n>', 'how many events, each in all languages')
      .argParser(wholeNumber(0, 10_000_000))
      .default(60),
    new Option('--empty', 'no records'),
    new Option('--now <today|real|instant>', 'the clock of the mock').default('today'),
    new Option('--sites <list>', 'language sites, joined by commas')
      .argParser((text) => text.split(',').map((code) => code.trim()))
      .default(['hi', 'de', 'zh-hans'], 'hi,de,zh-hans'),
    new Option('--root <pattern>', 'where the REST root of a site is').default('/:site'),
    new Option('--namespace <path>', 'the segment of the namespace in every path').default(
      'cal/events/v1',
    ),
    new Option('--max-per-page <n>', 'most records of a page')
      .argParser(wholeNumber(1, 1_000_000))
      .default(50),
    new Option('--geoloc-radius <km>', 'how far from a point venues are found')
      .argParser(wholeNumber(0, 20_100))
      .default(25),
    new Option('--log-format <format>', 'log on stderr')
      .choices(['pretty', 'json', 'off'])
      .default('pretty'),
  ]
  for (const option of options)
    option.env(`CALMOCK_${(option.long ?? '').slice(2).replaceAll('-', '_').toUpperCase()}`)
  if (env.PORT !== undefined && env.CALMOCK_PORT === undefined) port.env('PORT')
  return options
}

async function serve(flags: Flags, io: Io): Promise<void> {
  const service = createService(flags)
  const onAnswer = logTo(io, flags.logFormat)
  const onBug = (error: unknown): void =>
    void io.stderr.write(`calmock: bug: ${error instanceof Error ? error.stack : error}\n`)
  const listening = await listen(service, { ...flags, onBug, ...(onAnswer && { onAnswer }) }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new Failure(reasonOf(error, flags))
    },
  )
  if (!isLoopback(flags.host))
    io.stderr.write(
      `calmock: warning: ${flags.host} lets other machines in; there is no authentication\n`,
    )
  const { url, port } = listening
  const now = service.now().toISOString().slice(0, 10)
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
  await listening.close()
}

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/.test(host)

function reasonOf({ code, message }: NodeJS.ErrnoException, { port, host }: Flags): string {
  if (code === 'EADDRINUSE')
    return `port ${port} is taken; choose another, or --port 0 for any free one`
  if (code === 'EACCES') return `port ${port} needs more rights; choose one above 1023`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is no address of this machine`
  return message
}

function logTo(
  { stderr }: Io,
  format: Flags['logFormat'],
): ((answered: Answered) => void) | undefined {
  if (format === 'off') return undefined
  if (format === 'json')
    return (answered) => void stderr.write(`${JSON.stringify({ event: 'request', ...answered })}\n`)
  return ({ method, url, status, ms }) =>
    void stderr.write(`${method} ${readable(url)} ${status} ${ms.toFixed(1)} ms\n`)
}

/** An address as people read it: no escapes, no control characters. */
function readable(url: string): string {
  try {
    return decodeURI(url).replace(/\p{Cc}/gu, '?')
  } catch {
    return url
  }
}
