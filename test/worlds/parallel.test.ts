import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen, type RunningServer } from '../../src/http/server.ts'
import { landmarks } from '../../src/seed/source/inline-source.ts'
import { createTestMock, NOW } from '../call.ts'

const CLIENTS = 40
const STEPS = 12
const SITES = ['hi', 'de', 'zh-hans'] as const
const COLLECTIONS = ['events', 'venues', 'organizers', 'categories', 'tags']

let server: RunningServer
beforeAll(async () => {
  server = await listen(createTestMock({ now: NOW, events: 12 }))
})
afterAll(() => server.close())

/** Calls the server in one world. */
type Client = (method: string, path: string, fields?: object) => Promise<Answer>

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly body: any
  readonly text: string
}

async function call(method: string, target: string, headers: object, fields?: object) {
  const response = await fetch(server.url + target, {
    method,
    headers: { ...headers, ...(fields && { 'content-type': 'application/json' }) },
    ...(fields && { body: JSON.stringify(fields) }),
  })
  const text = await response.text()
  return { status: response.status, body: JSON.parse(text), text }
}

/** Creates a client that names its world in one of three ways: by prefix, header or cookie. */
function clientIn(world: string, way: number): Client {
  const prefix = way === 0 ? `/~${world}` : ''
  const byHeader = way === 1 && { 'x-calmock-world': world }
  const byCookie = way === 2 && { cookie: `a=b; calmock_world=${world}` }
  return (method, path, fields) => call(method, prefix + path, { ...byHeader, ...byCookie }, fields)
}

/** Returns all lists as text. */
async function readAll(client: Client): Promise<string> {
  const query = 'per_page=50&start_date=2000-01-01&end_date=2100-01-01&hide_empty=false'
  const texts: string[] = []
  for (const site of SITES)
    for (const collection of COLLECTIONS)
      texts.push((await client('GET', `/${site}/cal/events/v1/${collection}?${query}`)).text)
  return texts.join('\n')
}

const steps = fc.array(
  fc.record({
    what: fc.constantFrom('create', 'adopt', 'update', 'remove'),
    site: fc.constantFrom(...SITES),
    place: fc.nat({ max: 20 }),
    text: fc.constantFrom('Halle', 'Größe', 'नया', '新'),
  }),
  { minLength: STEPS, maxLength: STEPS },
)
type Step = (typeof steps extends fc.Arbitrary<infer T> ? T : never)[number]

/** The venues with the mark of a client, by their address. */
type Model = Map<string, string>

/** Applies a step to the world and to the model. Adopting means renaming a seeded venue. */
async function applyStep(step: Step, name: string, client: Client, model: Model): Promise<void> {
  const [own] = [...model.keys()].slice(step.place % Math.max(model.size, 1))
  const venues = `/${step.site}/cal/events/v1/venues`
  const seeded = `${venues}/${landmarks.venues.blueHall.id[step.site]}`
  const fields = { venue: name, status: 'publish' }
  if (step.what === 'create' || (step.what !== 'adopt' && !own)) {
    const { status, body } = await client('POST', venues, fields)
    expect([status, body.venue]).toEqual([201, name])
    model.set(`${venues}/${body.id}`, name)
    return
  }
  const address = step.what === 'adopt' || !own ? seeded : own
  const method = step.what === 'remove' ? 'DELETE' : 'PUT'
  const { status, text } = await client(method, address, fields)
  expect(status, text).toBe(200)
  if (method === 'DELETE') model.delete(address)
  else model.set(address, name)
}

/** Returns the client's venues that the world lists: their names by address. */
async function readVenues(client: Client): Promise<Model> {
  const listed: Model = new Map()
  for (const site of SITES) {
    const venues = `/${site}/cal/events/v1/venues`
    const { body } = await client('GET', `${venues}?search=qxq&per_page=50`)
    for (const { id, venue } of body.venues ?? []) listed.set(`${venues}/${id}`, venue)
  }
  return listed
}

test('forty clients write at the same time, each in a separate world', async () => {
  const inDefault: Client = (method, path, fields) => call(method, path, {}, fields)
  const before = await readAll(inDefault)
  const plans = fc.sample(steps, { numRuns: CLIENTS, seed: 7 })
  const clients = plans.map((plan, n) => ({
    plan,
    mark: `qxq${n}x`,
    client: clientIn(`client-${n}`, n % 3),
    model: new Map<string, string>(),
  }))

  await Promise.all(
    clients.map(async ({ plan, mark, client, model }) => {
      for (const [n, step] of plan.entries())
        await applyStep(step, `${step.text} ${mark} ${n}`, client, model)
    }),
  )

  const written = clients.reduce((sum, { model }) => sum + model.size, 0)
  expect(written).toBeGreaterThan(CLIENTS)
  const seen = await Promise.all(clients.map(({ client }) => readVenues(client)))
  for (const [n, { mark, model }] of clients.entries()) {
    expect(new Map([...(seen[n] ?? [])].sort())).toEqual(new Map([...model].sort()))
    for (const name of seen[n]?.values() ?? []) expect(name).toContain(mark)
  }
  expect((await readVenues(inDefault)).size).toBe(0)
  expect(await readAll(inDefault)).toBe(before)
}, 30_000)
