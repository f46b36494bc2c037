import fc from 'fast-check'
import { expect, test } from 'vitest'
import { controlRoutes } from '../../src/control/routes.ts'
import { createMock, type MockState } from '../../src/create-mock.ts'
import { inlineSource, landmarks } from '../../src/seed/source/inline-source.ts'
import type { MockSource } from '../../src/seed/source/mock-source.ts'
import { onDemandSource } from '../../src/seed/source/on-demand-source.ts'
import { type PersistedMock, persistMock } from '../../src/world/persist.ts'
import { type CallInit, over } from '../call.ts'
import { leastOf } from '../http/world.ts'
import { MemoryJournal } from '../worlds/memory-journal.ts'

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const seconds = Number(process.env.FUZZ_SECONDS ?? 8)

const START = Date.parse('2030-01-07T09:30:00Z')
const SITES = ['de', 'hi'] as const
const COLLECTIONS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const
const names = {
  ...{ events: 'title', venues: 'venue', organizers: 'organizer', categories: 'name' },
  ...{ tags: 'name' },
}

type Now = '2030-01-07T12:00:00Z' | 'real'

/** A mock that runs without interruption, and one that is created again from its journal. */
class Twins {
  readonly whole: MockState
  readonly journal = new MemoryJournal()
  readonly log: string[] = []
  readonly snapshots: string[] = []
  readonly firstId: number
  readonly #now: Now
  #restarted: MockState
  #persisted: PersistedMock | undefined
  #time = START
  /** True if the journal lacks a write, which its client knows. */
  #isBehind = false

  constructor(now: Now) {
    this.#now = now
    this.whole = this.#create(inlineSource())
    this.#restarted = this.whole
    this.firstId = this.whole.snapshot().nextId
  }

  #create(source: MockSource): MockState {
    const options = { events: 14, sites: SITES, now: this.#now }
    return createMock(options, { ...source, systemNow: () => this.#time })
  }

  /** Creates the second mock again from its journal. Saves before, if clients know that a write was not saved. */
  async restart(): Promise<void> {
    if (this.#isBehind) {
      this.journal.isFull = false
      expect(this.#persisted?.save()).toBeUndefined()
      this.#isBehind = false
    }
    this.log.push('restart')
    this.#restarted = this.#create(onDemandSource())
    const mock = this.#restarted
    this.#persisted = await persistMock({ mock, journal: this.journal, name: 'it', now: this.#now })
    if (this.#now !== 'real') return
    // like the program: a new world with a running clock has another anchor
    this.journal.isFull = false
    this.#persisted.compact()
  }

  /** Sends a request to both mocks, and compares the responses. */
  async call(method: string, target: string, init: CallInit = {}): Promise<void> {
    const persisted = this.#persisted ?? expect.fail()
    const came = await over(persisted)(method, target, init)
    const sent = `${method} ${target} ${JSON.stringify(init)} -> ${came.status}`
    if (this.journal.isFull && came.body?.message?.startsWith('Nothing was changed')) {
      this.log.push(`${sent}, undone`)
      expect([came.status, method]).toEqual([507, expect.not.stringMatching('GET')])
      return // the other mock does not get it either
    }
    const wanted = await over(this.whole)(method, target, init)
    this.log.push(`${sent} ${wanted.status}`)
    if (this.journal.isFull && came.body?.code === 'calmock_state_unwritten') {
      this.#isBehind = true
      expect([came.status, method, wanted.status < 400]).toEqual([
        507,
        expect.not.stringMatching('GET'),
        true,
      ])
      return
    }
    const isWrite = method !== 'GET' && came.status < 400
    if (isWrite) this.#isBehind = false
    const headers = [[...came.headers], [...wanted.headers]]
    const bytes = [came.status, came.text, headers[0]]
    expect(bytes, this.log.join('\n')).toEqual([wanted.status, wanted.text, headers[1]])
  }

  advanceTime(ms: number): void {
    this.log.push(`time ${ms}`)
    this.#time += ms
  }

  /** Compares each part of the state of both mocks, and returns the names of the parts that differ from a new mock. */
  compareParts(): readonly string[] {
    const [whole, restarted] = [this.whole, this.#restarted].map(({ parts }) =>
      parts.map((part) => [part.constructor.name, part.save()]),
    )
    expect(restarted, this.log.join('\n')).toEqual(whole)
    return this.whole.parts.filter((part) => part.isModified).map((part) => part.constructor.name)
  }

  /** Changes both mocks in process. The journal has the change after the next request. */
  async change(act: (mock: MockState) => void): Promise<void> {
    this.log.push(`in process: ${act}`)
    act(this.whole)
    act(this.#restarted)
    const failure = this.#persisted?.save()
    if (failure) this.#isBehind = true
  }

  async snapshot(): Promise<void> {
    await this.call('GET', '/__calmock/world')
    this.snapshots.push(JSON.stringify(this.whole.snapshot()))
  }
}

type Step = (twins: Twins) => Promise<void> | void

const site = fc.constantFrom(...SITES)
const collection = fc.constantFrom(...COLLECTIONS, 'events')
const scenario = fc.constantFrom(undefined, undefined, undefined, 'empty', 'past-only')
const write = fc.record({
  method: fc.constantFrom('POST', 'POST', 'PATCH', 'PATCH', 'DELETE'),
  ...{ site, collection, scenario, place: fc.nat({ max: 9 }), isNew: fc.boolean() },
  text: fc.constantFrom('Neu', 'Neu', 'Größer', 'नया', 'x'),
  status: fc.constantFrom('publish', 'publish', 'draft', 'trash'),
  links: fc.constantFrom({}, { venue: { venue: 'Halle' } }, { categories: ['Neu'], tags: ['x'] }),
})

const toHeaders = (scenario: string | undefined) =>
  scenario === undefined ? {} : { 'x-calmock-scenario': scenario }

const writing = write.map((given): Step => {
  const { method, site, collection, scenario, place, isNew, text, status, links } = given
  return (twins) => {
    const seeded = Object.values(landmarks[collection])[place]?.id[site] ?? 0
    const id = isNew ? twins.firstId + place : seeded
    const path = `/${site}/cal/events/v1/${collection}${method === 'POST' ? '' : `/${id}`}`
    const isTerm = collection === 'categories' || collection === 'tags'
    const fields = collection === 'events' ? links : {}
    const json = { ...leastOf(collection), ...fields, [names[collection]]: text }
    const body = isTerm ? json : { ...json, status }
    const headers = toHeaders(scenario)
    return twins.call(method, path, method === 'DELETE' ? { headers } : { json: body, headers })
  }
})

const query = fc.constantFrom(
  'per_page=50&start_date=2000-01-01&end_date=2100-01-01&hide_empty=false',
  'per_page=50&status=draft&hide_empty=false',
  'per_page=50&status=trash&hide_empty=false',
  'per_page=5&page=2',
  'search=Neu',
  '',
)
const reading = fc
  .record({ site, collection, scenario, query })
  .map(({ site, collection, scenario, query }): Step => {
    const target = `/${site}/cal/events/v1/${collection}?${query}`
    return (twins) => twins.call('GET', target, { headers: toHeaders(scenario) })
  })

const control =
  (method: string, path: string, json?: object): Step =>
  (twins) =>
    twins.call(method, `/__calmock/${path}`, json && { json })

const controlling = fc.constantFrom<Step>(
  ...Object.entries(controlRoutes).flatMap(([path, { PUT }]) =>
    PUT?.body?.example ? [control('PUT', path.slice(1).replace('*', 'a'), PUT.body.example)] : [],
  ),
  control('GET', 'clock'),
  control('GET', 'scenario'),
  control('GET', 'world'),
  control('POST', 'reset'),
  ...['a', 'b'].flatMap((name) =>
    ['PUT', 'POST', 'DELETE'].map((method) => control(method, `checkpoints/${name}`)),
  ),
  control('GET', 'checkpoints'),
  ...Array.from({ length: 4 }, () => control('POST', 'undo')),
  ...['city', 'past-only', 'empty', 'today+no-images'].map((scenario) =>
    control('PUT', 'scenario', { scenario }),
  ),
  ...[
    { now: '2031-05-05' },
    { now: 'real' },
    { advance: 'P3D' },
    { advance: '-PT90M' },
    { frozen: false },
    { frozen: true },
  ].map((change) => control('PUT', 'clock', change)),
)

const others = fc.constantFrom<Step>(
  (twins) => twins.advanceTime(3_600_000),
  (twins) => twins.advanceTime(86_400_000),
  (twins) => twins.snapshot(),
  (twins) => {
    const [last] = twins.snapshots.slice(-1)
    if (last) return twins.call('PUT', '/__calmock/world', { json: JSON.parse(last) })
  },
  (twins) => twins.change((mock) => mock.clock.advance('P1D')),
  (twins) => twins.change((mock) => mock.clock.reset()),
  (twins) => twins.change((mock) => mock.reset()),
  (twins) => {
    twins.journal.isFull = !twins.journal.isFull
    twins.log.push(`full: ${twins.journal.isFull}`)
  },
)
const restarting = fc.constant<Step>((twins) => twins.restart())

const step = fc.oneof(
  { weight: 6, arbitrary: writing },
  { weight: 4, arbitrary: reading },
  { weight: 2, arbitrary: controlling },
  { weight: 2, arbitrary: others },
  { weight: 3, arbitrary: restarting },
)

const checkAll = async (twins: Twins): Promise<void> => {
  for (const site of SITES)
    for (const collection of COLLECTIONS)
      for (const status of ['publish', 'draft', 'trash']) {
        const days = 'start_date=2000-01-01&end_date=2100-01-01'
        const query = `per_page=50&${days}&hide_empty=false&status=${status}`
        await twins.call('GET', `/${site}/cal/events/v1/${collection}?${query}`)
      }
  await twins.call('GET', '/__calmock/world')
}

test(
  'a mock that restarts from its journal answers like one that never restarted',
  async () => {
    const sequences = fc.array(step, { maxLength: 40, size: 'max' })
    const modified = new Set<string>()
    const now = fc.constantFrom<Now>('2030-01-07T12:00:00Z', 'real')
    const run = async (now: Now, steps: readonly Step[]): Promise<void> => {
      const twins = new Twins(now)
      await twins.restart()
      for (const act of steps) await act(twins)
      await twins.restart()
      await checkAll(twins)
      for (const name of twins.compareParts()) modified.add(name)
    }
    const property = fc.asyncProperty(now, sequences, run)
    console.log(`FUZZ_SEED=${seed}`) // reproduces the same sequences
    const limit = { interruptAfterTimeLimit: seconds * 1000, numRuns: 1_000_000 }
    await fc.assert(property, { seed, ...limit })
    const names = new Twins('real').whole.parts.map((part) => part.constructor.name)
    // a busy machine has time for few sequences, which may not reach each part
    for (const steps of fc.sample(sequences, { seed, numRuns: 30 }))
      if (modified.size < names.length) await run('real', steps)
    expect([...modified].sort(), 'a part that no step changes').toEqual(names.sort())
  },
  seconds * 1000 + 120_000,
)
