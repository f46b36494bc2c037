import { expect, test } from 'vitest'
import { type Calmock, createCalmock, type MockResponse } from '../../src/index.ts'
import { createJudge } from './judge.ts'
import { documentsOf, options } from './requests.ts'
import { fuzz } from './run.ts'

const given = process.env.FUZZ_SEED
const seed = given === undefined ? Date.now() % 2 ** 31 : Number(given)

test('the mock never fails, hangs, breaks its document or changes data in a rejected request', async () => {
  console.log(`FUZZ_SEED=${seed}`)
  const outcome = await fuzz({ requests: 100_000, seconds: 8, seed })
  console.log(`${outcome.tried} requests, ${JSON.stringify(outcome.classes)}`)
  expect(outcome.fault, `FUZZ_SEED=${outcome.seed}`).toBeUndefined()
  expect(outcome.tried).toBeGreaterThan(100)
})

const ask = { method: 'DELETE', target: '/de/cal/events/v1/tags/1', edge: 'respond' } as const
const headers = { 'Content-Type': 'application/json' }
const problem = { code: 'x', message: 'x', data: { status: 404 } }
const reply = (status: number, body: unknown): MockResponse => ({
  status,
  headers,
  body: JSON.stringify(body),
})

/** Responses of broken mocks, each with the expected fault. */
const broken: readonly [RegExp, (mock: Calmock) => Promise<MockResponse>][] = [
  [/^rejected: Error: lost/, () => Promise.reject(new Error('lost'))],
  [/^no answer within 8000 ms/, () => new Promise(() => {})],
  [/^503: /, async () => reply(503, problem)],
  [/^503: /, async () => reply(200, { status: 503, headers: {}, body: problem })],
  [
    /must have required property 'message'/,
    async () => reply(404, { ...problem, message: undefined }),
  ],
  [/does not promise 409/, async () => reply(409, problem)],
  [/^not JSON: {/, async () => ({ status: 404, headers, body: '{' })],
  [/^header x: /, async () => ({ ...reply(404, problem), headers: { ...headers, X: 'a\nb' } })],
  [
    /^404, and changed: default/,
    async (mock) => {
      mock.setScenario('empty')
      return reply(404, problem)
    },
  ],
]

test.each(broken)('the judge detects a broken mock: %s', async (fault, respond) => {
  const mock = createCalmock(options)
  const documents = await documentsOf(mock)
  const spoilt: Calmock = Object.create(mock, { handle: { value: () => respond(mock) } })
  const faults = await createJudge(spoilt, documents, 0).faultsOf(ask)
  expect(faults).toContainEqual(expect.stringMatching(fault))
})
