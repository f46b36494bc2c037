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

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')

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

export const styles = fc.constantFrom('brackets' as const, 'commas' as const, 'repeated' as const)

/** Bodies with these values: as JSON, as a form, as multipart, or in another encoding. */
export function bodyOf(values: fc.Arbitrary<Json>): fc.Arbitrary<Body> {
  const pairs = fc.tuple(values, styles).map(([one, way]) => pairsOf(one, way))
  const json = values.map((one) => JSON.stringify(one))
  const as = (type: string, texts: fc.Arbitrary<string>) =>
    texts.map((text): Body => ({ type, bytes: utf8(text) }))
  return fc.oneof(
    { weight: 16, arbitrary: as('application/json', json) },
    { weight: 6, arbitrary: as(form, pairs.map(formOf)) },
    { weight: 2, arbitrary: as(multipart, pairs.map(multipartOf)) },
    { weight: 2, arbitrary: contentType.chain((type) => as(type, json)) },
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
  ...['', '--', '\r\n\r\n'].map((end) => `--${BOUNDARY}${end}`),
  '{"title":"a"}}',
  `a${'[0]'.repeat(200)}=1`,
  ...[64, 65, 400, 9000, 100_000].map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  ...[65, 5000, 50_000].map((depth) => `{"now":${'['.repeat(depth)}${']'.repeat(depth)}}`),
]

const bytes = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...texts).map(utf8) },
  { weight: 8, arbitrary: fc.uint8Array({ maxLength: 20 }) },
  { weight: 4, arbitrary: fc.constantFrom('"\xff"', '\xed\xa0\x80', '\0').map(latin1) },
  fc.constantFrom(MAX_BODY_BYTES, MAX_BODY_BYTES + 1).map((size) => utf8('{}'.padEnd(size))),
)

/** Malformed bodies. */
const broken: fc.Arbitrary<Body> = fc.record({
  type: fc.oneof(fc.constantFrom('application/json', form, multipart), contentType),
  bytes,
})
