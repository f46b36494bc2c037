import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fresh } from '../call.ts'

const EVENTS = '/de/cal/events/v1/events'
const MAX_BYTES = 1024 * 1024

const nameLists: Readonly<Record<string, (start: number, n: number) => string>> = {
  numbered: (start, n) => `tags[${start + n}]`,
  descending: (start, n) => `tags[${start + 40_000 - n}]`,
  unnumbered: () => 'tags[]',
  repeated: () => 'tags',
  named: (_, n) => `organizer[x${n}]`,
  nested: (_, n) => `organizer[${n}][][a][]`,
  deep: (_, n) => `organizer${'[]'.repeat(n % 100)}`,
  other: (start, n) => `x${start + n}`,
}

/** A form of these names once took more than five minutes. */
const slowBefore = [
  { kind: 'numbered', start: 40_000 },
  { kind: 'unnumbered', start: 0 },
]

/** Names of fields, in two to five runs of one kind each. */
const names = fc
  .oneof(
    fc.constant(slowBefore),
    fc.array(
      fc.record({ kind: fc.constantFrom(...Object.keys(nameLists)), start: fc.nat(50_000) }),
      { minLength: 2, maxLength: 5 },
    ),
  )
  .map((runs) => (fieldBytes: number) => {
    const fields: string[] = []
    for (const { kind, start } of runs) {
      let bytes = (MAX_BYTES - 10) / runs.length // the end of a multipart body has seven
      for (let n = 0; ; n++) {
        const name = nameLists[kind]?.(start, n) ?? ''
        bytes -= name.length + fieldBytes
        if (bytes < 0) break
        fields.push(name)
      }
    }
    return fields
  })

/** The time limit of a test. Reading one body in quadratic time takes longer. */
const TIMEOUT_MS = 120_000

test(
  'forms of the maximum size are read in linear time',
  async () => {
    const call = fresh({ empty: true })
    await fc.assert(
      fc.asyncProperty(names, async (createNames) => {
        const form = createNames(2)
          .map((name) => `${name}=`)
          .join('&')
        expect([201, 400]).toContain((await call('POST', EVENTS, { form })).status)
      }),
      { numRuns: 8, endOnFailure: true },
    )
  },
  TIMEOUT_MS,
)

test(
  'multipart forms of the maximum size are read in linear time',
  async () => {
    const call = fresh({ empty: true })
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const createPart = (name: string): string =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n\r\n`
    await fc.assert(
      fc.asyncProperty(names, async (createNames) => {
        const raw = `${createNames(createPart('').length).map(createPart).join('')}--b--\r\n`
        expect([201, 400]).toContain((await call('POST', EVENTS, { raw, headers })).status)
      }),
      { numRuns: 4, endOnFailure: true },
    )
  },
  TIMEOUT_MS,
)

test.each([
  ['a list of numbers', { tags: Array(400_000).fill(1) }],
  ['a list of objects', { organizer: Array(100_000).fill({ a: {} }) }],
  ['a comma-separated list', { tags: 'a,'.repeat(400_000) }],
  ['many properties', Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`x${n}`, n]))],
  ['spaces', { title: `${' '.repeat(500_000)}x${' '.repeat(500_000)}` }],
  ['markup', { title: '<'.repeat(500_000), description: '<p>'.repeat(100_000) }],
  ['dashes', { title: '-'.repeat(900_000), slug: '--'.repeat(20_000) }],
  ['marks', { title: `a${'\u0301'.repeat(300_000)}` }],
  ['digits', { cost: '1,'.repeat(400_000) }],
])(
  'JSON with %s is read in linear time',
  async (_, json) => {
    const dates = { title: 'Neu', start_date: 'tomorrow', end_date: 'tomorrow' }
    const call = fresh({ empty: true })
    expect([201, 400]).toContain(
      (await call('POST', EVENTS, { json: { ...dates, ...json } })).status,
    )
    expect((await call('GET', EVENTS)).status).toBe(200)
  },
  60_000,
)
