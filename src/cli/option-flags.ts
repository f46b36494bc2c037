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

  constructor({ type, flag = '', default: inCode, flagDefault = inCode }: OptionEntry) {
    const [help, flags = '', group] = flag.split('  ').reverse()
    super(flags, help)
    if (group) this.helpGroup(`${group}:`)
    this.type = type
    if (type.choices) this.choices(type.choices)
    // without a value, the flag of a boolean means true
    this.argParser((text = 'true', previous: unknown = []) =>
      readText(type, text, {
        name: this.long ?? flags,
        previous: previous as readonly string[], // of a type with `append`
      }),
    )
    if (flagDefault !== undefined)
      this.default(flagDefault, Array.isArray(flagDefault) ? flagDefault.join() : undefined)
  }
}

/** Creates the flags of a command that are options, and `--config`. */
export const createFlags = (command: 'serve' | 'export'): Flag[] => [
  ...Object.values<OptionEntry>({ ...(command === 'serve' && serveOptions), ...fileOptions })
    .filter(({ flag, commands = [command] }) => flag && commands.includes(command))
    .map((entry) => new Flag(entry)),
  new Flag({
    type: text,
    flag: 'Files  --config <file>  read options from this file (default: calmock.config.ts, .js, .mjs, .cjs or .json)',
  }),
]
