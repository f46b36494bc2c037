import fc from 'fast-check'
import type { Json } from '../openapi/document.ts'

/** Property names that every object has, and other names that break naive code. */
export const hostileNames = [
  ...'__proto__|constructor|toString|prototype|hasOwnProperty|valueOf|toJSON|then'.split('|'),
  ...'length|id|group|| |0|-1|$|a.b|a b|ж|😀'.split('|'),
]

/** Texts that look like a number, a date, a path, a pattern, markup or a command. */
export const hostileTexts = [
  ...hostileNames,
  ...'null|undefined|true|false|NaN|Infinity|-0|1e999|1e-7|0x10|9007199254740993'.split('|'),
  ...'99999999999999999999|-9223372036854775808|1.5| 1 |1,2,,3|,|0000-00-00'.split('|'),
  ...'2030-02-30|9999-12-31 23:59:59|+275760-09-13|-000001-01-01|now|yesterday'.split('|'),
  ...'+99999999 years|-1 week|last day of february|@0|@1e20|Europe/Berlin|UTC+99'.split('|'),
  ...'UTC-12:45|America/../x|24:00|P99999999999D|../../etc/passwd|%00|%|%zz|%E0%A4%A'.split('|'),
  ...'http://|javascript:x|http://[::1|//x|<script>x</script>|]]>|"\'`\\|{{x}}'.split('|'),
  ...'(((((a+)+)+)+)+$|[|*|\\|&amp;|&#0;|\0|\r\nX: y|\u2028|\u202e|\ufeff|\ud800'.split('|'),
  ...'\udfff|é|İ|ß|क्‍ष|１２'.split('|'),
  'a'.repeat(300),
  '-'.repeat(5000),
  ' '.repeat(5000),
  '€'.repeat(700),
  '9'.repeat(400),
  ...'1€, 2€ – 3€|$-5|1.000.000,00|Free|₹150'.split('|'),
]

/** Instants for the clock, valid and invalid. */
export const instants = [
  ...'today real 2030-01-07T12:00:00Z 0001-01-01T00:00:00Z 9000-12-31T23:59:59Z'.split(' '),
  ...'2028-02-29 2030-03-31T02:30:00+02:00 9999-12-31T23:59:59Z 0000-01-01T00:00:00Z'.split(' '),
  ...'2030-13-01 1e9'.split(' '),
]

/** Path segments in their raw form. */
export const rawSteps = [
  ...'.. . %2e%2e %2E%2e%2f %00 % %zz %E0%A4%A %ff \xff \\ // ;a=1 1%2F2 +1 1.0 1e3'.split(' '),
  ...'01 -1 99999999999999999999 %F0%9F%98%80 {id} ~x'.split(' '),
]

const hostileNumbers = [
  ...[0, -0, -1, 0.5, 1e-320, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 63)],
  ...[Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 8.64e15, 8.64e15 + 1],
]

/** Any text, often a hostile one. */
export const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)

/** A name of a parameter or a property. */
export const name = fc.oneof(fc.constantFrom(...hostileNames), text)

const scalar = fc.oneof(
  text,
  fc.constantFrom(...hostileNumbers),
  fc.constantFrom(null, true, false),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

/** An arbitrary JSON value, also nested and deep. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  fc.array(fc.tuple(name, scalar), { maxLength: 3 }).map(Object.fromEntries),
  fc.constantFrom(3, 60, 63, 64, 65, 66, 200).map(nested),
  fc.constantFrom([], [[]], {}, [{}], [null], [[1, [2]]], { length: -1 }, { 0: 'a', 1: 'b' }),
)

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let n = 0; n < depth; n++) value = n % 2 === 0 ? [value] : { a: value }
  return value
}

/** Schemas that a schema may refer to, and IDs that may exist. */
export interface Known {
  readonly schemas: Readonly<Record<string, Json>>
  readonly ids: readonly number[]
}

const dates = ['2030-02-01 19:00:00', '2030-02-01', 'now', '+2 weeks', 'tomorrow 9am', 1893456000]
const words = ['Jazz', 'Größe & Maß', 'नया मेला', '音乐', 'Berlin', 'x', '12€', 'UTC+5:30', '1,2']

/** Values that match a schema of the document. */
export function fitting(schema: Json, known: Known, depth = 0): fc.Arbitrary<unknown> {
  const { $ref, anyOf, enum: among, type, items, format } = schema
  const below = (part: unknown) => fitting(part as Json, known, depth + 1) // a nested schema
  if (Array.isArray(among)) return fc.constantFrom<unknown>(...among)
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map(below))
  if (typeof $ref === 'string')
    return depth > 3 ? text : below(known.schemas[$ref.split('/').at(-1) ?? ''] ?? {})
  if (type === 'object') return fields(schema, known, depth)
  if (type === 'array') return fc.array(below(items ?? {}), { maxLength: 3 })
  if (type === 'boolean') return fc.constantFrom<unknown>(true, false, 1, '0', 'true')
  if (type === 'integer')
    return fc.oneof(fc.constantFrom(1, 2, 3), fc.constantFrom(...known.ids, 0, 10, 50))
  if (type === 'number') return fc.constantFrom(0, 1, 12.5, -3, 52.52, 13.4, 180)
  if (Array.isArray(type)) return fc.constantFrom<unknown>(...dates, ...words, ...known.ids)
  if (format === 'uri') return fc.constantFrom('https://a.test/x.jpg', 'http://b.test/?q=%C3%A9#f')
  return fc.constantFrom(...words)
}

/** Objects that match a schema, except for some junk values and unknown names. */
export function fields(schema: Json, known: Known, depth = 0): fc.Arbitrary<Json> {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Json>> // an OpenAPI document has this type
  const required = (schema.required ?? []) as readonly string[] // an OpenAPI document has this type
  const entries = Object.entries(properties).map(([key, part]) => {
    const fits = fitting(part, known, depth + 1)
    return [key, fc.oneof({ weight: 24, arbitrary: fits }, junk)] as const
  })
  const [asked, others] = [true, false].map((isAsked) =>
    entries.filter(([key]) => required.includes(key) === isAsked),
  )
  const needed = fc.tuple(...(asked ?? []).map(([key, value]) => fc.tuple(fc.constant(key), value)))
  const some = pairsAmong(others ?? [])
  const more = fc.oneof(
    { weight: 5, arbitrary: fc.constant([]) },
    fc.array(fc.tuple(name, junk), { maxLength: 2 }),
  )
  return fc
    .tuple(needed, some, more)
    .map(([own, chosen, added]) => Object.fromEntries([...own, ...chosen, ...added]))
}

/** A subset of some names with their values. */
export const pairsAmong = (
  entries: readonly (readonly [string, fc.Arbitrary<unknown>])[],
): fc.Arbitrary<(readonly [string, unknown])[]> =>
  entries.length === 0
    ? fc.constant([])
    : fc.array(fc.oneof(...entries.map(([key, value]) => fc.tuple(fc.constant(key), value))), {
        maxLength: 5,
      })
