import { expect, test } from 'vitest'
import type { Note } from '../../src/contract/note.ts'
import { type Answer, fresh } from '../call.ts'
import { explainedRequests } from './explained-requests.ts'
import { plainRequests } from './plain-requests.ts'
import { changesNothing, sendCorpus } from './send-corpus.ts'

const headers = { 'x-calmock-explain': '1' }

/** The mock of all requests that change nothing. */
const shared = fresh()

const readNotes = ({ headers }: Answer): readonly Note[] =>
  JSON.parse(headers.get('x-calmock-notes') ?? '[]')

test('the corpus has at least sixty requests with notes and sixty without', () => {
  expect(explainedRequests.length).toBeGreaterThanOrEqual(60)
  expect(plainRequests.length).toBeGreaterThanOrEqual(60)
})

test.each(explainedRequests)('$request gets the notes $notes', async (row) => {
  const call = changesNothing(row) ? shared : fresh()
  for (const [request, json] of row.after ?? []) await sendCorpus(call, { request, json })
  const answer = await sendCorpus(call, row, headers)
  const found = readNotes(answer).map(({ code, parameter }) =>
    [code, parameter].filter(Boolean).join(' '),
  )
  expect(found, answer.text.slice(0, 300)).toEqual(row.notes)
})

test.each(plainRequests)('$request gets no notes', async (row) => {
  const answer = await sendCorpus(changesNothing(row) ? shared : fresh(), row, headers)
  expect(readNotes(answer), answer.text.slice(0, 300)).toEqual([])
  expect(answer.headers.has('x-calmock-notes')).toBe(false)
})
