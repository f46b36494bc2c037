import { createRequire } from 'node:module'
import { setupServer } from 'msw/node'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setupCalmock } from '../../src/browser.ts'
import { setupCalmock as setupInNode } from '../../src/node.ts'
import { findFreePort } from '../free-port.ts'

const LIST = 'https://api.example/en/cal/events/v1/events'

const msw: { version: string } = createRequire(import.meta.url)('msw/package.json')
const isMsw3 = msw.version.startsWith('3.')

/** The network of a test answers with this text. */
const network = async () => new Response('network')

/** Describes starts and stops of mocks, in the environment of the test file. */
export function describeLifeCycle(): void {
  const original = globalThis.fetch
  beforeEach(() => void vi.stubGlobal('fetch', network))

  afterEach(() => {
    vi.unstubAllGlobals()
    expect(globalThis.fetch).toBe(original)
  })

  const read = async () => (await fetch(LIST)).text()

  const isMocked = async () => (await read()) !== 'network'

  /** Replaces a global, which happy-dom does not let scripts assign after MSW has. */
  const replace = (name: string, value: unknown): void =>
    void Object.defineProperty(globalThis, name, { value, writable: true, configurable: true })

  const quiet = { quiet: true }

  // MSW has no worker in Node, and patches fetch with its handlers
  describe.each(['fetch', 'msw'] as const)('a mock of a page, with %s', (intercept) => {
    const setup = (options = {}) =>
      setupCalmock({ sites: ['en'], events: 3, intercept: intercept as 'fetch', ...options })

    test('stop() during a pending start() ends the interception', async () => {
      const mock = setup()
      const started = mock.start(quiet)
      mock.stop()
      await started
      expect(await isMocked()).toBe(false)
      expect(globalThis.fetch).toBe(network)
    })

    test('start, stop and start without waiting, as by StrictMode, leaves one interception', async () => {
      const mock = setup()
      void mock.start(quiet)
      mock.stop()
      await mock.start(quiet)
      expect(await isMocked()).toBe(true)
      mock.stop()
      expect(globalThis.fetch).toBe(network)
    })

    test('starts and stops in any order end as the last call says', async () => {
      const mock = setup()
      await mock.start(quiet)
      mock.stop()
      void mock.start(quiet)
      mock.stop()
      mock.stop()
      await mock.start(quiet)
      expect(await isMocked()).toBe(true)
      const again = mock.start(quiet)
      mock.stop()
      await again
      expect(globalThis.fetch).toBe(network)
    })

    test('a restart leaves only the requests of the app in the log', async () => {
      const mock = setup()
      await mock.start(quiet)
      await read()
      mock.stop()
      await mock.start(quiet)
      mock.stop()
      expect(mock.requests.map(({ url }) => url)).toEqual([LIST])
    })

    test('a wrapper around fetch survives stop(), and passes requests to the network', async () => {
      const mock = setup()
      await mock.start(quiet)
      const inner = globalThis.fetch
      const wrapper: typeof fetch = (...args) => inner(...args)
      globalThis.fetch = wrapper
      mock.stop()
      expect(globalThis.fetch).toBe(wrapper)
      expect(await isMocked()).toBe(false)
      await mock.start(quiet)
      expect(await isMocked()).toBe(true)
      mock.stop()
      expect(globalThis.fetch).toBe(wrapper)
    })

    test.each([
      ['in the order of their start', [0, 1, 2]],
      ['in the reverse order', [2, 1, 0]],
      ['in another order', [1, 2, 0]],
    ])('several mocks that stop %s answer as long as they run', async (_, order) => {
      const mocks = [1, 2, 3].map((events) => setup({ events }))
      for (const mock of mocks) await mock.start(quiet)
      const running = [1, 2, 3]
      for (const index of order) {
        expect(JSON.parse(await read()).total).toBe(Math.max(...running))
        mocks[index]?.stop()
        running[index] = 0
      }
      expect(globalThis.fetch).toBe(network)
    })
  })

  describe('mocks of calmock/node', () => {
    const setup = (events: number) => setupInNode({ sites: ['en'], events })
    const address = findFreePort().then(
      (port) => `http://127.0.0.1:${port}/en/cal/events/v1/events`,
    )
    const read = async (): Promise<string> =>
      fetch(await address).then(
        (response) => response.text(),
        () => 'network',
      )
    const isMocked = async () => (await read()) !== 'network'
    let warn = vi.spyOn(console, 'warn')
    beforeEach(() => {
      vi.unstubAllGlobals() // msw 3 replaces sockets, not fetch
      warn = vi.spyOn(console, 'warn').mockReturnValue()
    })
    afterEach(() => void warn.mockRestore())

    const warnings = () => warn.mock.calls.map(([text]) => String(text))

    test.each([
      ['in the order of their start', [0, 1]],
      ['in the reverse order', [1, 0]],
    ])('two mocks that stop %s answer as long as they run', async (_, order) => {
      const mocks = [setup(1), setup(2)]
      for (const mock of mocks) await mock.start({ onUnhandledRequest: 'bypass' })
      const running = [1, 2]
      for (const index of order) {
        expect(JSON.parse(await read()).total).toBe(Math.max(...running))
        mocks[index]?.stop()
        running[index] = 0
      }
      expect(await isMocked()).toBe(false)
      expect(warnings()).toEqual([
        expect.stringMatching(/^\[calmock\] another mock intercepts already: .*handlersFor/),
      ])
    })

    test('start, stop and start without waiting end as the last call says', async () => {
      const mock = setup(3)
      const started = mock.start()
      mock.stop()
      await started
      expect(await isMocked()).toBe(false)
      void mock.start()
      mock.stop()
      await mock.start()
      expect(await isMocked()).toBe(true)
      mock.stop()
      expect(await isMocked()).toBe(false)
      expect(warnings()).toEqual([])
    })

    test('wrappers around fetch and XMLHttpRequest survive stop()', async () => {
      vi.stubGlobal('XMLHttpRequest', class {})
      const mock = setup(3)
      await mock.start({ onUnhandledRequest: 'bypass' })
      const inner = globalThis.fetch
      const wrapper: typeof fetch = (...args) => inner(...args)
      const Wrapped = class extends XMLHttpRequest {}
      replace('fetch', wrapper)
      replace('XMLHttpRequest', Wrapped)
      expect(await isMocked()).toBe(true)
      mock.stop()
      expect([globalThis.fetch, globalThis.XMLHttpRequest]).toEqual([wrapper, Wrapped])
      expect(await isMocked()).toBe(false)
      replace('fetch', original)
      expect(warnings()).toEqual([])
    })

    // msw 3 leaves no mark of an active server
    test.skipIf(isMsw3)(
      'another active MSW server is warned of at the start, with the remedies',
      async () => {
        const server = setupServer()
        server.listen({ onUnhandledRequest: 'bypass' })
        const mock = setup(3)
        await mock.start()
        server.close() // first, since msw 2.10 leaves its fetch in place otherwise
        mock.stop()
        expect(warnings()).toEqual([
          expect.stringMatching(
            /^\[calmock\] another MSW server is active.*handlersFor.*intercept: 'fetch'/,
          ),
        ])
      },
    )
  })
}
