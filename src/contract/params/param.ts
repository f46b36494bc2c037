import type { Context, Query } from '../context.ts'
import type { MessageKey } from '../format-message.ts'
import { createNote } from '../note.ts'
import type { ParamError } from '../problem.ts'
import type { UserContext } from '../user.ts'

/** A JSON Schema, or the attributes of a schema that the index shows. */
export type Schema = Readonly<Record<string, unknown>>

/** One value that the service accepts: its description, its reader, and the value to store. */
export interface Param<In, Stored = In> {
  /** The message that describes it. */
  readonly doc: MessageKey | undefined
  /** The attributes that the index shows: `type`, `default`, `format`, `items`. */
  readonly declared: Schema
  /** The values that it accepts, as `/doc` describes them. */
  readonly schema: Schema
  readonly required: boolean
  /** The resource whose IDs it holds. */
  readonly link?: string
  /** Returns the value that `/doc` shows as an example. Default: a value that fits the other members. */
  example?(now: Date): unknown
  /** True if `a=1&a=2` is a list of both values. */
  readonly list?: true
  /** Returns the value for a list query or a create without this parameter. */
  defaultValue?(now: Date, context: UserContext & Pick<Context, 'settings'>): In
  /** Reads and checks a raw value. */
  read(raw: unknown, context: Context): ReadResult<In>
  /** Returns the value to store, and creates linked records if necessary. Default: the value itself. */
  store?(value: In, context: Context): Stored
}

/** The result of reading a raw value: the value, or its error. */
export type ReadResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ParamError }

// biome-ignore lint/suspicious/noExplicitAny: a table holds parameters of every type
export type Params = Readonly<Record<string, Param<any, any>>>

export const valid = <T>(value: T): ReadResult<T> => ({ ok: true, value })

/** Returns the result for an invalid raw value. The message quotes the raw value. */
export function invalid(
  key: MessageKey,
  raw?: unknown,
  extra: Partial<ParamError> = {},
): ReadResult<never> {
  const values = { ...(raw !== undefined && { given: quote(raw) }), ...extra.values }
  return { ok: false, error: { ...extra, key, values } }
}

/** Returns the result for a raw value of the wrong type, with the inner code `rest_invalid_type`. */
export const invalidType = (key: MessageKey, raw: unknown): ReadResult<never> =>
  invalid(key, raw, { code: 'rest_invalid_type' })

/** Returns a value as messages quote it: JSON, shortened to 80 characters. */
export function quote(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value)
  if (json.length <= 80) return json
  return `${json.slice(0, 77)}…${typeof value === 'string' ? '"' : ''}`
}

/** Returns the parameter as required: every create must contain it. */
export const required = <I, S>(param: Param<I, S>): Param<I, S> => ({ ...param, required: true })

/** Returns the parameter with a default, which the index shows. */
export const withDefault = <I, S>(param: Param<I, S>, value: I): Param<I, S> => ({
  ...param,
  declared: { default: value, ...param.declared },
  defaultValue: () => value,
})

/** Returns the parameter with the default null for the index. Requests without it have no value. */
export const withNullDefault = <I, S>(param: Param<I, S>): Param<I, S> => ({
  ...param,
  declared: { default: null, ...param.declared },
})

/** The results of reading the parameters of one request. */
interface ParamReader {
  readonly context: Context
  /** True for lists and creates: defaults apply, and required parameters can be missing. */
  readonly appliesDefaults: boolean
  /** Values by parameter name. Absent parameters have no key. */
  readonly values: Record<string, unknown>
  readonly missing: string[]
  readonly errors: Record<string, ParamError>
}

export const createParamReader = (context: Context, appliesDefaults: boolean): ParamReader => ({
  context,
  appliesDefaults,
  values: {},
  missing: [],
  errors: {},
})

/** Returns a function that gets a property of an object by name, or undefined for a property of its prototype. */
export const createPropertyReader =
  (values: Query) =>
  (name: string): unknown =>
    Object.hasOwn(values, name) ? values[name] : undefined

/** Reads parameters and adds the results to the reader. */
export function readParams(
  params: Params,
  getRaw: (name: string, param: Param<unknown>) => unknown,
  reader: ParamReader,
): void {
  for (const [name, param] of Object.entries(params)) {
    const raw = getRaw(name, param)
    if (isAbsent(raw, param, reader.context)) {
      addDefault(name, param, reader)
      continue
    }
    const reading = contradictsType(raw, param, reader.context)
      ? invalidType('notText', raw)
      : param.read(raw, reader.context)
    if (reading.ok) reader.values[name] = removeBackslashes(reading.value, name, reader.context)
    else reader.errors[name] = reading.error
  }
}

/** Returns a text as the service stores it, which takes a backslash for an escape; without the preset unchanged, with a note (24.4). */
function removeBackslashes(value: unknown, name: string, { settings, notes }: Context): unknown {
  if (typeof value !== 'string' || !value.includes('\\')) return value
  const isRemoved = settings.preset.followsService
  const message = `the service ${isRemoved ? 'removes' : 'would remove'} the backslashes from ${name}`
  notes?.add(createNote('service-differs', message, name))
  return isRemoved ? value.replace(/\\(.?)/gs, '$1') : value
}

/** Returns whether a JSON value is not a text although text is declared, which only the preset rejects (14.1c). */
const contradictsType = (raw: unknown, { declared }: Param<unknown>, { settings }: Context) =>
  settings.preset.followsService && declared.type === 'string' && typeof raw !== 'string'

/** JSON null means an absent parameter if no type is declared, or the default null, where the preset rejects it (14.1b). */
const isAbsent = (
  raw: unknown,
  { declared, required }: Param<unknown>,
  { settings }: Context,
): boolean =>
  raw === undefined ||
  (raw === null &&
    (required ||
      !('type' in declared) ||
      (declared.default === null && !settings.preset.followsService)))

function addDefault(name: string, param: Param<unknown>, reader: ParamReader): void {
  if (!reader.appliesDefaults) return
  if (param.required) reader.missing.push(name)
  else if (param.defaultValue)
    reader.values[name] = param.defaultValue(reader.context.now, reader.context)
}
