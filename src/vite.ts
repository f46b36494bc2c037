import type { Connect, Plugin, PreviewServer, ViteDevServer } from 'vite'
import { completeOptions } from './config/load-options.ts'
import { terminalControls } from './contract/format-message.ts'
import type { Note } from './contract/note.ts'
import { invalidOption } from './contract/option-error.ts'
import { isReadMethod, type MockRequest, type MockResponse } from './engine/http-message.ts'
import {
  type ListenerOptions,
  type MockRequestHandler,
  type NodeListener,
  toNodeListener,
} from './http/listener.ts'
import { type Calmock, createCalmock } from './index.ts'
import type { UserHandlers } from './intercept/msw/user-handlers.ts'
import type { Options } from './options/options.ts'

/** The options of the plugin: the options of every mock. */
export interface ViteOptions extends Options {
  /**
   * Path of the mock, from the root of the server's origin. Default `/api`. The same path below Vite's
   * `base` also leads to the mock. The mock responds to every request below the path; with `/` it responds
   * to requests for its sites and control routes only, with the preset to all below `/wp-json`, and the app to all others.
   */
  readonly baseUrl?: string
  /** The same as `baseUrl`. */
  readonly path?: string
  /**
   * Your own handlers of MSW, or a file that exports them. They take precedence over the mock, for requests below
   * its path. Their paths begin with `*` or an origin: `http.get('*\/api/weather', …)`.
   */
  readonly handlers?: string | readonly object[]
  /** Prints the warnings about requests in the terminal, each once. Default true. */
  readonly log?: boolean
  /**
   * Reloads the pages of the app after a change in the dashboard. Default true. With false, they only get the event
   * `calmock:change` of `import.meta.hot`.
   */
  readonly reload?: boolean
}

/**
 * Creates a plugin for `vite.config.ts`: the dev server and the preview server serve the mock below a path.
 * Its clock is `today`, unless `now` says otherwise. The state survives hot reloads, and restarts of the
 * server in the same process with the same options, until `POST {baseUrl}/__calmock/reset`. Builds do not
 * contain the mock. Throws if `baseUrl` does not begin with a slash.
 *
 * @example
 * ```ts
 * import { calmock } from 'calmock/vite'
 * import { defineConfig } from 'vite'
 *
 * export default defineConfig({ plugins: [calmock({ path: '/api', sites: ['en'] })] })
 * ```
 */
export function calmock({ path = '/api', baseUrl = path, ...all }: ViteOptions = {}): Plugin {
  const { handlers, log = true, reload = true, ...options } = all
  if (!baseUrl.startsWith('/')) throw invalidOption('baseUrl', baseUrl, 'a path such as /api, or /')
  const mount = (server: ViteDevServer | PreviewServer): void => {
    const mockOptions = { now: 'today', ...completeOptions(options), baseUrl }
    const mock = reuseMock(`${server.config.root} ${baseUrl}`, mockOptions)
    const observed = observe(mock, server, { log, reload })
    const handle = createMiddleware(mock, server, { observed, ...(handlers && { handlers }) })
    const handleOptions: Connect.NextHandleFunction = (request, response, next) =>
      request.method === 'OPTIONS' ? handle(request, response, next) : next()
    // before Vite's middlewares, since Vite responds to every OPTIONS request
    server.middlewares.stack.unshift({ route: '', handle: handleOptions })
    server.middlewares.use(handle)
    printSites(mock, server)
  }
  return { name: 'calmock', apply: 'serve', configureServer: mount, configurePreviewServer: mount }
}

/** Adds the addresses of each site and of the dashboard to the addresses that the server prints. */
function printSites(
  { base, sites, settings }: Calmock,
  server: ViteDevServer | PreviewServer,
): void {
  const { printUrls } = server
  server.printUrls = () => {
    printUrls()
    const print = (name: string, path: string): void => {
      const url = new URL(path, server.resolvedUrls?.local[0] ?? server.resolvedUrls?.network[0])
      server.config.logger.info(`  ➜  ${name}: ${url}`)
    }
    for (const { root } of sites) print('calmock', `${base.path}${root}/${settings.namespace}`)
    print('calmock dashboard', `${base.path}/__calmock/`)
  }
}

/** Returns whether a write to a control route changes something that an app shows: of those on checkpoints, restoring one. */
const isVisible = ({ method, path }: MockRequest): boolean =>
  !/\/__calmock\/(?:requests|worlds)\b/.test(path) &&
  (method === 'POST' || !path.includes('/__calmock/checkpoints'))

/** Returns the mock with what the plugin adds: warnings in the terminal, and news for the pages of the app. */
function observe(
  mock: Calmock,
  server: ViteDevServer | PreviewServer,
  { log, reload }: { readonly log: boolean; readonly reload: boolean },
): MockRequestHandler {
  const printed = new Set<string>()
  const print = ({ method, path }: MockRequest, { level, message }: Note): void => {
    if (level !== 'warning' || printed.has(message)) return
    if (printed.size >= 1000) printed.clear()
    printed.add(message)
    const text = message.replace(terminalControls, ' ')
    server.config.logger.warn(`[calmock] ${method} ${path}: ${text}`, { timestamp: true })
  }
  const announce = (request: MockRequest, { status }: MockResponse): void => {
    const isOfPage = request.header('origin') !== undefined // a test would lose the state of its page
    if (!('ws' in server) || !isOfPage || isReadMethod(request.method) || status >= 400) return
    if (!isVisible(request)) return
    server.ws.send({ type: 'custom', event: 'calmock:change', data: {} })
    if (reload) server.ws.send({ type: 'full-reload', path: '*' }) // Vite's client reloads once for a burst
  }
  return {
    settings: mock.settings,
    async handle(request) {
      const response = await mock.handle(request)
      const isOfDashboard = request.header('x-calmock-log') === 'none'
      if (isOfDashboard) announce(request, response)
      else if (log) for (const note of response.notes ?? []) print(request, note)
      return response
    },
  }
}

/** Creates a middleware that passes requests for the mock to it, with and without Vite's `base`. */
function createMiddleware(
  mock: Calmock,
  { config }: ViteDevServer | PreviewServer,
  { observed, handlers }: Pick<ViteOptions, 'handlers'> & { readonly observed: MockRequestHandler },
): Connect.NextHandleFunction {
  const options: ListenerOptions = {
    onError: (error) => config.logger.error(`[calmock] ${formatError(error)}`),
    ...(handlers && { before: createBefore(handlers) }),
  }
  const prefixes = [...new Set(['', config.base.replace(/\/$/, '')])]
  const mounts = prefixes.map((prefix) => ({
    prefix,
    listener: toNodeListener(withPrefix(prefix, observed), options),
  }))
  const findListener = (url: string): NodeListener | undefined =>
    mounts.find(({ prefix }) => url.startsWith(prefix) && isMockUrl(url.slice(prefix.length), mock))
      ?.listener
  return (request, response, next) => {
    const listener = findListener(request.url ?? '/')
    if (listener) listener(request, response)
    else next()
  }
}

/** Returns the function that asks the user's handlers, which the first request loads. */
function createBefore(
  handlers: string | readonly object[],
): NonNullable<ListenerOptions['before']> {
  let loaded: Promise<UserHandlers> | undefined
  return async (request) => {
    const { loadUserHandlers } = await import('./intercept/msw/user-handlers.ts')
    loaded ??= loadUserHandlers(handlers)
    return (await loaded).before(request)
  }
}

const formatError = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

/** Returns a handler that removes a prefix from request paths, and adds it to the links in responses. */
const withPrefix = (prefix: string, mock: MockRequestHandler): MockRequestHandler => ({
  settings: mock.settings,
  handle: (request) =>
    mock.handle({
      ...request,
      mountPath: prefix,
      path: request.path.slice(prefix.length),
      hasUncheckedHost: false, // Vite has checked the host
    }),
})

function isMockUrl(url: string, mock: Calmock): boolean {
  const { base, sites } = mock
  const [pathname = '', ...query] = url.split('?')
  const isBelow = (path: string): boolean => pathname === path || pathname.startsWith(`${path}/`)
  if (base.path !== '') return isBelow(base.path)
  // all of a REST API, such as /wp-json, for handlers and a 404; pages of the app may be below other roots
  const isOfApi = sites.some(({ root, home }) => root !== home && isBelow(root))
  return isOfApi || mock.matchUrl({ origin: '', pathname, search: `?${query.join('?')}` }).isOurs
}

interface CachedMock {
  readonly options: string
  readonly mock: Calmock
}

/**
 * Returns the mock that the last server with this key and these options used, or a new one. Options with a
 * scenario object always get a new mock, since its functions may have changed; it starts with the state of
 * the last one.
 */
function reuseMock(key: string, options: Options): Calmock {
  const mocks = cachedMocks()
  const json = JSON.stringify(options)
  const last = mocks.get(key)
  const reused = last?.options === json ? last.mock : undefined
  const hasScenarioObject = [options.scenario ?? []].flat().some((part) => typeof part !== 'string')
  if (reused && !hasScenarioObject) return reused
  const mock = createCalmock(options)
  if (reused) {
    for (const name of reused.worlds) mock.world(name).restore(reused.world(name).snapshot())
  }
  mocks.set(key, { options: json, mock })
  return mock
}

/** Returns the mocks of this process. They outlive this module, which a restart can evaluate again. */
function cachedMocks(): Map<string, CachedMock> {
  const key = Symbol.for('calmock.vite')
  const holder = globalThis as { [key]?: Map<string, CachedMock> } // the symbol is ours
  holder[key] ??= new Map()
  return holder[key]
}
