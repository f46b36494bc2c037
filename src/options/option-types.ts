import { findNearestName, invalidOption, OptionError } from '../contract/option-error.ts'

/** The types of option values, and how flags and environment variables contain them. Formats that have a parser are checked by the parser. */
export interface OptionType<Value> {
  /** The accepted values, for messages. */
  readonly accepts: string
  includes(value: unknown): boolean
  /** Returns the value in a flag or a variable, or undefined if neither is set. Default: the text. */
  read?(text: string): unknown
  /** The accepted texts of flags and variables. Default: `accepts`. */
  readonly acceptsText?: string
  /** Adds the value of a flag to the values of earlier flags. Default: the last flag counts. */
  append?(text: string, previous: readonly string[]): readonly string[]
  readonly choices?: readonly string[]
  /** Never set: it carries the type of the values. */
  readonly example?: Value
}

/** An option. Its JSDoc in a table is the JSDoc of its key in the public types. */
export interface OptionEntry {
  readonly type: OptionType<unknown>
  readonly default?: unknown
  /** The names of the flag and of the environment variable are derived from the key. Default: no flag. */
  readonly flag?: {
    /** The heading above it in the help. */
    readonly group?: string
    readonly short?: string
    /** The value as the help shows it: `<n>`. Default: none, and the flag alone means true. */
    readonly argument?: string
    /** Default: the default in code. */
    readonly default?: unknown
    /** The commands that have it. Default: `serve`, and `export` if it is an option of the mock. */
    readonly commands?: readonly ('serve' | 'export')[]
  }
  readonly help?: string
  /**
   * `records` if the generated records depend on it: snapshots, state files and exports are for this value only. `world`
   * if each world has its own value, which its program, control routes and snapshots change.
   */
  readonly scope?: 'records' | 'world'
}

/** Options by name. */
export type OptionTable = Readonly<Record<string, OptionEntry>>

/** The values of options. The keys have the JSDoc of the table. */
export type OptionValues<Table extends OptionTable> = {
  readonly [Name in keyof Table]?: Table[Name]['type'] extends OptionType<infer Value>
    ? Value
    : never
}

/** The values of options after their defaults are added. */
export type CompleteValues<Table extends OptionTable> = OptionValues<Table> &
  Required<Pick<OptionValues<Table>, keyof Defaults<Table>>>

type Defaults<Table extends OptionTable> = {
  readonly [Name in keyof Table as 'default' extends keyof Table[Name]
    ? Name
    : never]: Table[Name]['default']
}

export const readDefaults = <Table extends OptionTable>(table: Table): Defaults<Table> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([name, entry]) =>
      'default' in entry ? [[name, entry.default]] : [],
    ),
  ) as Defaults<Table> // the entries with a default

export const isText = (value: unknown): value is string => typeof value === 'string'
const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isText)
export const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns whether a value is a `Date`, also of another realm, such as Node's in jsdom. */
export const isDate = (value: unknown): value is Date =>
  Object.prototype.toString.call(value) === '[object Date]'

const splitList = (text: string): readonly string[] => text.split(',').map((part) => part.trim())

export const wholeNumber = (
  min: number,
  max: number,
): OptionType<number> & { readonly min: number; readonly max: number } => ({
  min,
  max,
  accepts: `a whole number from ${min} to ${max}`,
  includes: (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max,
  read: (text) => (/^\d+$/.test(text.trim()) ? Number(text) : undefined),
})

const words = new Map([
  ...['1', 'true', 'yes', 'on'].map((word) => [word, true] as const),
  ...['0', 'false', 'no', 'off'].map((word) => [word, false] as const),
])

export const boolean: OptionType<boolean> = {
  accepts: 'true, false',
  includes: (value) => typeof value === 'boolean',
  read: (text) => words.get(text.toLowerCase()),
  acceptsText: '1, 0, true, false, yes, no, on, off',
}

export const text: OptionType<string> = { accepts: 'a string', includes: isText }

export const textLike = (pattern: RegExp, accepts: string): OptionType<string> => ({
  accepts,
  includes: (value) => isText(value) && pattern.test(value),
})

export const file = textLike(/./, 'the name of a file')

export const oneOf = <Name extends string>(choices: readonly Name[]): OptionType<Name> => ({
  accepts: choices.join(', '),
  includes: (value) => choices.some((name) => name === value),
  choices,
})

/** The type of lists of texts, which one flag contains. */
export const textList = <Item extends string>(): OptionType<readonly Item[]> => ({
  accepts: 'a list such as ["en", "de"]',
  includes: isTextList,
  read: splitList,
})

/** The type of one or several texts, each with its own flag. */
export const texts: OptionType<string | readonly string[]> = {
  accepts: 'a string or a list of strings',
  includes: (value) => isText(value) || isTextList(value),
  read: splitList,
  append: (text, previous) => [...previous, text],
}

/** The type of lists of texts that match a pattern. A flag contains some of them. */
export const textsLike = (pattern: RegExp, accepts: string): OptionType<readonly string[]> => ({
  accepts,
  includes: (value) => isTextList(value) && value.every((part) => pattern.test(part)),
  read: splitList,
  append: (text, previous) => [...previous, ...splitList(text)],
})

/** Throws `OptionError` for an unknown name, with the nearest known name, and for a value that its type does not include. Ignores undefined values. */
export function checkOptions(options: object, table: OptionTable): void {
  for (const [name, value] of Object.entries(options)) {
    const type = Object.hasOwn(table, name) ? table[name]?.type : undefined
    if (!type) throw unknownOption(name, Object.keys(table))
    if (value !== undefined) requireOption(type, value, name)
  }
}

/** Throws `OptionError` for a value that a type does not include. `name` is the name in the message. */
export function requireOption<Value>(
  type: OptionType<Value>,
  value: unknown,
  name: string,
): asserts value is Value {
  const shown = typeof value === 'object' ? JSON.stringify(value)?.slice(0, 80) : value
  if (!type.includes(value)) throw invalidOption(name, shown, type.choices ?? type.accepts)
}

/** Returns the value in the text of a variable, or of a flag with the values of `previous` flags. Throws `OptionError` if the type does not include it. */
export function readText(
  type: OptionType<unknown>,
  text: string,
  { name, previous }: { readonly name: string; readonly previous?: readonly string[] },
): unknown {
  const value = previous && type.append ? type.append(text, previous) : (type.read?.(text) ?? text)
  if (type.includes(value)) return value
  throw invalidOption(name, text, type.choices ?? type.acceptsText ?? type.accepts)
}

/** Returns the options that have a value, so that an undefined value does not replace a default. */
export const omitUndefined = <T extends object>(options: T): T =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T // fewer optional keys

export function unknownOption(name: string, names: readonly string[]): OptionError {
  const nearest = findNearestName(name, names)
  const advice = nearest ? `did you mean "${nearest}"?` : `accepted: ${names.join(', ')}`
  return new OptionError(`unknown option "${name}"; ${advice}`)
}
