import { Api } from '../../src/dashboard/api.ts'
import { type createSnippet, loadSetup } from '../../src/dashboard/requests/snippets.ts'
import { listen } from '../../src/http/server.ts'
import { createCalmock } from '../../src/index.ts'
import type { LoggedRequest } from '../../src/request-log/logged-request.ts'
import type { World } from '../../src/world/world.ts'

/** A request for snippets, and the state of its world. */
export interface Exchange {
  readonly path: string
  readonly init?: RequestInit
  readonly world?: string
  readonly faults?: readonly string[]
  readonly now?: string
  /** The expected status. Default: any. */
  readonly status?: number
}

/** A request in the log of a served mock, with the settings that snippets need. */
export interface RecordedExchange {
  readonly name: string
  readonly input: Parameters<typeof createSnippet>[1]
}

/** A served mock whose log contains requests. */
export interface RecordingMock {
  readonly exchanges: readonly RecordedExchange[]
  /** Removes the records that requests have written. */
  reset(): void
  close(): Promise<void>
}

/** Serves a mock and sends requests to it. */
export async function recordExchanges(
  requests: Readonly<Record<string, Exchange>>,
): Promise<RecordingMock> {
  const mock = createCalmock({
    ...{ sites: ['de', 'hi', 'en'], now: '2031-02-03T12:00:00Z', events: 40, perPage: 5 },
    cities: ['berlin', 'madrid'],
  })
  const { url, close } = await listen(mock)
  const exchanges: RecordedExchange[] = []
  const sites = mock.sites.map(({ language, root }) => ({
    language,
    path: `${root}/${mock.settings.namespace}`,
  }))
  for (const [name, exchange] of Object.entries(requests)) {
    const { world = 'default' } = exchange
    const entry = await sendRequest(mock.world(world), url, exchange)
    const setup = await loadSetup(new Api({ root: url, world }), sites, entry)
    exchanges.push({ name, input: { entry, setup } })
    mock.world(world).faults = []
  }
  const reset = (): void => {
    for (const name of mock.worlds) mock.world(name).reset()
  }
  return { exchanges, reset, close }
}

/** Sends a request to a world. Returns its entry in the log. */
async function sendRequest(state: World, url: string, exchange: Exchange): Promise<LoggedRequest> {
  const { path, init, world, faults = [], now, status } = exchange
  state.reset()
  state.faults = faults
  if (now) state.clock.set(now)
  const response = await fetch(`${url}${world ? `/~${world}` : ''}${path}`, init).catch(
    () => undefined,
  )
  await response?.text().catch(() => undefined)
  const entry = state.requests.at(-1)
  if (entry && (status ?? entry.status) === entry.status) return entry
  throw new Error(`the log has no such entry of ${path}`)
}
