import { describe, expect, test } from 'vitest'
import { parseFaultRules } from '../../src/faults/fault-rules.ts'
import { createTestMock, fresh } from '../call.ts'

const events = '/de/cal/events/v1/events'

/** Returns the statuses of requests sent one after another. */
async function statuses(call: ReturnType<typeof fresh>, targets: readonly string[]) {
  const found: number[] = []
  for (const target of targets) found.push((await call('GET', target)).status)
  return found
}

/** Shares count all requests; one without a route takes the least time. */
const times = (n: number, target = '/nowhere'): string[] => Array.from({ length: n }, () => target)

describe('a rule matches', () => {
  test.each([
    ['* 503', 'GET', events, true],
    ['503', 'POST', '/de/cal/events/v1/venues', true],
    ['GET 503', 'GET', events, true],
    ['GET 503', 'POST', events, false],
    ['get /events 503', 'GET', events, true],
    ['GET /events 503', 'GET', '/de/cal/events/v1/events/', true],
    ['GET /events 503', 'GET', '/DE/cal/events/v1/Events', true],
    ['GET /events 503', 'GET', '/de/cal/events/v1/events/7', false],
    ['GET /events/{id} 503', 'GET', '/de/cal/events/v1/events/7', true],
    ['GET /events/{id} 503', 'GET', '/de/cal/events/v1/events/by-slug/jazz', false],
    ['GET /events/* 503', 'GET', '/de/cal/events/v1/events/by-slug/jazz', true],
    ['GET /events/by-slug/größe 503', 'GET', `${events}/by-slug/gr%C3%B6%C3%9Fe`, true],
    ['/de/cal/events/v1/events 503', 'GET', events, true],
    ['/hi/* 503', 'GET', events, false],
    ['/de/* 503', 'GET', '/de/', true],
    ['* * 503', 'GET', '/nowhere', true],
    ['GET /events?page=3 503', 'GET', `${events}?per_page=5&page=3`, true],
    ['GET /events?page=3 503', 'GET', `${events}?page=33`, false],
    ['GET /events?page=3&search=M%C3%BC 503', 'GET', `${events}?search=M%C3%BC&page=3`, true],
    ['HEAD /events 503', 'GET', events, false],
    ['GET /events 503', 'HEAD', events, true],
    ['PATCH * 503', 'POST', `${events}/7?_method=patch`, true],
  ])('%s: %s %s: %s', async (rule, method, target, expected) => {
    const call = fresh({ events: 12, fault: rule })
    expect((await call(method, target)).status === 503).toBe(expected)
  })

  test('the path that a client sees, with the path of baseUrl', async () => {
    const call = fresh({ baseUrl: '/api', fault: `GET /api${events} 503` })
    expect(await statuses(call, [`/api${events}`, `/api${events}/7`])).toEqual([503, 404])
  })

  test('images, the list of sites and control routes never', async () => {
    const call = fresh({ events: 12, fault: '* 503' })
    const { body } = await fresh({ events: 12 })('GET', `${events}?per_page=1`)
    const image = new URL(body.events[0].image.url).pathname
    expect(await statuses(call, [image, '/', '/__calmock/health'])).toEqual([200, 200, 200])
  })
})

describe('a share', () => {
  test('of 2x applies to the first two matching requests', async () => {
    const call = fresh({ fault: ['GET /events 503 2x', 'GET /events 429 1x'] })
    await call('GET', '/de/cal/events/v1/venues')
    expect(await statuses(call, times(5, events))).toEqual([503, 503, 429, 200, 200])
  })

  test.each([
    ['10%', 60, 140],
    ['1/3', 333, 334],
    ['3/4', 750, 750],
    ['100%', 1000, 1000],
    ['0%', 0, 0],
    ['0.5%', 1, 15],
  ])('of %s applies to %i to %i of 1,000 requests', async (share, least, most) => {
    const call = fresh({ events: 0, fault: `* 503 ${share}` })
    const failed = (await statuses(call, times(1000))).filter((status) => status === 503)
    expect(failed.length).toBeGreaterThanOrEqual(least)
    expect(failed.length).toBeLessThanOrEqual(most)
  })

  test('of 1/3 applies to exactly one of three consecutive requests, with every seed', async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const result = await statuses(fresh({ events: 0, seed, fault: '* 503 1/3' }), times(9))
      const thirds = [0, 3, 6].map((start) => result.slice(start, start + 3))
      for (const third of thirds) expect(third.filter((status) => status === 503)).toHaveLength(1)
    }
  })

  test('draws the same requests in every run, in every world and after a reset, and others with another seed', async () => {
    const draw = (seed: number) =>
      statuses(fresh({ events: 0, seed, fault: '* 503 50%' }), times(40))
    const first = await draw(1)
    expect(await draw(1)).toEqual(first)
    expect(await draw(2)).not.toEqual(first)
    const call = fresh({ events: 0, fault: '* 503 50%' })
    const mixed: number[] = []
    for (let n = 0; n < 40; n++) {
      mixed.push((await call('GET', '/~one/nowhere')).status)
      await call('GET', '/~two/nowhere')
    }
    expect(mixed).toEqual(first)
    await call('POST', '/~one/__calmock/reset')
    expect(await statuses(call, times(40, '/~one/nowhere'))).toEqual(first)
  })
})

test('the first rule that applies wins, and a delay rule goes on', async () => {
  const mock = createTestMock({ events: 0, delay: 5 })
  mock.faults = ['* delay:70', 'GET /events 503', '* 500']
  expect(mock.faults).toEqual(['* delay:70', 'GET /events 503', '* 500'])
  const reply = await mock.handle({
    ...{ method: 'GET', origin: 'http://calmock.test', path: events, query: '' },
    header: () => undefined,
  })
  expect([reply.status, reply.delivery]).toEqual([503, { delay: 70 }])
})

describe('an invalid rule', () => {
  test.each([
    [
      'GET /events 5O3',
      'invalid kind of fault "5O3"; accepted: a status from 400 to 599, maintenance',
    ],
    ['GET /events maintainance', 'did you mean "maintenance"?'],
    ['GET /events 200', 'invalid kind of fault "200"'],
    ['GET /events 503 10', 'invalid share "10"; accepted: 10%, 1/3, or 2x'],
    ['GET /events 503 3/2', 'invalid share "3/2"'],
    ['GET /events 503 101%', 'invalid share "101%"'],
    ['GOT /events 503', 'invalid method or path "GOT"'],
    ['GET events', 'the path "events" lacks its slash; did you mean "/events"? A rule is'],
    ['venues/7?a=b 503', 'the path "venues/7?a=b" lacks its slash; did you mean "/venues/7?a=b"?'],
    ['GET event 503', 'invalid path "event"; accepted: a path that begins with /, or *'],
    ['GET /a /b 503', 'unexpected "/b"'],
    ['503 GET /events', 'no kind of fault follows the path "/events"'],
    ['GET /event 503', 'no route has the path "/event"; did you mean "/events"? A rule is'],
    ['GET /evnets?page=3 503 1/3', 'did you mean "/events"?'],
    ['/Event/{id} drop', 'did you mean "/events/{id}"?'],
    ['/venue/by-slug/{slug} 503', 'did you mean "/venues/by-slug/{slug}"?'],
    ['* delay:fast', 'invalid delay "fast"; accepted: whole milliseconds'],
    ['GET /events', 'no kind of fault follows the path "/events". A rule is'],
    ['* delay:9-3', 'invalid delay "9-3"'],
    ['', 'it has no kind of fault'],
    ['10%', 'it has no kind of fault'],
  ])('%j names the fault', (rule, message) => {
    expect(() => parseFaultRules([rule])).toThrow(message)
    expect(() => parseFaultRules([rule])).toThrow('A rule is [method] [path] kind [share]')
  })

  test.each([
    ...'/event* /event/* /event/jazz /en/event/jazz /en/cal/events/v1/events'.split(' '),
    ...'/ /doc /hi/* /wp-json /nowhere'.split(' '),
  ])('does not have the path %s, which a request can have', (path) => {
    expect(parseFaultRules([`GET ${path} 503`])).toHaveLength(1)
  })

  test('changes nothing', async () => {
    const mock = createTestMock({ events: 0, fault: '* 503' })
    expect(() => {
      mock.faults = ['* 500', 'nonsense']
    }).toThrow('nonsense')
    expect(mock.faults).toEqual(['* 503'])
  })
})
