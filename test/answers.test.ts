import { expect, test } from 'vitest'
import { createAnswers, type Recall } from '../src/answers.ts'
import type { Call, Reply } from '../src/service/call.ts'

const ORIGIN = 'http://calmock.test'

function callOf(path: string, headers: Readonly<Record<string, string>> = {}): Call {
  const header = (name: string) => headers[name]
  return { method: 'GET', origin: ORIGIN, path, query: '', header }
}

/** Asks for all of them, and tells how often an answer was made. */
function madeOf(recall: Recall, calls: readonly Call[], state = () => 'one'): number {
  let made = 0
  const make = (): Reply => ({ status: 200, headers: {}, body: `answer ${++made}` })
  for (const call of calls) recall(call, state, make)
  return made
}

const times = <T>(count: number, of: T): T[] => Array.from({ length: count }, () => of)

test('an answer is made three times, and recalled from then on', () => {
  const recall = createAnswers()()
  expect(madeOf(recall, times(9, callOf('/a')))).toBe(3)
})

test('what many addresses answer is recalled, asked for in turn, but for a few that share a place', () => {
  const recall = createAnswers()()
  const words = [
    'jazz',
    'kino',
    'lesung',
    'tanz',
    'markt',
    'oper',
    'zirkus',
    'mela',
    'souq',
    'fest',
  ]
  const calls = words.flatMap((word) =>
    Array.from({ length: 20 }, (_, n) =>
      callOf(`/de/cal/events/v1/events/by-slug/${word}-${n * n}`),
    ),
  )
  expect(madeOf(recall, times(3, calls).flat())).toBe(3 * 200)
  expect(madeOf(recall, calls)).toBeLessThan(20)
})

test.each<readonly [string, Call]>([
  ['path', callOf('/b')],
  ['query', { ...callOf('/a'), query: 'a=1' }],
  ['origin', { ...callOf('/a'), origin: 'http://other.test' }],
  ['method', { ...callOf('/a'), method: 'HEAD' }],
  ['body', { ...callOf('/a'), body: new Uint8Array(1) }],
  ...['authorization', 'origin', 'accept', 'x-calmock-pictures', 'x-http-method-override'].map(
    (name) => [name, callOf('/a', { [name]: 'a' })] as const,
  ),
])('another %s has an answer of its own', (_, other) => {
  const recall = createAnswers()()
  madeOf(recall, times(5, callOf('/a')))
  expect(madeOf(recall, [other])).toBe(1)
})

test('another state and another world have answers of their own', () => {
  const newRecall = createAnswers()
  const recall = newRecall()
  madeOf(recall, times(5, callOf('/a')))
  expect(madeOf(recall, [callOf('/a')], () => 'two')).toBe(1)
  expect(madeOf(newRecall(), [callOf('/a')])).toBe(1)
  expect(madeOf(recall, [callOf('/a')])).toBe(0)
})

test('what changes the state while it is made, and what is waited for, is not kept', async () => {
  const recall = createAnswers()()
  let state = 0
  expect(madeOf(recall, times(6, callOf('/a')), () => `${state++}`)).toBe(6)
  const reply: Reply = { status: 200, headers: {}, body: '' }
  let made = 0
  const make = async (): Promise<Reply> => {
    made++
    return reply
  }
  for (let n = 0; n < 6; n++) await recall(callOf('/b'), () => '', make)
  expect(made).toBe(6)
})
