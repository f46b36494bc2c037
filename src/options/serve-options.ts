import { REQUEST_TIMEOUT_SECONDS } from '../contract/context.ts'
import { mockOptions, type Options, type UserData } from './mock-options.ts'
import {
  boolean,
  file,
  isObject,
  isText,
  type OptionTable,
  type OptionType,
  type OptionValues,
  oneOf,
  textLike,
  textsLike,
  wholeNumber,
} from './option-types.ts'

const fileOrData: OptionType<string | UserData> = {
  accepts: 'the name of a file, or an object with lists of records',
  includes: (value) => isText(value) || isObject(value),
}

/** The options of `calmock serve` alone. Everything is derived from them as from `mockOptions`. */
export const serveOptions = {
  /** Port of `calmock serve`. 0 picks a free one. Default: 4747. */
  port: {
    type: wholeNumber(0, 65_535),
    default: 4747,
    flag: { group: 'Server', short: 'p', argument: '<n>' },
    help: 'listen on this port; 0 picks a free one',
  },
  /** Address that `calmock serve` listens on. Default: `127.0.0.1`. */
  host: {
    type: textLike(/^[\w.:%-]+$/, 'an IP address or a host name: 127.0.0.1, ::1, localhost'),
    default: '127.0.0.1',
    flag: { group: 'Server', short: 'H', argument: '<host>' },
    help: 'listen on this address',
  },
  /** Makes `calmock serve` open its start page in the default browser. Default: false. */
  open: {
    type: boolean,
    flag: { group: 'Server', short: 'o' },
    help: 'open the dashboard in the default browser',
  },
  /** Seconds for a request to `calmock serve` to arrive. Default: 30. */
  requestTimeout: {
    type: wholeNumber(1, 3600),
    default: REQUEST_TIMEOUT_SECONDS,
    flag: { group: 'Server', argument: '<seconds>' },
    help: 'reject requests that take more than this many seconds to arrive with 408',
  },
  /** File with the certificate of `calmock serve`, in PEM. With `cert` and `key` it serves over HTTPS. */
  cert: {
    type: file,
    flag: { group: 'Server', argument: '<file>' },
    help: 'serve HTTPS with this certificate, in PEM',
  },
  /** File with the private key of `calmock serve`, in PEM. */
  key: {
    type: file,
    flag: { group: 'Server', argument: '<file>' },
    help: 'use this private key for --cert, in PEM',
  },
  /** File that stores the writes to the default world of `calmock serve`. */
  state: {
    type: file,
    flag: { group: 'Files', argument: '<file>' },
    help: 'save writes to the default world in a file, and restore them at the next start',
  },
  /** File that exports your own MSW handlers, which take precedence in `calmock serve`. */
  handlers: {
    type: file,
    flag: { group: 'Files', argument: '<file>' },
    help: 'load your own MSW handlers, which take precedence',
  },
  /** Makes `calmock serve` reload the files of handlers and scenarios and the config file. Default: false. */
  watch: {
    type: boolean,
    flag: { group: 'Files' },
    help: 'reload the files of handlers and scenarios, the certificate and the config file when they change',
  },
  /** Format of the request log of `calmock serve`. Default: `pretty`. */
  logFormat: {
    type: oneOf(['pretty', 'json', 'off']),
    default: 'pretty',
    flag: { group: 'Log', argument: '<format>' },
    help: 'set the format of the request log on stderr',
  },
  /** Makes `calmock serve` log only requests that failed, that had a fault, or that are wrong, and print one line at the start. Default: false. */
  quiet: {
    type: boolean,
    flag: { group: 'Log', short: 'q' },
    help: 'log only errors, faults and wrong requests, and print one line at the start',
  },
  /** Host names that `calmock serve` accepts besides localhost, `host` and IP addresses; `*` accepts all. */
  allowHost: {
    type: textsLike(
      /^(?:\*|[\w.-]+)$/,
      'host names without port and scheme, comma-separated, or *',
    ),
    flag: { group: 'Access', argument: '<names>' },
    help: 'accept these Host names besides localhost, the --host and IP addresses, comma-separated; * accepts any (repeatable)',
  },
} satisfies OptionTable

/** The options of a mock in Node, where the option `data` can name a file. */
export const fileOptions = {
  ...mockOptions,
  data: { ...mockOptions.data, type: fileOrData },
} satisfies OptionTable

/** The options of a config file, and of the flags and variables of commands. */
export const configOptions = { ...fileOptions, ...serveOptions }

/** The content of a config file: the options of the mock, and the flags of `calmock serve`. */
export interface Config extends Omit<Options, 'data'>, OptionValues<typeof serveOptions> {
  /** Your own records, or the name of a JSON file with them. */
  readonly data?: string | UserData
}

/**
 * Declares the content of `calmock.config.ts`. Returns its argument; the function only adds types.
 *
 * @example
 * ```ts
 * import { defineConfig } from 'calmock'
 *
 * export default defineConfig({ port: 8080, sites: ['en', 'de'], scenario: 'today' })
 * ```
 */
export const defineConfig = (config: Config): Config => config
