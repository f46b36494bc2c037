import { Option } from 'commander'
import {
  type CompleteValues,
  type OptionEntry,
  type OptionType,
  readText,
  text,
} from '../options/option-types.ts'
import { type configOptions, fileOptions, serveOptions } from '../options/serve-options.ts'

/** The values of the flags that are options, and of `--config`. */
export interface Flags extends CompleteValues<typeof configOptions> {
  readonly config?: string
}

/** A flag whose value and whose environment variable have the type of an option. */
export class Flag extends Option {
  readonly type: OptionType<unknown>

  /** Creates the flag of an option: `--max-per-page` of `maxPerPage`. */
  constructor(option: string, { type, flag = {}, help, default: inCode }: OptionEntry) {
    const { group, short, argument, default: value = inCode } = flag
    const long = `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    super(`${short ? `-${short}, ` : ''}${long}${argument ? ` ${argument}` : ''}`, help)
    if (group) this.helpGroup(`${group}:`)
    this.type = type
    if (type.choices) this.choices(type.choices)
    // without a value, the flag of a boolean means true
    this.argParser((text = 'true', previous: unknown = []) =>
      readText(type, text, {
        name: long,
        previous: previous as readonly string[], // only types with `append` use it
      }),
    )
    if (value !== undefined) this.default(value, Array.isArray(value) ? value.join() : undefined)
  }
}

/** Creates the flags of a command that are options, and `--config`. */
export const createFlags = (command: 'serve' | 'export'): Flag[] => [
  ...Object.entries<OptionEntry>({ ...fileOptions, ...(command === 'serve' && serveOptions) })
    .filter(([, { flag }]) => flag && (flag.commands ?? [command]).includes(command))
    .map(([name, entry]) => new Flag(name, entry)),
  new Flag('config', {
    type: text,
    flag: { group: 'Files', argument: '<file>' },
    help: 'read options from this file (default: calmock.config.ts, .js, .mjs, .cjs or .json)',
  }),
]
