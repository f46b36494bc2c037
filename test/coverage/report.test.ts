import { expect, test } from 'vitest'
import { addCounts, collectCoverage, states } from '../../src/hosts/coverage/collect.ts'
import { createReport, formatReport } from '../../src/hosts/coverage/report.ts'
import { createCalmock, landmarks } from '../../src/index.ts'

const api = '/de/cal/events/v1'
const { noVenue, noImage, allDay, severalDays, jazzNight } = landmarks.events

/** A request that shows a state: path, scenario and rule of a fault. */
interface Shown {
  readonly path: string
  readonly scenario?: string
  readonly fault?: string
}

const list = `${api}/events`
const item = `${api}/events/${jazzNight.id.de}`
const untranslated = `/en/cal/events/v1/events/${severalDays.id.en}?i18n_language=de`

const shown: Readonly<Record<string, readonly Shown[]>> = {
  'empty list': [{ path: list, scenario: 'empty' }],
  'second page': [{ path: `${list}?page=2`, scenario: 'page-plus-one' }],
  404: [{ path: `${api}/events/99` }, { path: item, fault: 'GET * 404' }],
  'missing picture': [{ path: `${api}/events/${noImage.id.de}` }],
  'no venue': [{ path: `${api}/events/${noVenue.id.de}` }],
  'all-day': [{ path: `${api}/events/${allDay.id.de}` }, { path: list, scenario: 'all-day' }],
  'right to left': [{ path: list, scenario: 'rtl' }],
  'missing translation': [{ path: untranslated, scenario: 'half-translated' }],
  slow: [{ path: item, fault: '* delay:1' }],
  failed: [
    { path: item, fault: '* 503' },
    { path: list, fault: '* malformed' },
    { path: list, fault: '* drop' },
  ],
}

/** Returns what was counted for a request of a fresh mock. */
async function count(path: string, { scenario = 'one', fault }: Omit<Shown, 'path'> = {}) {
  const mock = createCalmock({ scenario, sites: ['de', 'en'], ...(fault && { fault }) })
  const counts = collectCoverage(mock)
  await mock.fetch(path).catch(() => undefined)
  return counts
}

test('each state has a request that shows it', () => {
  expect(Object.keys(shown).sort()).toEqual(Object.keys(states).sort())
})

test.each(
  Object.entries(shown).flatMap(([state, all]) =>
    all.map(({ path, ...set }) => [state, path, set] as const),
  ),
)('the state %s is met by %s with %j', async (state, path, set) => {
  const counts = await count(path, { scenario: 'city', ...set })
  expect(Object.keys(states).filter((name) => counts[name])).toContain(state)
})

test('a plain list and a plain event meet no state', async () => {
  const counts = addCounts(await count(list), await count(item, { scenario: 'city' }))
  expect(Object.keys(states).filter((name) => counts[name])).toEqual([])
})

test('parameters of query and body, methods, statuses and worlds are counted', async () => {
  const mock = createCalmock()
  const counts = collectCoverage(mock)
  const post = (body: BodyInit, type?: string) =>
    mock.fetch(`/~other${api}/venues?i18n_language=de`, {
      ...{ method: 'POST', body },
      ...(type && { headers: { 'content-type': type } }),
    })
  await post(new URLSearchParams({ venue: 'Neu', unknown: 'x' }))
  await post('{"venue": "Neu", "city": "Bonn"}', 'application/json')
  await post('{', 'application/json')
  await mock.fetch(`${list}?categories[]=1&page=%`, { method: 'HEAD' })
  await mock.fetch('/__calmock/health')
  await mock.fetch(`${api}/nothing`)
  expect(counts).toEqual({
    'POST /venues': 3,
    'POST /venues 201': 2,
    'POST /venues 400': 1,
    'POST /venues?i18n_language': 3,
    'POST /venues?venue': 2,
    'POST /venues?city': 1,
    'GET /events': 1,
    'GET /events 400': 1,
    'GET /events?categories': 1,
    'GET /events?page': 1,
  })
})

test('the report has the parts of the client alone, and names what shows the rest', () => {
  const counts = { 'GET /events': 2, 'GET /events 200': 2, 'GET /events?page': 1, slow: 1 }
  const report = createReport(counts, ['GET /events?page&search'])
  expect(
    formatReport(report, 'x.json'),
  ).toBe(`calmock coverage: states 1/8, statuses 1/3, parameters 1/2, operations 1/1
states never met:
  empty list: scenario empty
  second page: scenario page-plus-one
  missing picture: landmark events.noImage
  no venue: landmark events.noVenue
  all-day: landmark events.allDay
  right to left: scenario rtl
  failed: fault * 503
statuses never met:
  GET /events 400: fault GET /events 400
  GET /events 404: fault GET /events 404
parameters never met:
  GET /events?search`)
})

test('the report is complete when everything was met', () => {
  const scope = ['GET /tags?page', 'DELETE /tags/{id}']
  const { parts } = createReport({}, scope)
  const names = parts.flatMap(({ unmet }) => unmet.map(({ name }) => name))
  const counts = Object.fromEntries(names.map((name) => [name, 1]))
  expect(formatReport(createReport(counts, scope), 'x.json')).toBe(
    'calmock coverage is complete: states 4/4, statuses 5/5, parameters 1/1, operations 2/2',
  )
})

test('without a list of operations all 52 count, and long lists are cut', () => {
  const text = formatReport(createReport({ 'GET /events': 1 }), 'x.json')
  expect(text).toContain('operations 1/52')
  expect(text).toContain('  and 41 more, in x.json')
})

test('an unknown operation or parameter is rejected with the known ones', () => {
  expect(() => createReport({}, ['GET /event'])).toThrow('accepted: GET /, GET /doc, GET /events')
  expect(() => createReport({}, ['GET /tags?pag'])).toThrow(
    '[calmock] invalid parameter of GET /tags "pag"; did you mean "page"? accepted: page, ',
  )
})

test('each fault that shows a state is a valid rule', () => {
  const faults = Object.values(states).flatMap(
    ([, shownBy]) => /^fault (.*)/.exec(shownBy)?.[1] ?? [],
  )
  expect(faults.length).toBeGreaterThan(0)
  const { parts } = createReport({ 'GET /events/{id}': 1 })
  const all = parts.flatMap(({ unmet }) =>
    unmet.flatMap(({ shownBy = '' }) => /^fault (.*)/.exec(shownBy)?.[1] ?? []),
  )
  expect(() => createCalmock({ fault: [...faults, ...all] })).not.toThrow()
})
