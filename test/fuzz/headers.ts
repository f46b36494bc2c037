import fc from 'fast-check'
import type { Ask } from '../transports/edges.ts'
import { methods } from './asks.ts'
import { utf8 } from './encoded.ts'
import { instants, text } from './values.ts'

/** Name and value. */
export type Header = readonly [string, string]
const headerText = (name: string, ...values: string[]): fc.Arbitrary<Header> =>
  fc
    .oneof({ weight: 12, arbitrary: fc.constantFrom(...values) }, text.map(latin))
    .map((value) => [name, value])

/**
 * Keeps the bytes that a header may contain: no control characters. Every transport rejects others.
 */
const latin = (value: string): string =>
  Buffer.from(utf8(value))
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .trim()

const header: fc.Arbitrary<Header> = fc.oneof(
  headerText('accept', 'text/html', '*/*', 'image/svg+xml;q=0', ','),
  headerText('origin', 'null', 'http://localhost:1', 'https://evil.test', 'http://[', 'localhost'),
  headerText('content-type', 'application/json', 'text/plain'),
  headerText('x-calmock-world', 'a', 'b', 'default', 'B'),
  headerText('x-calmock-scenario', 'empty', 'one', 'nulls+dst', 'password+one', 'nowhere', '+'),
  headerText('x-calmock-now', ...instants),
  headerText('x-calmock-pictures', 'data'),
  headerText(
    'cookie',
    'calmock_world=a',
    'calmock_world=',
    'calmock_world=%00',
    'calmock_world=;;',
    '=',
  ),
  headerText('x-http-method-override', ...methods, 'delete', 'GET, PUT'),
  headerText('access-control-request-method', 'PUT', 'X'),
  headerText('authorization', 'Basic', 'Basic \xff'),
)

/** Mostly empty lists of headers. */
export const headers: fc.Arbitrary<readonly Header[]> = fc.oneof(
  { weight: 5, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: fc.array(header, { maxLength: 2 }) },
)

/** Returns a request with more headers. */
export const withHeaders = (ask: Ask, more: readonly Header[]): Ask =>
  more.length === 0 ? ask : { ...ask, headers: { ...ask.headers, ...Object.fromEntries(more) } }
