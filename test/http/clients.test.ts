import { describe, expect, test } from 'vitest'
import { type Call, fresh } from '../call.ts'
import { DE, makeEvent, read } from './world.ts'

const API = '/wp-json/tribe/events/v1'

const create = (options = {}) => fresh({ preset: 'the-events-calendar', sites: ['en'], ...options })

const totalOf = async (call: Call, target: string): Promise<number> =>
  (await read(call, target)).total

describe('a list that a client sends as repeated names (14.1a)', () => {
  const tags = '/tags?hide_empty=false&'
  test.each([
    ['/events?', 'categories', 'music', 'theatre'],
    ['/events?', 'tags', '642', '842'],
    ['/events?', 'venue', '112', '2112'],
    ['/events?', 'organizer', '122', '222'],
    ['/events?', 'include', '102', '302'],
    ['/events?', 'status', 'draft', 'publish'],
    [tags, 'exclude', '642', '842'],
    [tags, 'include', '642', '842'],
    ['/venues?', 'status', 'draft', 'publish'],
  ])(
    'GET %s%s=%s and %s is the last value with the preset, with a note',
    async (path, name, first, last) => {
      const call = create()
      const answer = await call('GET', `${API}${path}${name}=${first}&${name}=${last}`)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body.total).toBe(await totalOf(call, `${API}${path}${name}=${last}`))
      expect(answer.headers.get('x-calmock-notes')).toContain('repeated-parameter')
    },
  )

  test('is both values in brackets, with indices and with commas', async () => {
    const call = create()
    const total = await totalOf(call, `${API}/events?categories=music,theatre`)
    expect(total).toBeGreaterThan(await totalOf(call, `${API}/events?categories=theatre`))
    for (const query of [
      'categories[]=music&categories[]=theatre',
      'categories[0]=music&categories[1]=theatre',
    ])
      expect(await totalOf(call, `${API}/events?${query}`)).toBe(total)
  })

  test('is both values without the preset, with a note about the service', async () => {
    const call = fresh()
    const headers = { 'x-calmock-explain': '1' }
    const repeated = `${DE}/events?categories=musik&categories=theater`
    const answer = await call('GET', repeated, { headers })
    expect(answer.body.total).toBe(await totalOf(call, `${DE}/events?categories=musik,theater`))
    const [note] = JSON.parse(answer.headers.get('x-calmock-notes') ?? '[]')
    expect(note).toMatchObject({ code: 'repeated-parameter', parameter: 'categories' })
    expect(note.message).toContain('the service uses the last value')
  })
})

test.each(['ED', 'Ed', 'ed'])('the user name %s signs in, in any case (20.2)', async (name) => {
  const call = create({ auth: ['ed:abcd EFGH ijkl 1234'] })
  const sign = (password: string) => ({
    headers: { authorization: `Basic ${btoa(`${name}:${password}`)}` },
  })
  expect((await call('GET', `${API}/events`, sign('abcd EFGH ijkl 1234'))).status).toBe(200)
  const { status, body } = await call('GET', `${API}/events`, sign('ABCD efgh ijkl 1234'))
  expect([status, body.code]).toEqual([401, 'incorrect_password'])
})

test.each([
  'tribe/tickets/v1/tickets',
  'wp/v2/tribe_events',
  'tribe/views/v2/html',
  'tec/v1/events',
])('GET /wp-json/%s says that the mock does not have the namespace', async (path) => {
  for (const call of [create(), fresh()]) {
    const { status, body } = await call('GET', `/wp-json/${path}`)
    const namespace = path.split('/').slice(0, -1).join('/')
    expect([status, body.code]).toEqual([404, 'rest_no_route'])
    expect(body.message).toContain(`does not have the namespace ${namespace} of the service`)
  }
})

describe('the currency code of a cost (11.3)', () => {
  const codesOf = async (call: Call, target: string) => {
    const { events } = await read(call, target)
    return events
      .map(({ cost_details: details }: { cost_details: Record<string, string> }) => details)
      .filter((details: Record<string, string>) => details.currency_symbol)
      .map((details: Record<string, string>) => details.currency_code)
  }

  test('is there for generated events with the preset, and for none that a request created', async () => {
    const call = create()
    const codes = await codesOf(call, `${API}/events?per_page=50`)
    expect(codes.length).toBeGreaterThan(20)
    for (const code of codes) expect(code).toMatch(/^(EUR|GBP|EGP|INR|CNY)$/)
    const json = { title: 'A', start_date: '2030-02-01', end_date: '2030-02-01', cost: '20 €' }
    const { body } = await call('POST', `${API}/events`, { json })
    expect(body.cost_details).toMatchObject({ currency_symbol: '€', currency_code: '' })
  })

  test('is empty without the preset', async () => {
    const call = fresh()
    await makeEvent(call, { cost: '20 €' })
    expect(new Set(await codesOf(call, `${DE}/events?per_page=50`))).toEqual(new Set(['']))
  })
})

test('no enumeration of a document has an empty member, which generators cannot name', async () => {
  const document = await read(create(), `${API}/doc`)
  const empty: string[] = []
  const search = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return
    if ('enum' in value && Array.isArray(value.enum) && value.enum.includes('')) empty.push(path)
    for (const [name, member] of Object.entries(value)) search(member, `${path}/${name}`)
  }
  search(document, '')
  expect(empty).toEqual([])
  const { currency_position: position } = document.components.schemas.CostDetails.properties
  expect(JSON.stringify(position)).toContain('suffix')
})
