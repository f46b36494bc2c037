import type { Options, UserData } from './mock-options.ts'
import type { OptionValues } from './option-types.ts'
import type { serveOptions } from './serve-options.ts'

/** The content of a config file: the options of the mock, and the flags of `calmock serve`. */
export interface Config extends Omit<Options, 'data'>, OptionValues<typeof serveOptions> {
  /** Your own records, or the name of a JSON file with them. */
  readonly data?: string | UserData
}

/** Declares the content of `calmock.config.ts`. Returns its argument; the function only adds types. */
export const defineConfig = (config: Config): Config => config
