import { describe, expect, test } from 'vitest'
import { formatAnswer, parseAnswer, readAnswer } from '../../docs/.vitepress/live/answer.ts'
import { readApp } from '../../docs/.vitepress/live/app-view.ts'
import { readConsole } from '../../docs/.vitepress/live/console-block.ts'
import { formatCurl, readCurl } from '../../docs/.vitepress/live/curl.ts'
import { parseRequest } from '../../docs/.vitepress/live/http-block.ts'

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

describe('the app beside a request', () => {
  const list = (event: object) => JSON.stringify({ events: [event] })

  test('leaves out what an event lacks, and shows why there are none', () => {
    const arabic = 'GET /ar/cal/events/v1/events'
    const { cards, direction } = readApp(arabic, list({ venue: [], image: false }), {})
    expect(cards).toEqual([{ title: '', date: '', details: '', picture: '' }])
    expect(direction).toBe('rtl')
    expect(readApp(arabic, '{"events":[]}', {})).toMatchObject({ message: 'لا توجد فعاليات' })
    expect(readApp(arabic, '{"message":"Gone."}', {})).toMatchObject({ message: 'Gone.' })
    expect(readApp(arabic, '{"events":[{"ti', {}).cards).toEqual([])
  })
})
