import { describe, expect, test } from 'vitest'
import { formatAnswer, parseAnswer, readAnswer } from '../../docs/.vitepress/live/answer.ts'
import { readApp, readPictures } from '../../docs/.vitepress/live/app-view.ts'
import { listClocks, resolveClock } from '../../docs/.vitepress/live/clock-choices.ts'
import { readConsole } from '../../docs/.vitepress/live/console-block.ts'
import { formatCurl, readCurl } from '../../docs/.vitepress/live/curl.ts'
import { highlightJson, highlightRequest } from '../../docs/.vitepress/live/highlight.ts'
import { parseRequest } from '../../docs/.vitepress/live/http-block.ts'
import { readHeader, replaceHeader } from '../../docs/.vitepress/live/request-header.ts'
import { findSite, replaceSite } from '../../docs/.vitepress/live/request-site.ts'

const FORM = `POST /en/cal/events/v1/events
Content-Type: application/x-www-form-urlencoded

title=It's&start_date=tomorrow 7pm`

describe('curl', () => {
  test('a form is read as POST with its content type', () => {
    const command =
      "curl 'http://127.0.0.1:4747/en/cal/events/v1/events' -d 'title=Open&start_date=tomorrow'"
    expect(readCurl(command)).toBe(`POST /en/cal/events/v1/events
Content-Type: application/x-www-form-urlencoded

title=Open&start_date=tomorrow`)
  })

  test('a request is formatted with quotes for a shell', () => {
    expect(formatCurl(parseRequest(FORM))).toBe(
      "curl -X POST 'http://127.0.0.1:4747/en/cal/events/v1/events' -H 'content-type: application/x-www-form-urlencoded' -d 'title=It'\\''s&start_date=tomorrow 7pm'",
    )
  })
})

describe('console blocks', () => {
  test('flags of the server are options of the mock', () => {
    const session = readConsole(
      "$ npx calmock --strict --sites en,de --events 5 --fault 'GET /events 503 1/2' --fault '* 429'\nready\n$ curl http://127.0.0.1:4747/\n{}",
    )
    expect(session?.options).toEqual({
      ...{ strict: true, sites: ['en', 'de'], events: 5, fault: ['GET /events 503 1/2', '* 429'] },
    })
    expect(session?.exchanges).toEqual([{ request: 'GET /', response: '' }])
  })

  test.each([
    '$ npx calmock --port 8080\nready\n$ curl http://127.0.0.1:4747/\n{}',
    '$ npx calmock\nready',
    '$ curl http://127.0.0.1:4747/\n{}',
  ])('a block is not live if the page cannot run the same: %s', (text) => {
    expect(readConsole(text)).toBeUndefined()
  })
})

describe('answers', () => {
  test('a recorded answer is parsed into what it was formatted from', async () => {
    const headers = { 'Content-Type': 'application/json', 'X-Cal-Total': '2', 'X-Other': '1' }
    const answer = await readAnswer(new Response('{"a":["b\\n\\nc"]}', { status: 201, headers }))
    const text = formatAnswer(answer)
    expect(text).toBe('HTTP/1.1 201 Created\nX-Cal-Total: 2\n\n{\n  "a": [\n    "b\\n\\nc"\n  ]\n}')
    const { status, shownHeaders, body, isCut } = answer
    expect(parseAnswer(text)).toEqual({ status, shownHeaders, body, isCut })
  })

  test('a body that breaks off is marked', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"a":'))
      },
      pull: (controller) => controller.error(new TypeError('terminated')),
    })
    const answer = await readAnswer(new Response(body))
    expect(answer).toMatchObject({ body: '{"a":', isCut: true })
    expect(parseAnswer(formatAnswer(answer))).toMatchObject({ body: '{"a":', isCut: true })
  })
})

describe('sites', () => {
  test.each([
    ['GET /en/cal/events/v1/events', 'en', 'GET /ar/cal/events/v1/events'],
    [
      'GET /~mine/zh-hans/cal/events/v1/tags?page=2',
      'zh-hans',
      'GET /~mine/ar/cal/events/v1/tags?page=2',
    ],
    ['GET /__calmock/clock', undefined, 'GET /__calmock/clock'],
    ['PUT /~mine/__calmock/scenario', undefined, 'PUT /~mine/__calmock/scenario'],
  ])('the site of %s is %s', (text, site, replaced) => {
    expect(findSite(text)).toBe(site)
    expect(replaceSite(text, 'ar')).toBe(replaced)
  })
})

test('a header is read and replaced before the body only', () => {
  const text = 'POST /a\nX-Calmock-Now: today\n\nx-calmock-scenario: one'
  expect(readHeader(text, 'x-calmock-now')).toBe('today')
  expect(readHeader(text, 'x-calmock-scenario')).toBeUndefined()
  expect(replaceHeader(text, 'x-calmock-now', '2030-01-07')).toBe(
    'POST /a\nX-Calmock-Now: 2030-01-07\n\nx-calmock-scenario: one',
  )
  expect(replaceHeader(text, 'x-calmock-scenario', 'empty')).toBe(text)
})

test('a clock is a value of the option now', () => {
  expect(listClocks().map(({ value }) => value)).toEqual([
    '2026-11-22T12:00:00Z',
    'today',
    '2030-01-07T12:00:00Z',
    'own',
  ])
  expect(resolveClock('today', '')).toBe('today')
  expect(resolveClock('own', '2028-02-29')).toBe('2028-02-29T12:00:00Z')
  expect(resolveClock('own', '')).toBe('2026-11-22T12:00:00Z')
})

test('colored pieces are the whole text', () => {
  const json = '{\n  "a": "b: \\"c\\"",\n  "d": [-1.5e3, true, null]\n}'
  expect(
    highlightJson(json)
      .map(({ text }) => text)
      .join(''),
  ).toBe(json)
  expect(
    highlightJson(json)
      .map(({ kind }) => kind)
      .filter(Boolean),
  ).toEqual(['name', 'text', 'name', 'number', 'word', 'word'])
  expect(
    highlightRequest(FORM)
      .map(({ text }) => text)
      .join(''),
  ).toBe(FORM)
})

describe('the app beside a request', () => {
  const list = (event: object) => JSON.stringify({ events: [event] })

  test('shows an event in the language of the request', () => {
    const body = list({
      ...{ title: 'Blaue Stunde', start_date: '2026-11-27 20:00:00', cost: '12,50€' },
      ...{ venue: { city: 'Berlin' }, image: { sizes: { medium: { url: 'u' } } } },
    })
    const view = readApp('GET /de/cal/events/v1/events', body, { u: 'data:,' })
    expect(view).toMatchObject({ language: 'de', direction: 'ltr', heading: 'Was läuft' })
    const shown = { title: 'Blaue Stunde', details: 'Berlin · 12,50€', picture: 'data:,' }
    expect(view.cards).toEqual([{ ...shown, date: '27.11.2026, 20:00' }])
  })

  test('leaves out what an event lacks, and shows why there are none', () => {
    const arabic = 'GET /ar/cal/events/v1/events'
    const { cards, direction } = readApp(arabic, list({ venue: [], image: false }), {})
    expect(cards).toEqual([{ title: '', date: '', details: '', picture: '' }])
    expect(direction).toBe('rtl')
    expect(readApp(arabic, '{"events":[]}', {})).toMatchObject({ message: 'لا توجد فعاليات' })
    expect(readApp(arabic, '{"message":"Gone."}', {})).toMatchObject({ message: 'Gone.' })
    expect(readApp(arabic, '{"events":[{"ti', {}).cards).toEqual([])
  })

  test('reads each picture of an answer once', async () => {
    const read: string[] = []
    const fetch = async (url: string) => {
      read.push(url)
      return new Response('<svg/>')
    }
    const url = 'http://127.0.0.1:4747/__calmock/pictures/2-300x225.svg'
    const pictures = await readPictures({ fetch }, `["${url}","${url}","http://a.example/b.png"]`)
    expect(pictures).toEqual({ [url]: 'data:image/svg+xml,%3Csvg%2F%3E' })
    expect(read).toEqual([url])
  })
})
