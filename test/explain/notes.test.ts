import { expect, test } from 'vitest'
import type { Note } from '../../src/contract/note.ts'
import { type Answer, type Call, fresh } from '../call.ts'
import { DE } from '../http/world.ts'
import { type ExplainedRequest, explainedRequests } from './explained-requests.ts'
import { plainRequests } from './plain-requests.ts'

/** Sends a request of the corpus, and returns its response with the notes in full. */
async function send(
  call: Call,
  { request, json, form }: Pick<ExplainedRequest, 'request' | 'json' | 'form'>,
): Promise<Answer> {
  const [method = '', ...rest] = request.split(' ')
  const target = rest.join('%20')
  const path = target.startsWith('/') ? target : `${DE}/${target}`
  return call(method, path, {
    ...(json !== undefined && { json }),
    ...(form !== undefined && { form }),
    headers: { 'x-calmock-explain': '1' },
  })
}

const readNotes = ({ headers }: Answer): readonly Note[] =>
  JSON.parse(headers.get('x-calmock-notes') ?? '[]')

test('the corpus has at least sixty requests with notes and sixty without', () => {
  expect(explainedRequests.length).toBeGreaterThanOrEqual(60)
  expect(plainRequests.length).toBeGreaterThanOrEqual(60)
})

test.each(explainedRequests)('$request gets the notes $notes', async (row) => {
  const call = fresh()
  for (const [request, json] of row.after ?? []) await send(call, { request, json })
  const answer = await send(call, row)
  const found = readNotes(answer).map(({ code, parameter }) =>
    [code, parameter].filter(Boolean).join(' '),
  )
  expect(found, answer.text.slice(0, 300)).toEqual(row.notes)
})

test.each(plainRequests)('$request gets no notes', async (row) => {
  const answer = await send(fresh(), row)
  expect(readNotes(answer), answer.text.slice(0, 300)).toEqual([])
  expect(answer.headers.has('x-calmock-notes')).toBe(false)
})
