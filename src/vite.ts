import type { Connect, Plugin, PreviewServer, ViteDevServer } from 'vite'
import { OptionError } from './contract/option-error.ts'
import { type MockRequestHandler, type NodeListener, toNodeListener } from './http/server.ts'
import { type Calmock, createCalmock } from './index.ts'
import type { Options } from './options/options.ts'

/** What the plugin can be told besides the options of every mock. */
export interface ViteOptions extends Omit<Options, 'baseUrl'> {
  /**
   * Where the mock stands, from the root of the server's origin; below Vite's `base` it is found as well.
   * Whatever is asked for below it, the mock answers. Default `/api`; `/` puts the sites beside the app,
   * which keeps what is not theirs.
   */
  readonly path?: string
}

/**
 * A plugin for `vite.config.ts`: the dev server and the preview server answer below a path as the service
 * would. The state outlives hot reloads, and restarts of the server in the same process and with the same
 * options, until `POST {path}/__calmock/reset`. Builds are left as they are.
 */
export function calmock({ path = '/api', ...options }: ViteOptions = {}): Plugin {
  if (!path.startsWith('/'))
    throw new OptionError(`path "${path}" is no path; accepted: such as /api, or /`)
  const mount = ({ config, middlewares }: ViteDevServer | PreviewServer): void => {
    const mock = reuseMock(`${config.root} ${path}`, { ...options, baseUrl: path })
    const onBug = (error: unknown): void => config.logger.error(`[calmock] ${formatError(error)}`)
    const doors = [...new Set(['', config.base.replace(/\/$/, '')])].map((prefix) => ({
      prefix,
      answer: toNodeListener(withPrefix(prefix, mock), { onError: onBug }),
    }))
    const listenerFor = (url: string): NodeListener | undefined =>
      doors.find(
        ({ prefix }) => url.startsWith(prefix) && isMockUrl(url.slice(prefix.length), mock),
      )?.answer
    const handle: Connect.NextHandleFunction = (request, response, next) => {
      const answer = listenerFor(request.url ?? '/')
      if (answer) answer(request, response)
      else next()
    }
    // first of all, since Vite answers OPTIONS to whatever there is
    middlewares.stack.unshift({
      route: '',
      handle: ((request, response, next) =>
        request.method === 'OPTIONS'
          ? handle(request, response, next)
          : next()) satisfies typeof handle,
    })
    middlewares.use(handle)
  }
  return { name: 'calmock', apply: 'serve', configureServer: mount, configurePreviewServer: mount }
}

const formatError = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

/** A mock whose addresses begin with a prefix. */
const withPrefix = (prefix: string, mock: Calmock): MockRequestHandler => ({
  settings: mock.settings,
  handle: (call) =>
    mock.handle({
      ...call,
      origin: call.origin + prefix,
      path: call.path.slice(prefix.length),
      hasUncheckedHost: false, // Vite has looked at the host
    }),
})

function isMockUrl(url: string, mock: Calmock): boolean {
  const { path } = mock.base
  const [pathname = ''] = url.split('?')
  if (path === '') return mock.matchUrl({ origin: '', pathname }).isOurs
  return pathname === path || pathname.startsWith(`${path}/`)
}

/** A mock, and the options it was made with, as text. */
interface CachedMock {
  readonly made: string
  readonly mock: Calmock
}

/**
 * The mock of a server that stood at the same place with the same options, else a new one. Scenarios of
 * the user's own may have changed behind their names: then it is a new one with the same state.
 */
function reuseMock(place: string, options: Options): Calmock {
  const key = Symbol.for('calmock.vite') // outlives this module, which a restart can evaluate anew
  const holder = globalThis as { [key]?: Map<string, CachedMock> } // nobody else's symbol
  holder[key] ??= new Map()
  const all = holder[key]
  const made = JSON.stringify(options)
  const last = all.get(place)
  const known = last?.made === made ? last.mock : undefined
  const hasOwnScenario = [options.scenario ?? []].flat().some((one) => typeof one !== 'string')
  if (known && !hasOwnScenario) return known
  const mock = createCalmock(options)
  if (known) {
    for (const name of known.worlds) mock.world(name).restore(known.world(name).snapshot())
  }
  all.set(place, { made, mock })
  return mock
}
