import { InvalidArgumentError, Option } from 'commander'
import { REQUEST_TIMEOUT_SECONDS } from '../http/server.ts'
import type { Config } from '../options/config.ts'
import { limits } from '../options/limits.ts'
import { defaults } from '../options/options.ts'
import {
  appendValue,
  dataFlag,
  parseBooleanFlag,
  parseWholeNumberFlag,
  type WorldFlags,
  worldFlags,
} from './flags.ts'

/** The flags of `calmock serve`. */
export interface ServeFlags extends Omit<WorldFlags, 'data'> {
  readonly data?: NonNullable<Config['data']>
  readonly port: number
  readonly handlers?: string
  readonly watch?: boolean
  readonly open?: boolean
  readonly host: string
  readonly state?: string
  readonly allowHost?: readonly string[]
  readonly requestTimeout: number
  readonly logFormat: 'pretty' | 'json' | 'off'
  readonly cert?: string
  readonly key?: string
}

export const createServeOptions = (): Option[] => [
  ...createServerOptions(),
  ...createTlsOptions(),
  ...worldFlags(),
  dataFlag(),
  ...createLimitOptions(),
  ...createFileOptions(),
  new Option(
    '--strict',
    'reject wrong requests with 400, although the service itself accepts them; see docs/explain.md',
  ).argParser(parseBooleanFlag),
  new Option('--log-format <format>', 'set the format of the request log on stderr')
    .choices(['pretty', 'json', 'off'])
    .default('pretty'),
]

/** Creates the flags that limit the memory of a server. */
const createLimitOptions = (): Option[] => [
  new Option('--max-worlds <n>', 'limit the number of worlds; evict the least recently used one')
    .argParser(parseWholeNumberFlag(...limits.maxWorlds))
    .default(defaults.maxWorlds),
  new Option('--world-idle <minutes>', 'evict a world after this many idle minutes')
    .argParser(parseWholeNumberFlag(...limits.worldIdle))
    .default(defaults.worldIdle),
  new Option(
    '--max-memory <MB>',
    'limit written records and log entries of all worlds; remove the oldest entries, then reject writes with 507',
  )
    .argParser(parseWholeNumberFlag(...limits.maxMemory))
    .default(defaults.maxMemory),
  new Option('--max-requests <n>', 'log at most this many requests per world; 0 turns the log off')
    .argParser(parseWholeNumberFlag(...limits.maxRequests))
    .default(defaults.maxRequests),
  new Option('--max-logged-body <n>', 'cut each body in the log after this many characters')
    .argParser(parseWholeNumberFlag(...limits.maxLoggedBody))
    .default(defaults.maxLoggedBody),
]

/** Creates the flags that name files and servers. */
const createFileOptions = (): Option[] => [
  new Option(
    '--state <file>',
    'save writes to the default world in a file, and restore them at the next start',
  ).argParser(parseFileName),
  new Option('--handlers <file>', 'load your own MSW handlers, which take precedence').argParser(
    parseFileName,
  ),
  new Option(
    '--watch',
    'reload the files of handlers and scenarios, the certificate and the config file when they change',
  ).argParser(parseBooleanFlag),
]

/** Creates the flags of HTTPS. */
const createTlsOptions = (): Option[] => [
  new Option('--cert <file>', 'serve over HTTPS with this certificate, in PEM').argParser(
    parseFileName,
  ),
  new Option('--key <file>', 'use this private key for --cert, in PEM').argParser(parseFileName),
]

const createServerOptions = (): Option[] => [
  new Option('-p, --port <n>', 'listen on this port; 0 picks a free one')
    .argParser(parseWholeNumberFlag(0, 65535))
    .default(4747),
  new Option('-H, --host <host>', 'listen on this address')
    .argParser(parseHost)
    .default('127.0.0.1'),
  new Option('-o, --open', 'open the dashboard in the default browser').argParser(parseBooleanFlag),
  new Option(
    '--allow-host <names>',
    'accept these Host names besides localhost, the --host and IP addresses, comma-separated; * accepts any (repeatable)',
  ).argParser(parseHosts),
  new Option(
    '--public-url <url>',
    'start all links with this URL, such as https://example.com/mock, behind a reverse proxy',
  ),
  new Option(
    '--trust-proxy',
    'start all links with the URL in the Forwarded or X-Forwarded-* headers of a reverse proxy',
  ).argParser(parseBooleanFlag),
  new Option(
    '--auth <user:password[:role]>',
    'add a user with the role administrator (default), editor, author, contributor or subscriber (repeatable)',
  ).argParser(appendValue),
  new Option('--token <token>', 'require this bearer token for the control routes'),
  new Option('--max-body <bytes>', 'reject request bodies of more than this many bytes with 413')
    .argParser(parseWholeNumberFlag(...limits.maxBody))
    .default(defaults.maxBody),
  new Option(
    '--request-timeout <seconds>',
    'reject requests that take more than this many seconds to arrive with 408',
  )
    .argParser(parseWholeNumberFlag(1, 3600))
    .default(REQUEST_TIMEOUT_SECONDS),
]

/** Parses an IP address or a host name, without port and scheme. */
function parseHost(text: string): string {
  if (/^[\w.:%-]+$/.test(text)) return text
  throw new InvalidArgumentError('an IP address or a host name: 127.0.0.1, ::1, localhost')
}

/** Parses host names or `*`, and appends them to the values of earlier flags. */
function parseHosts(text: string, previous: readonly string[] = []): readonly string[] {
  const names = text.split(',').map((name) => name.trim())
  if (names.every((name) => /^(?:\*|[\w.-]+)$/.test(name))) return [...previous, ...names]
  throw new InvalidArgumentError('host names without port and scheme, comma-separated, or *')
}

function parseFileName(text: string): string {
  if (text !== '') return text
  throw new InvalidArgumentError('the name of a file')
}
