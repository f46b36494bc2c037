import type { OptionTypeName } from './option-types.ts'
import { mockOptionTypes, type Options, type UserData } from './options.ts'

/** The content of a config file: the options of the mock, and the flags of `calmock serve`. */
export interface Config extends Omit<Options, 'data'> {
  /** Your own records, or the name of a JSON file with them. */
  readonly data?: string | UserData
  /** Port of `calmock serve`. 0 picks a free one. Default: 4747. */
  readonly port?: number
  /** Address that `calmock serve` listens on. Default: `127.0.0.1`. */
  readonly host?: string
  /** Host names that `calmock serve` accepts besides localhost, `host` and IP addresses; `*` accepts all. */
  readonly allowHost?: readonly string[]
  /** Seconds for a request to `calmock serve` to arrive. Default: 30. */
  readonly requestTimeout?: number
  /** File that exports your own MSW handlers, which take precedence in `calmock serve`. */
  readonly handlers?: string
  /** Makes `calmock serve` reload the files of handlers and scenarios and the config file. Default: false. */
  readonly watch?: boolean
  /** Makes `calmock serve` open its start page in the default browser. Default: false. */
  readonly open?: boolean
  /** File that stores the writes to the default world of `calmock serve`. */
  readonly state?: string
  /** File with the certificate of `calmock serve`, in PEM. With `cert` and `key` it serves over HTTPS. */
  readonly cert?: string
  /** File with the private key of `calmock serve`, in PEM. */
  readonly key?: string
  /** Format of the request log of `calmock serve`. Default: `pretty`. */
  readonly logFormat?: 'pretty' | 'json' | 'off'
}

/** Declares the content of `calmock.config.ts`. Returns its argument; the function only adds types. */
export const defineConfig = (config: Config): Config => config

/** The type of each key of a config file. */
export const configTypes = {
  ...mockOptionTypes,
  data: 'fileOrData',
  port: 'number',
  host: 'text',
  allowHost: 'textList',
  requestTimeout: 'number',
  handlers: 'text',
  watch: 'boolean',
  open: 'boolean',
  state: 'text',
  cert: 'text',
  key: 'text',
  logFormat: 'text',
} as const satisfies Readonly<Record<keyof Config, OptionTypeName>>
