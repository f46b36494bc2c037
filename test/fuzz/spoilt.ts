import fc from 'fast-check'
import type { Ask } from '../transports/edges.ts'
import { bytesOf } from './wire.ts'

/** Requests with some bytes removed, inserted or repeated. */
export function spoiltBytes(plain: fc.Arbitrary<Ask>): fc.Arbitrary<Buffer> {
  const cut = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    out: fc.nat({ max: 12 }),
    put: fc.oneof(
      fc.constantFrom(...wireJunk).map((text) => Buffer.from(text, 'latin1')),
      fc.uint8Array({ maxLength: 6 }),
    ),
  })
  return fc.tuple(plain, fc.array(cut, { maxLength: 3 })).map(([ask, cuts]) =>
    cuts.reduce((bytes, { at, out, put }) => {
      const head = bytes.indexOf('\r\n\r\n') + 4
      const place = Math.floor(at * Math.min(bytes.length, head + 40))
      return Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + out)])
    }, bytesOf(ask)),
  )
}

const wireJunk = [
  ...'\r\n|\r\n\r\n|\n|\0| |:|\r\nTransfer-Encoding: chunked\r\n'.split('|'),
  ...'Content-Length: 5\r\n|\r\nContent-Length: -1|\r\nExpect: 100-continue'.split('|'),
  ...'\r\nExpect: x|\r\nUpgrade: websocket\r\nConnection: Upgrade'.split('|'),
  ...'\r\nHost: a\r\nHost: b|\r\nHost:|http://x|HTTP/0.9|HTTP/2.0'.split('|'),
  ...'GET / HTTP/1.1\r\n\r\n|ffffffff\r\n'.split('|'),
  `\r\nX: ${'x'.repeat(20_000)}`,
  '\r\nAccept: a\r\nAccept: b\r\nOrigin: a\r\nOrigin: b',
  'CONNECT ',
  '5\r\nabc',
]
