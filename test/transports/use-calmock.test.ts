import { createRequire } from 'node:module'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { useCalmock } from '../../src/vitest.ts'

const API = 'https://api.example/de/cal/events/v1'

const make = (api: string) =>
  fetch(`${api}/venues`, { method: 'POST', body: new URLSearchParams({ venue: 'Neu' }) })

const status = async (api: string) => (await fetch(`${api}/venues/by-slug/neu`)).status

const total = async () => (await (await fetch(`${API}/events`)).json()).total

const readTags = async () => (await fetch(`${API}/tags`)).json()

const inWorld = (name: string) => API.replace('/de/', `/~${name}/de/`)

const ways = ['msw', 'fetch'] as const

describe.each(ways)('the cleanup after each test, with %s', (intercept) => {
  const mock = useCalmock({ events: 3, intercept, onUnhandledRequest: 'error' })
  const seen: number[] = []
  // hooks run in reverse order, so this one sees the state before the cleanup
  afterEach(async () => void seen.push(await status(API)))

  test('a test may change records, worlds, clock and scenario', async () => {
    expect((await make(API)).status).toBe(201)
    await make(inWorld('mine'))
    mock.clock.advance('P52W')
    mock.setScenario('empty')
    expect(await total()).toBe(0)
    await make(API)
  })

  test('the next test starts with the initial state', async () => {
    expect(seen).toEqual([200])
    expect([await status(API), await status(inWorld('mine'))]).toEqual([404, 404])
    expect([mock.scenario, mock.clock.now().getUTCFullYear()]).toEqual(['city', 2030])
    expect((await readTags()).total).toBeGreaterThan(0)
  })

  test('a request without a handler fails', async () => {
    vi.spyOn(console, 'error').mockReturnValueOnce()
    await expect(fetch('http://127.0.0.1:1/')).rejects.toThrow()
    vi.restoreAllMocks()
  })
})

const msw: { version: string } = createRequire(import.meta.url)('msw/package.json')
const isMsw3 = msw.version.startsWith('3.')

// undici fails an assertion when msw 3 closes the socket of a request that nobody awaits
const settledWays = ways.filter((intercept) => intercept === 'fetch' || !isMsw3)

describe.each(settledWays)('a request that a test does not await, with %s', (intercept) => {
  const mock = useCalmock({ events: 3, intercept })
  const headers = { 'Content-Type': 'application/json' }
  const bodies = {
    'a form': { body: new URLSearchParams({ venue: 'Neu' }) },
    JSON: { headers, body: JSON.stringify({ venue: 'Neu', description: 'x'.repeat(500_000) }) },
  }

  describe.each(Object.entries(bodies))('with a body of %s', (_, init) => {
    test.each([0, 30])('a test ends before its request, with a delay of %i ms', (delay) => {
      mock.delay = delay
      void fetch(`${API}/venues`, { method: 'POST', ...init })
    })

    test('the next test has neither its data nor its log entry', async () => {
      await new Promise((resolve) => setTimeout(resolve, 60))
      expect(mock.requests).toEqual([])
      expect(await status(API)).toBe(404)
    })
  })
})

describe('handlers of a test', () => {
  const mock = useCalmock({ events: 3 })

  test('a test may add handlers', async () => {
    mock.server.use(http.get('*/tags', () => HttpResponse.json('mine')))
    expect(await readTags()).toBe('mine')
  })

  test('the next test starts without them', async () => {
    expect((await readTags()).total).toBeGreaterThan(0)
  })
})

describe.each(ways)('concurrent tests, with %s', (intercept) => {
  const mock = useCalmock({ events: 3, intercept })
  let finish = (): void => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })

  describe.concurrent('tests that run at the same time', () => {
    test('a test preserves its writes and handlers while other tests end', async () => {
      expect((await make(inWorld('slow'))).status).toBe(201)
      if (intercept === 'msw') mock.server.use(http.get('*/tags', () => HttpResponse.json('mine')))
      await finished
      expect(await status(inWorld('slow'))).toBe(200)
      if (intercept === 'msw') expect(await readTags()).toBe('mine')
    })

    test('a test can end earlier than the others', async () => {
      expect((await make(inWorld('quick'))).status).toBe(201)
      expect(await status(inWorld('quick'))).toBe(200)
    })

    test('a test can end and release the others', async () => {
      setTimeout(finish, 50)
    })
  })

  test('the state is reset after all concurrent tests have ended', async () => {
    expect(mock.worlds).toEqual(['default'])
    expect([await status(inWorld('slow')), await status(inWorld('quick'))]).toEqual([404, 404])
    expect(await readTags()).not.toBe('mine')
  })
})

describe.each([
  ['msw', 'msw'],
  ['fetch', 'fetch'],
  ['fetch', 'msw'],
] as const)('a mock with %s in whose scope is a mock with %s', (outerWay, innerWay) => {
  const outer = useCalmock({ events: 3, intercept: outerWay })

  describe('the inner mock', () => {
    const inner = useCalmock({ empty: true, intercept: innerWay })

    test('the inner mock responds', async () => {
      expect(await total()).toBe(0)
      if (innerWay === 'msw') expect(inner.server.listHandlers().length).toBeGreaterThan(50)
    })

    test('the inner mock responds after a reset', async () => {
      await make(API)
      expect(await total()).toBe(0)
    })
  })

  test('the outer mock is unchanged', async () => {
    expect([await total(), outer.events, await status(API)]).toEqual([3, 3, 404])
  })
})

describe('a test with fake timers', () => {
  useCalmock({ events: 3 })
  afterEach(() => void vi.useRealTimers())

  test('responses arrive while timers are mocked', async () => {
    vi.useFakeTimers({ now: 0 })
    expect((await make(API)).status).toBe(201)
    expect(await status(API)).toBe(200)
  })
})

describe('a file without an active mock', () => {
  test('requests are not intercepted', async () => {
    await expect(fetch('http://127.0.0.1:1/de/cal/events/v1')).rejects.toThrow('fetch failed')
  })
})
