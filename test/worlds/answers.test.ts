import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMock, type Mock } from '../../src/create-mock.ts'
import { inlineSource, landmarks } from '../../src/seed/source/inline-source.ts'
import { type Call, NOW, over } from '../call.ts'

/** Creates a mock whose kept answers take at most some bytes. Its log has no times of the machine. */
const createKeeping = (maxAnswerBytes: number): Mock =>
  createMock(
    {
      sites: ['en', 'de'],
      now: NOW,
      events: 20,
      auth: ['ada:x:administrator'],
    },
    { ...inlineSource(), maxAnswerBytes, systemNow: () => 0 },
  )

const { jazzNight } = landmarks.events
const api = '/cal/events/v1'
const targets = [
  `/en${api}/events`,
  `/de${api}/events?per_page=3&page=2`,
  `/en${api}/events?search=jazz&per_page=x`,
  `/en${api}/events/${jazzNight.id.en}`,
  `/de${api}/events/${jazzNight.id.de}?i18n_language=en`,
  `/en${api}/events?ends_after=now&_fields=total`,
  `/en${api}/tags?hide_empty=true`,
  `/en${api}/venues`,
  `/en${api}/doc`,
  `/en/`,
]
const credentials = `Basic ${btoa('ada:x')}`
const headerSets: readonly Readonly<Record<string, string>>[] = [
  {},
  { origin: 'http://localhost:5173' },
  { origin: 'https://other.example' },
  { authorization: credentials },
  { 'x-calmock-explain': '1' },
  { accept: 'text/html' },
  { 'x-calmock-pictures': 'data' },
  { 'x-calmock-now': '2031-05-05T00:00:00Z' },
  { 'x-calmock-scenario': 'empty' },
  { 'x-calmock-world': 'other' },
]

/** Changes of a world, and of its settings, clock, records and users' rights, through every door. */
const changes: Readonly<Record<string, (mock: Mock, call: Call) => unknown>> = {
  create: (_, call) =>
    call('POST', `/en${api}/tags`, {
      json: { name: 'New' },
      headers: { authorization: credentials },
    }),
  update: (_, call) =>
    call('PATCH', `/en${api}/events/${jazzNight.id.en}`, {
      json: { title: 'Other' },
      headers: { authorization: credentials },
    }),
  remove: (_, call) =>
    call('DELETE', `/en${api}/events/${jazzNight.id.en}`, {
      headers: { authorization: credentials },
    }),
  database: (mock) =>
    mock.db.event.update({
      where: { id: { equals: jazzNight.id.en } },
      data: { title: 'By the database' },
    }),
  reset: (mock) => mock.reset(),
  undo: (_, call) => call('POST', '/__calmock/undo'),
  restore: (mock) => mock.restore(mock.snapshot()),
  clock: (mock) => mock.clock.advance('P1D'),
  running: (mock) => mock.clock.freeze(false),
  stopped: (mock) => mock.clock.freeze(true),
  faults: (mock) => {
    mock.faults = 'GET /events 503'
  },
  'no faults': (mock) => {
    mock.faults = []
  },
  scenario: (mock) => mock.setScenario('nulls'),
  'other world': (_, call) =>
    call('DELETE', `/~other/en${api}/events/${jazzNight.id.en}`, {
      headers: { authorization: credentials },
    }),
}

const ask = fc.record({
  target: fc.constantFrom(...targets),
  headers: fc.constantFrom(...headerSets),
  times: fc.integer({ min: 1, max: 4 }),
})
const step = fc.oneof(
  { weight: 3, arbitrary: ask },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(changes)) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Returns everything that a conversation shows: status, headers, bytes, and the log of two worlds. */
async function converse(mock: Mock, steps: readonly Step[]): Promise<readonly unknown[]> {
  const call = over(mock)
  const seen: unknown[] = []
  for (const taken of steps) {
    if (typeof taken === 'string') {
      await changes[taken]?.(mock, call)
      continue
    }
    for (let n = 0; n < taken.times; n++) {
      const { status, headers, text } = await call('GET', taken.target, { headers: taken.headers })
      seen.push([taken, status, [...headers], text])
    }
  }
  return [...seen, mock.requests, mock.world('other').requests]
}

test('a mock that keeps answers and a mock that keeps none have the same conversations', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
      const [keeping, plain] = [createKeeping(16_000_000), createKeeping(0)]
      expect(await converse(keeping, steps)).toEqual(await converse(plain, steps))
    }),
    { numRuns: 25 },
  )
}, 120_000)

test('answers of one user are not answers of another, nor of another world', async () => {
  const mock = createKeeping(16_000_000)
  const call = over(mock)
  const target = `/en${api}/events?status=draft`
  const signedIn = { headers: { authorization: credentials } }
  for (let n = 0; n < 3; n++) expect((await call('GET', target, signedIn)).status).toBe(200)
  for (let n = 0; n < 3; n++) expect((await call('GET', target)).status).not.toBe(200)
  await call('DELETE', `/~a/en${api}/events/${jazzNight.id.en}`, signedIn)
  const item = `/en${api}/events/${jazzNight.id.en}`
  for (let n = 0; n < 3; n++) {
    expect((await call('GET', item)).status).toBe(200)
    expect((await call('GET', `/~a${item}`)).status).toBe(410)
    expect((await call('GET', item, { headers: { 'x-calmock-world': 'a' } })).status).toBe(410)
  }
})

test('kept answers are counted, and never take more than their part of the memory', async () => {
  const mock = createMock(
    { sites: ['en'], now: NOW, maxMemory: 1, maxRequests: 0 },
    { ...inlineSource(), maxAnswerBytes: 16_000_000 },
  )
  const call = over(mock)
  for (let page = 1; page < 7; page++)
    for (let n = 0; n < 3; n++) await call('GET', `/en${api}/events?page=${page}&per_page=1`)
  expect(mock.memory.bytes).toBeGreaterThan(1000)
  expect(mock.memory.bytes).toBeLessThanOrEqual(1_000_000 / 32)
})

test('requests with a long URL or a long origin leave nothing behind', async () => {
  const mock = createMock(
    { sites: ['en'], now: NOW, maxRequests: 0 },
    { ...inlineSource(), maxAnswerBytes: 16_000_000 },
  )
  const call = over(mock)
  const target = `/en${api}/tags?per_page=1`
  for (let n = 0; n < 3; n++) {
    await call('GET', `${target}&x=${'y'.repeat(2000)}`)
    await call('GET', target, { headers: { origin: `http://localhost/${'y'.repeat(2000)}` } })
  }
  expect(mock.answers.isEmpty).toBe(true)
  for (let n = 0; n < 3; n++) await call('GET', target)
  expect(mock.answers.isEmpty).toBe(false)
})
