import { get, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { setupCalmock } from '../../src/browser.ts'
import { faultNames, namedFaults } from '../../src/faults/fault-kind.ts'
import { createCalmock } from '../../src/index.ts'
import { listen } from '../../src/node.ts'
import type { Options } from '../../src/options/options.ts'

const EVENTS = '/de/cal/events/v1/events'

afterEach(() => {
  vi.useRealTimers()
})

/** Serves a mock until the end of the test. */
async function serve(options: Options = {}) {
  const mock = createCalmock({ events: 12, ...options })
  const { url, close } = await listen(mock)
  onTestFinished(close)
  return { mock, url, address: url + EVENTS }
}

/** Waits until a condition is true, without timers. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await setImmediate()
}

const receive = (url: string, method = 'GET') =>
  new Promise<IncomingMessage>((resolve) => request(url, { method }, resolve).end())

describe('a client that leaves', () => {
  test('in process ends the waiting, and its timer', async () => {
    vi.useFakeTimers()
    const mock = createCalmock({ events: 0, fault: '* timeout' })
    const controller = new AbortController()
    const response = mock.fetch(EVENTS, { signal: controller.signal })
    await until(() => vi.getTimerCount() === 1)
    controller.abort(new Error('enough'))
    await expect(response).rejects.toThrow('enough')
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each(['* timeout', '* delay:60000', '* slow'])(
    'over a socket ends the waiting of "%s", and its timer',
    async (fault) => {
      const { address } = await serve({ fault })
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const sent = get(address).on('error', () => {})
      await until(() => vi.getTimerCount() === 1)
      sent.destroy()
      await until(() => vi.getTimerCount() === 0)
      vi.useRealTimers()
    },
  )

  test('in process ends a slow body', async () => {
    const { body } = await createCalmock({ events: 12, fault: '* slow' }).fetch(EVENTS)
    const reader = body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    vi.useFakeTimers()
    await reader?.cancel()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a server', () => {
  test.each(['* timeout', '* slow', '* delay:60000'])(
    'closes within a second while requests wait for "%s"',
    async (fault) => {
      const { url, close } = await listen(createCalmock({ events: 12, fault }))
      const failures = Array.from({ length: 20 }, () => fetch(url + EVENTS).then((r) => r.text()))
      await fetch(`${url}/__calmock/health`)
      const start = performance.now()
      await close()
      expect(performance.now() - start).toBeLessThan(1000)
      for (const failure of await Promise.allSettled(failures))
        expect(failure.status).toBe('rejected')
    },
  )

  test('sends a slow body in parts', async () => {
    const { address } = await serve({ fault: '* slow' })
    const parts = await (await receive(address)).toArray()
    expect(parts.length).toBeGreaterThan(4)
    const whole = await createCalmock({ events: 12 }).fetch(address)
    expect(Buffer.concat(parts).toString()).toBe(await whole.text())
  }, 10_000)

  test('goes on after dropped and truncated responses', async () => {
    const { address } = await serve({ fault: ['* drop 5x', '* truncate 5x', '* offline 5x'] })
    for (let n = 0; n < 15; n++)
      await expect(fetch(address).then((response) => response.text())).rejects.toThrow()
    expect((await fetch(address)).status).toBe(200)
  })

  test('chooses the fault of a request when it arrives, also while others wait', async () => {
    const { mock, url, address } = await serve()
    mock.delay = 200
    const waiting = fetch(address)
    await until(() => mock.requests.length === 1)
    await fetch(`${url}/__calmock/faults`, { method: 'PUT', body: '{"faults":["* 503"]}' })
    expect((await fetch(address)).status).toBe(503)
    expect((await waiting).status).toBe(200) // was chosen before the rules changed
  })
})

test.each(['503', ...faultNames.filter((name) => namedFaults[name].receives !== 'nothing')])(
  'HEAD with the fault %s has its status and no body, at once',
  async (fault) => {
    const status = ['503', 'maintenance'].includes(fault) ? 503 : 200
    const { address } = await serve({ fault: `* ${fault}` })
    const start = performance.now()
    const response = await receive(address, 'HEAD')
    expect([response.statusCode, await text(response)]).toEqual([status, ''])
    expect(performance.now() - start).toBeLessThan(2500)
  },
)

test('the log of a server says that a connection ended early', async () => {
  const lines: unknown[] = []
  const mock = createCalmock({
    events: 12,
    fault: ['* drop 1x', '* truncate 1x', '* malformed 1x'],
  })
  const { url, close } = await listen(mock, {
    onResponse: ({ status, reason }) => lines.push([status, reason]),
  })
  for (let n = 0; n < 3; n++)
    await fetch(url + EVENTS)
      .then((response) => response.text())
      .catch(() => undefined)
  await close()
  expect(lines).toEqual([
    [0, 'the connection ended without a response'],
    [200, 'the connection ended within the body'],
    [200, undefined],
  ])
})

describe('a preflight', () => {
  const preflight = {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://app.example',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'x-calmock-fault,x-calmock-delay',
    },
  }

  test('has no fault and no delay, and allows the headers that it asks for', async () => {
    const { fetch } = createCalmock({ events: 0, fault: '* offline', delay: 60_000 })
    const { status, headers } = await fetch(EVENTS, preflight)
    expect(status).toBe(200)
    expect(headers.get('access-control-allow-headers')).toMatch(/X-Calmock-Fault, X-Calmock-Delay$/)
    await expect(fetch(EVENTS, { method: 'OPTIONS' })).rejects.toThrow()
  })

  test('of another request has the headers as before', async () => {
    const { fetch } = createCalmock({ events: 0 })
    const { headers } = await fetch(EVENTS, { headers: { Origin: 'https://app.example' } })
    expect(headers.get('access-control-allow-headers')).toMatch(/X-Calmock-Now$/)
  })

  test('lets pages read Retry-After', async () => {
    const { fetch } = createCalmock({ events: 0, fault: '* 429' })
    const { headers } = await fetch(EVENTS, { headers: { Origin: 'https://app.example' } })
    expect(headers.get('access-control-expose-headers')).toMatch(/^Retry-After, X-Cal-Total/)
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example')
  })
})

describe('fake timers', () => {
  test('do not stop a mock without delays', async () => {
    vi.useFakeTimers()
    expect((await createCalmock({ events: 12 }).fetch(EVENTS)).status).toBe(200)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('deliver a delayed response when the test advances them', async () => {
    vi.useFakeTimers()
    const response = createCalmock({ events: 12, delay: 60_000 }).fetch(EVENTS)
    await until(() => vi.getTimerCount() === 1)
    vi.advanceTimersByTime(60_000)
    expect((await response).status).toBe(200)
  })
})

test('start() in a page has no fault, no delay, and no entry in the log', async () => {
  const fault = ['* 503 1x', '* drop']
  const mock = setupCalmock({ events: 0, intercept: 'fetch', fault, delay: '3000-9000' })
  await mock.start({ quiet: true })
  expect(mock.requests).toEqual([])
  mock.delay = 0
  expect((await fetch(`https://api.example${EVENTS}`)).status).toBe(503)
  mock.stop()
})

test('random delays are in their range, differ, and repeat', async () => {
  const readDelays = async () => {
    const mock = createCalmock({ events: 0, delay: '1-6' })
    for (let n = 0; n < 12; n++) await mock.fetch(EVENTS)
    return mock.requests.map(({ delay }) => delay ?? 0)
  }
  const delays = await readDelays()
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(1)
  expect(Math.max(...delays)).toBeLessThanOrEqual(6)
  expect(new Set(delays).size).toBeGreaterThan(2)
  expect(await readDelays()).toEqual(delays)
})

test('requests of the log have their faults', async () => {
  const mock = createCalmock({ events: 0, fault: ['* 503 1x', '* drop 1x', '* malformed 1x'] })
  for (let n = 0; n < 4; n++) await mock.fetch(EVENTS).catch(() => undefined)
  expect(mock.requests.map(({ status, fault }) => [status, fault])).toEqual([
    [503, '503'],
    [0, 'drop'],
    [200, 'malformed'],
    [200, undefined],
  ])
})
