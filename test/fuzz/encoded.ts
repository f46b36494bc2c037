import fc from 'fast-check'
import { MAX_BODY_BYTES } from '../../src/contract/context.ts'
import type { Json } from '../openapi/document.ts'

/** A body with its content type. */
export interface Body {
  readonly type?: string
  readonly bytes: Uint8Array
}

/** Names and values of a query or a form, before encoding. */
export type Pairs = readonly (readonly [string, string])[]

/** Encodes text as UTF-8; lone surrogates become the replacement character. */
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/**
 * Flattens values to pairs: lists and objects in brackets, lists occasionally with commas or
 * repeated.
 */
export function pairsOf(values: Json, style: 'brackets' | 'commas' | 'repeated'): Pairs {
  return Object.entries(values).flatMap(([name, value]): Pairs => {
    if (Array.isArray(value) && style === 'commas')
      return [[name, value.map(formatValue).join(',')]]
    if (Array.isArray(value) && style === 'repeated')
      return value.map((item) => [name, formatValue(item)] as const)
    return bracketPairs(name, value)
  })
}

function bracketPairs(name: string, value: unknown, depth = 0): Pairs {
  if (typeof value !== 'object' || value === null || depth > 70) return [[name, formatValue(value)]]
  return Object.entries(value).flatMap(([key, below]) => {
    const step = Array.isArray(value) && Number(key) % 2 === 1 ? '' : key
    return bracketPairs(`${name}[${step}]`, below, depth + 1)
  })
}

const formatValue = (value: unknown): string =>
  typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value)

/** Encodes pairs for a query or a form. */
export const formOf = (pairs: Pairs): string =>
  pairs.map(([name, value]) => `${percent(name)}=${percent(value)}`).join('&')

/** Percent-encodes any text, including lone surrogates. */
export const percent = (text: string): string => encodeURIComponent(text.toWellFormed())

const BOUNDARY = 'X7'

function multipartOf(pairs: Pairs): string {
  const parts = pairs.map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--${BOUNDARY}--\r\n`
}

const multipart = `multipart/form-data; boundary=${BOUNDARY}`
const form = 'application/x-www-form-urlencoded'

/** Bodies with these values: as JSON, as a form, as multipart, or in another encoding. */
export function bodyOf(values: fc.Arbitrary<Json>): fc.Arbitrary<Body> {
  const style = fc.constantFrom('brackets' as const, 'commas' as const, 'repeated' as const)
  const pairs = fc.tuple(values, style).map(([one, way]) => pairsOf(one, way))
  const json = values.map((one) => JSON.stringify(one))
  return fc.oneof(
    {
      weight: 16,
      arbitrary: json.map((text) => ({ type: 'application/json', bytes: utf8(text) })),
    },
    { weight: 6, arbitrary: pairs.map((some) => ({ type: form, bytes: utf8(formOf(some)) })) },
    {
      weight: 2,
      arbitrary: pairs.map((some) => ({ type: multipart, bytes: utf8(multipartOf(some)) })),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(contentType, json).map(([type, text]) => ({ type, bytes: utf8(text) })),
    },
    { weight: 3, arbitrary: broken },
  )
}

const contentType = fc.constantFrom(
  ...'text/xml|application/vnd.api+json|application/json;charset=latin1'.split('|'),
  ...'APPLICATION/JSON||;|/|json|multipart/form-data|multipart/form-data; boundary='.split('|'),
  `${form};x`,
  ...'multipart/form-data; boundary="|__proto__|application/octet-stream|\xff|*/*'.split('|'),
)

const texts = [
  ...'|null|0|""|[]|{|[1,2]|{"a":1,"a":2}|\ufeff{}|{"__proto__":{"a":1}}'.split('|'),
  ...'{"title":"\\ud800"}|{"title":1e999}|{"id":-0}|=|&&|=a&=b|a|[]=1|a[=1|a]=1'.split('|'),
  ...'a[]]=1|a[][b]=1&a[0]=2&a=3|__proto__[a]=1|title[__proto__][x]=1|%=%|a=%ff'.split('|'),
  `--${BOUNDARY}`,
  `--${BOUNDARY}--`,
  `--${BOUNDARY}\r\n\r\n`,
  '{"title":"a"}}',
  `a${'[0]'.repeat(200)}=1`,
  ...[64, 65, 400, 9000, 100_000].map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  ...[65, 5000, 50_000].map((depth) => `{"now":${'['.repeat(depth)}${']'.repeat(depth)}}`),
]

/** Malformed bodies. */
const broken: fc.Arbitrary<Body> = fc
  .tuple(
    fc.oneof(fc.constantFrom('application/json', form, multipart), contentType),
    fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...texts).map(utf8) },
      { weight: 8, arbitrary: fc.uint8Array({ maxLength: 20 }) },
      {
        weight: 4,
        arbitrary: fc
          .constantFrom([0x22, 0xff, 0x22], [0xed, 0xa0, 0x80], [0])
          .map((some) => new Uint8Array(some)),
      },
      fc.constantFrom(MAX_BODY_BYTES, MAX_BODY_BYTES + 1).map((size) => utf8('{}'.padEnd(size))),
    ),
  )
  .map(([type, bytes]) => ({ type, bytes }))
