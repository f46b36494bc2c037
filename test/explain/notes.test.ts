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

test('the note about an empty list says nothing of events that the client may not read', async () => {
  const call = fresh({ sites: ['en'], events: 3, auth: 'ada:secret' })
  const path = '/en/cal/events/v1/events'
  const times = { start_date: '2030-01-20 10:00:00', end_date: '2030-01-20 12:00:00' }
  const authorization = `Basic ${btoa('ada:secret')}`
  const json = { title: 'Zeppelin', status: 'draft', ...times }
  expect((await call('POST', path, { json, headers: { authorization } })).status).toBe(201)
  const totals = []
  for (const word of ['Zeppelin', 'Zeppelinless']) {
    const answer = await call('GET', `${path}?status=publish&search=${word}`, { headers })
    totals.push(readNotes(answer).map(({ message }) => message))
  }
  expect(totals[0]).toEqual([expect.stringMatching(/^no events match: without search there are/)])
  expect(totals[0]).toEqual(totals[1])
})
