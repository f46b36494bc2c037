import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { setupCalmock } from '../../src/browser.ts'
import { listen } from '../../src/http/server.ts'
import { useCalmock } from '../../src/vitest.ts'

const API = 'https://api.example/de/cal/events/v1'

afterEach(() => void vi.restoreAllMocks())

describe("useCalmock({ intercept: 'fetch' })", () => {
  const mock = useCalmock({ events: 3, intercept: 'fetch' })

  test('mock.server throws an error that names the option', () => {
    expect(() => Reflect.get(mock, 'server')).toThrow(
      "[calmock] mock.server exists only with MSW: remove the option intercept: 'fetch'",
    )
  })

  test('a response has the bytes and headers of mock.fetch, and its URL', async () => {
    const [patched, direct] = [await fetch(`${API}/events`), await mock.fetch(`${API}/events`)]
    expect(patched.url).toBe(`${API}/events`)
    expect(Object.fromEntries(patched.headers)).toEqual(Object.fromEntries(direct.headers))
    expect(await patched.text()).toBe(await direct.text())
  })

  test('fetch accepts a Request, a URL and an init', async () => {
    const init = { method: 'POST', body: JSON.stringify({ name: 'A' }) }
    const headers = { 'Content-Type': 'application/json' }
    const request = new Request(`${API}/tags`, { ...init, headers })
    expect((await fetch(request)).status).toBe(201)
    expect(request.bodyUsed).toBe(true)
    expect((await fetch(new URL(`${API}/events`), { method: 'HEAD' })).status).toBe(200)
    expect((await fetch(new Request(`${API}/tags`), { method: 'DELETE' })).status).toBe(404)
  })

  test('an aborted request rejects with the reason', async () => {
    const reason = new Error('changed my mind')
    await expect(fetch(`${API}/events`, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const controller = new AbortController()
    const response = fetch(`${API}/events`, { signal: controller.signal })
    controller.abort()
    await expect(response).rejects.toThrow('aborted')
  })

  test('an invalid URL rejects as without the mock', async () => {
    await expect(fetch('/de/cal/events/v1/events')).rejects.toThrow(TypeError)
  })
})

describe('requests to other addresses', () => {
  let other: Awaited<ReturnType<typeof listen>>
  beforeAll(async () => {
    other = await listen({
      handle: async ({ method, body }) => ({
        status: 200,
        headers: {},
        body: `${method} ${new TextDecoder().decode(body)}`,
      }),
    })
  })
  afterAll(() => other.close())

  describe('by default', () => {
    useCalmock({ events: 3, intercept: 'fetch' })

    test('are sent unchanged, with a warning', async () => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue()
      const body = new Response('stream').body
      // Node requires `duplex` for a stream, which the types of fetch omit
      const init = { method: 'POST', body, duplex: 'half' } as RequestInit
      expect(await (await fetch(`${other.url}/x`, init)).text()).toBe('POST stream')
      const text = `[calmock] POST ${other.url}/x is not a request to the mock and is passed on`
      expect(warn.mock.calls).toEqual([[text]])
    })

    test('are warned about once where only the site is missing', async () => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue()
      await fetch(`${other.url}/fr/cal/events/v1/events`)
      expect(warn.mock.calls[0]?.[0]).toContain('this mock has the sites en, hi, de, zh-hans')
    })
  })

  describe('with bypass', () => {
    useCalmock({ events: 3, intercept: 'fetch', onUnhandledRequest: 'bypass' })

    test('are sent without a warning', async () => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue()
      expect(await (await fetch(`${other.url}/x`)).text()).toBe('GET ')
      expect(warn).not.toHaveBeenCalled()
    })
  })

  describe('with error', () => {
    useCalmock({ events: 3, intercept: 'fetch', onUnhandledRequest: 'error' })

    test('are rejected with their method and URL', async () => {
      const request = new Request(`${other.url}/x`, { method: 'PUT' })
      await expect(fetch(request)).rejects.toThrow(`[calmock] PUT ${other.url}/x is not a request`)
    })
  })
})

describe('a file with a mock that patches fetch', () => {
  const original = globalThis.fetch
  useCalmock({ events: 3, intercept: 'fetch' })

  test('the global fetch is another one until the mock stops', () => {
    expect(globalThis.fetch).not.toBe(original)
  })
})

describe('the option intercept', () => {
  const setups = { useCalmock, setupCalmock }

  test.each(Object.entries(setups))('%s rejects an unknown value', (_, setup) => {
    const intercept = 'fetc' as 'fetch'
    expect(() => setup({ intercept })).toThrow(
      '[calmock] invalid intercept "fetc"; did you mean "fetch"? accepted: msw, fetch',
    )
  })

  test('mock.worker of a page throws an error that names it', () => {
    const mock = setupCalmock({ intercept: 'fetch' })
    expect(() => Reflect.get(mock, 'worker')).toThrow(
      "[calmock] mock.worker exists only with MSW: remove the option intercept: 'fetch'",
    )
  })
})

describe('mock.server', () => {
  const mock = useCalmock({ events: 3 })
  let error: unknown
  try {
    mock.server.listHandlers()
  } catch (thrown) {
    error = thrown
  }

  test('throws an error before the first hook', () => {
    expect(error).toEqual(
      new Error('[calmock] mock.server exists from beforeAll on: use it in tests and hooks'),
    )
  })

  beforeAll(() => expect(mock.server.listHandlers().length).toBeGreaterThan(50))
  test('exists in hooks and tests', () => expect(mock.server).toBeDefined())
})
