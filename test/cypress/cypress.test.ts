import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CypressCalmock } from '../../src/cypress.ts'
import { createCalmock } from '../../src/index.ts'
import { listen, type RunningServer } from '../../src/node.ts'
import type { LoggedRequest } from '../../src/request-log/logged-request.ts'

/** A request of a page, as `cy.intercept` shows it. */
interface PageRequest {
  readonly headers: Record<string, string>
}

/** A stand-in for Cypress: it sends the requests of tests and of a page, and has the `Date` of the page. */
class FakeCypress {
  readonly spec = { relative: 'cypress/e2e/calendar.cy.ts' }
  currentTest = { titlePath: ['calendar', 'first'] }
  now: number | undefined
  hooks: (() => void)[] = []
  #queue: Promise<unknown> = Promise.resolve()
  #intercept: ((request: PageRequest) => void) | undefined

  readonly cy = {
    request: ({ method, url, body }: { method: string; url: string; body?: object }) =>
      this.#add(async () => {
        const init = { method, ...(body && { body: JSON.stringify(body) }) }
        const response = await fetch(url, {
          ...init,
          headers: { 'Content-Type': 'application/json' },
        })
        const text = await response.text()
        return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
      }),
    intercept: (_: object, handle: (request: PageRequest) => void) => {
      this.#intercept = handle
    },
    clock: (now = this.now) =>
      this.#add(async () => {
        this.now = now
        const setSystemTime = (now: number): void => {
          this.now = now
        }
        return { setSystemTime }
      }),
  }

  /** Starts a test with the hooks of `useCalmock`. */
  async start(...titlePath: string[]): Promise<void> {
    this.currentTest = { titlePath }
    for (const hook of this.hooks) hook()
    await this.settle()
  }

  /** Waits for all commands, also for the ones that commands add. */
  async settle(): Promise<void> {
    for (let last: unknown; last !== this.#queue; ) {
      last = this.#queue
      await last
    }
  }

  async fetchInPage(url: string, init: RequestInit = {}): Promise<Response> {
    const headers: Record<string, string> = {}
    this.#intercept?.({ headers })
    return fetch(url, { ...init, headers })
  }

  #add<T>(run: () => Promise<T>): { then(use: (result: T) => void): void } {
    const result = this.#queue.then(run)
    this.#queue = result
    return {
      // biome-ignore lint/suspicious/noThenProperty: the commands of Cypress have it
      then: (use) => {
        this.#queue = result.then((value) => void use(value))
      },
    }
  }
}

const cypress = new FakeCypress()
const globals = globalThis as unknown as Record<string, unknown> // the globals of Cypress
let server: RunningServer
let calmock: CypressCalmock
let maintenance: CypressCalmock
const maintenanceHooks: (() => void)[] = []
let events = ''

beforeAll(async () => {
  const mock = createCalmock({ sites: ['en'], events: 12 })
  server = await listen(mock)
  events = `${server.url}/en/cal/events/v1/events`
  Object.assign(globals, { Cypress: cypress, cy: cypress.cy })
  const ownHook = globals.beforeEach
  globals.beforeEach = (hook: () => void) => void cypress.hooks.push(hook)
  const { useCalmock } = await import('../../src/cypress.ts')
  calmock = useCalmock({ url: `${server.url}/` })
  globals.beforeEach = (hook: () => void) => void maintenanceHooks.push(hook)
  maintenance = useCalmock({ url: server.url, fault: '* maintenance', delay: 1 })
  globals.beforeEach = ownHook
})
afterEach(() => cypress.settle())
afterAll(async () => {
  await server.close()
  delete globals.cy
  delete globals.Cypress
})
beforeEach(() => cypress.start('calendar', 'first'))

const readTotal = async () => (await (await cypress.fetchInPage(events)).json()).total

const create = () =>
  cypress.fetchInPage(events, {
    method: 'POST',
    body: new URLSearchParams({ title: 'Neu', start_date: 'now', end_date: '+1 hour' }),
  })

describe('useCalmock for Cypress', () => {
  test('a test does not see the writes of another test', async () => {
    const total = await readTotal()
    expect((await create()).status).toBe(201)
    expect(await readTotal()).toBe(total + 1)
    await cypress.start('calendar', 'second')
    expect(await readTotal()).toBe(total)
  })

  test('the names of other hosts work too, and an unknown name throws an error', async () => {
    const total = await readTotal()
    await create()
    calmock.faults = 'GET /events 503'
    await cypress.settle()
    expect((await cypress.fetchInPage(events)).status).toBe(503)
    calmock.reset()
    await cypress.settle()
    expect(await readTotal()).toBe(total)
    expect(() => Object.assign(calmock, { fault: '* 503' })).toThrow('did you mean "faults"?')
  })

  test('a retry starts with the initial state', async () => {
    const total = await readTotal()
    await create()
    await cypress.start('calendar', 'first')
    expect(await readTotal()).toBe(total)
  })

  test('the scenario of a test holds for its page only', async () => {
    calmock.setScenario('empty')
    await cypress.settle()
    expect(await readTotal()).toBe(0)
    await cypress.start('calendar', 'second')
    expect(await readTotal()).toBeGreaterThan(0)
  })

  test('faults and delay of a test hold for its page only', async () => {
    calmock.setFaults('GET /events 503')
    calmock.setDelay('1-5')
    await cypress.settle()
    expect((await cypress.fetchInPage(events)).status).toBe(503)
    await cypress.start('calendar', 'second')
    expect((await cypress.fetchInPage(events)).status).toBe(200)
  })

  test('the requests of a test are those of its page, the oldest first', async () => {
    await readTotal()
    await create()
    let requests: readonly LoggedRequest[] = []
    calmock.readRequests((found) => {
      requests = found
    })
    await cypress.settle()
    expect(requests).toMatchObject([
      { method: 'GET', path: '/events', status: 200 },
      { method: 'POST', path: '/events', status: 201 },
    ])
  })

  test('each test starts with the faults and the delay of the options', async () => {
    for (const title of ['first', 'second']) {
      cypress.currentTest = { titlePath: ['maintenance', title] }
      for (const hook of maintenanceHooks) hook()
      await cypress.settle()
      expect((await cypress.fetchInPage(events)).status).toBe(503)
      maintenance.setFaults([])
      await cypress.settle()
      expect((await cypress.fetchInPage(events)).status).toBe(200)
    }
  })

  test('the page has the date of the mock, and both move together', async () => {
    expect(new Date(cypress.now ?? 0).toISOString()).toBe('2030-01-07T12:00:00.000Z')
    calmock.clock.advance('P1W')
    await cypress.settle()
    expect(new Date(cypress.now ?? 0).toISOString()).toBe('2030-01-14T12:00:00.000Z')
    const response = await cypress.fetchInPage(`${server.url}/__calmock/clock`)
    expect((await response.json()).now).toBe('2030-01-14T12:00:00.000Z')
    calmock.clock.set('2031-05-06')
    await cypress.settle()
    expect(new Date(cypress.now ?? 0).getUTCFullYear()).toBe(2031)
  })

  test('the address leads to the world of the test', async () => {
    await create()
    const response = await fetch(calmock.url + new URL(`${events}?search=Neu`).pathname)
    expect((await response.json()).events[0].title).toBe('Neu')
  })

  test.each([
    ['a title in another script', ['कैलेंडर', 'सूची दिखाता है']],
    ['a long title', ['x'.repeat(300), 'shows']],
    ['no words', ['!', '?']],
  ])('%s gives a valid name of a world', async (_, titlePath) => {
    await cypress.start(...titlePath)
    expect(await readTotal()).toBeGreaterThan(0)
    expect((await fetch(`${calmock.url}/__calmock/health`)).status).toBe(200)
  })

  test('titles that differ in their last letters have different worlds', async () => {
    await cypress.start('सूची')
    const first = calmock.url
    await cypress.start('सूचि')
    expect(calmock.url).not.toBe(first)
  })
})
