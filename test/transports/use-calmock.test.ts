import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { useCalmock } from '../../src/vitest.ts'

const API = 'https://api.example/de/cal/events/v1'

const make = (api: string) =>
  fetch(`${api}/venues`, { method: 'POST', body: new URLSearchParams({ venue: 'Neu' }) })

const status = async (api: string) => (await fetch(`${api}/venues/by-slug/neu`)).status

const inWorld = (name: string) => API.replace('/de/', `/~${name}/de/`)

describe('after each test', () => {
  const mock = useCalmock({ events: 3, onUnhandledRequest: 'error' })
  const seen: number[] = []
  // hooks of a later line run first: they still find what the test has left
  afterEach(async () => void seen.push(await status(API)))

  test('(one that changes everything there is)', async () => {
    await make(API)
    await make(inWorld('mine'))
    mock.clock.advance('P52W')
    mock.setScenario('empty')
    await make(API)
    mock.server.use(http.get('*/tags', () => HttpResponse.json('mine')))
    expect(await (await fetch(`${API}/tags`)).json()).toBe('mine')
  })

  test('all is as it was', async () => {
    expect(seen).toEqual([200])
    expect([await status(API), await status(inWorld('mine'))]).toEqual([404, 404])
    expect([mock.scenario, mock.clock.now().getUTCFullYear()]).toEqual(['city', 2030])
    expect((await (await fetch(`${API}/tags`)).json()).total).toBeGreaterThan(0)
  })

  test('a request that nobody answers fails', async () => {
    vi.spyOn(console, 'error').mockReturnValueOnce()
    await expect(fetch('http://127.0.0.1:1/')).rejects.toThrow()
    vi.restoreAllMocks()
  })
})

describe('tests at the same time', () => {
  const mock = useCalmock({ events: 3 })
  let finish = (): void => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })

  describe.concurrent('', () => {
    test('keep what they write while others end', async () => {
      await make(inWorld('slow'))
      mock.server.use(http.get('*/tags', () => HttpResponse.json('mine')))
      await finished
      expect(await status(inWorld('slow'))).toBe(200)
      expect(await (await fetch(`${API}/tags`)).json()).toBe('mine')
    })

    test('can end before', async () => {
      await make(inWorld('quick'))
    })

    test('can end and tell', async () => {
      setTimeout(finish, 50)
    })
  })

  test('leave nothing when all have ended', async () => {
    expect(mock.worlds).toEqual(['default'])
    expect(await (await fetch(`${API}/tags`)).json()).not.toBe('mine')
  })
})

describe('a mock within the reach of another', () => {
  const outer = useCalmock({ events: 3 })
  const total = async () => (await (await fetch(`${API}/events`)).json()).total

  describe('answers', () => {
    useCalmock({ empty: true })

    test('instead of it', async () => {
      expect(await total()).toBe(0)
    })

    test('instead of it, again', async () => {
      await make(API)
      expect(await total()).toBe(0)
    })
  })

  test('leaves it as it was', async () => {
    expect([await total(), outer.events, await status(API)]).toEqual([3, 3, 404])
  })
})

describe('a clock that the test has stopped', () => {
  useCalmock({ events: 3 })
  afterEach(() => void vi.useRealTimers())

  test('stops no answer', async () => {
    vi.useFakeTimers({ now: 0 })
    expect((await make(API)).status).toBe(201)
    expect(await status(API)).toBe(200)
  })
})

describe('when there is none', () => {
  test('nothing is intercepted', async () => {
    await expect(fetch('http://127.0.0.1:1/de/cal/events/v1')).rejects.toThrow('fetch failed')
  })
})
