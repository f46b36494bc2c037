import { expect, test } from 'vitest'
import { fresh } from '../call.ts'
import { DE, HI } from '../http/world.ts'
import { plainRequests } from './plain-requests.ts'
import { changesNothing, sendCorpus } from './send-corpus.ts'

const strict = () => fresh({ strict: true })

const reversed = {
  title: 'Hausfest',
  start_date: '2030-01-20 10:00:00',
  end_date: '2030-01-19 10:00:00',
}

test('a strict mock rejects an unknown parameter with 400, in the form of the service', async () => {
  const answer = await strict()('GET', `${DE}/events?serach=jazz`)
  const message = 'GET /events ignores "serach"; did you mean "search"?'
  const reason = `Hinweis auf Englisch: ${message}`
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({
    code: 'calmock_strict',
    message: `Diese Anfrage ist fehlerhaft, und der Mock läuft im Modus strict. Der Dienst selbst würde sie annehmen. ${reason}`,
    data: {
      status: 400,
      params: { serach: reason },
      details: [],
      notes: [{ code: 'unknown-parameter', level: 'warning', parameter: 'serach', message }],
    },
  })
  expect(answer.headers.get('x-calmock-notes')).toBe('unknown-parameter')
})

test('the message of a strict mock is in the language of the site', async () => {
  const { body } = await strict()('GET', `${HI}/events?serach=jazz`)
  expect(body.message).toMatch(/^यह अनुरोध गलत है/)
})

test('a strict mock does not perform a write with a warning', async () => {
  const call = strict()
  const before = (await call('GET', `${DE}/events?per_page=5`)).body.total
  const rejected = await call('POST', `${DE}/events`, { json: reversed })
  expect([rejected.status, rejected.body.code]).toEqual([400, 'calmock_strict'])
  expect(rejected.body.data.params.end_date).toContain('before the start')
  expect((await call('GET', `${DE}/events?per_page=5`)).body.total).toBe(before)
  const json = { ...reversed, end_date: '2030-01-20 11:00:00' }
  const created = await call('POST', `${DE}/events`, { json })
  expect(created.body.id).toBe(6100) // the rejected write used no ID
})

test('a strict mock creates no linked record for a rejected write', async () => {
  const call = strict()
  const json = { ...reversed, tags: ['Ganz neu'] }
  expect((await call('POST', `${DE}/events`, { json })).status).toBe(400)
  expect((await call('GET', `${DE}/tags?search=Ganz neu&hide_empty=false`)).body.total).toBe(0)
})

test('a strict mock accepts notes of the level info', async () => {
  const answer = await strict()('GET', `${DE}/tags?page=99`)
  expect([answer.status, answer.headers.get('x-calmock-notes')]).toEqual([200, 'page-past-end'])
})

test('a strict mock keeps the errors of the service', async () => {
  const answer = await strict()('GET', `${DE}/events/114`)
  expect([answer.status, answer.body.code]).toEqual([404, 'rest-event-not-found'])
  expect(answer.headers.get('x-calmock-notes')).toBe('id-of-other-kind')
})

test('a strict mock answers the correct requests of the corpus like another mock', async () => {
  const [lenient, checked] = [fresh(), strict()]
  for (const row of plainRequests) {
    const mocks = changesNothing(row) ? [lenient, checked] : [fresh(), strict()]
    const [expected, answer] = await Promise.all(mocks.map((call) => sendCorpus(call, row)))
    expect([answer?.status, answer?.text], row.request).toEqual([expected?.status, expected?.text])
  }
})
