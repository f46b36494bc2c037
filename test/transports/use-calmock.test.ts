import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { useCalmock } from '../../src/vitest.ts'

const API = 'https://api.example/de/cal/events/v1'

const make = (api: string) =>
  fetch(`${api}/venues`, { method: 'POST', body: new URLSearchParams({ venue: 'Neu' }) })

const status = async (api: string) => (await fetch(`${api}/venues/by-slug/neu`)).status

const inWorld = (name: string) => API.replace('/de/', `/~${name}/de/`)

describe('the cleanup after each test', () => {
  const mock = useCalmock({ events: 3, onUnhandledRequest: 'error' })
  const seen: number[] = []
  // hooks run in reverse order, so this one sees the state before the cleanup
  afterEach(async () => void seen.push(await status(API)))

  test('a test may change records, worlds, clock, scenario and handlers', async () => {
    await make(API)
    await make(inWorld('mine'))
    mock.clock.advance('P52W')
    mock.setScenario('empty')
    await make(API)
    mock.server.use(http.get('*/tags', () => HttpResponse.json('mine')))
    expect(await (await fetch(`${API}/tags`)).json()).toBe('mine')
  })

  test('the next test starts with the initial state', async () => {
    expect(seen).toEqual([200])
    expect([await status(API), await status(inWorld('mine'))]).toEqual([404, 404])
    expect([mock.scenario, mock.clock.now().getUTCFullYear()]).toEqual(['city', 2030])
    expect((await (await fetch(`${API}/tags`)).json()).total).toBeGreaterThan(0)
  })

  test('a request without a handler fails', async () => {
    vi.spyOn(console, 'error').mockReturnValueOnce()
    await expect(fetch('http://127.0.0.1:1/')).rejects.toThrow()
    vi.restoreAllMocks()
  })
})

describe('concurrent tests', () => {
  const mock = useCalmock({ events: 3 })
  let finish = (): void => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })

  describe.concurrent('tests that run at the same time', () => {
    test('a test preserves its writes while other tests end', async () => {
      await make(inWorld('slow'))
      mock.server.use(http.get('*/tags', () => HttpResponse.json('mine')))
      await finished
      expect(await status(inWorld('slow'))).toBe(200)
      expect(await (await fetch(`${API}/tags`)).json()).toBe('mine')
    })

    test('a test can end earlier than the others', async () => {
      await make(inWorld('quick'))
    })

    test('a test can end and release the others', async () => {
      setTimeout(finish, 50)
    })
  })

  test('the state is reset after all concurrent tests have ended', async () => {
    expect(mock.worlds).toEqual(['default'])
    expect(await (await fetch(`${API}/tags`)).json()).not.toBe('mine')
  })
})

describe('a mock in the scope of another mock', () => {
  const outer = useCalmock({ events: 3 })
  const total = async () => (await (await fetch(`${API}/events`)).json()).total

  describe('the inner mock', () => {
    useCalmock({ empty: true })

    test('the inner mock responds', async () => {
      expect(await total()).toBe(0)
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
