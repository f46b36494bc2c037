import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { invalidOption } from './contract/option-error.ts'

/** The cookie whose value is the address of a world: `http://127.0.0.1:<port>/~<world>`. `calmock/playwright` sets it. */
export const WORLD_COOKIE = 'calmock_url'

/** The address of a world, and the path before `/~<world>` in it, which is the one of the option `baseUrl` of the mock. */
interface World {
  readonly url: string
  readonly basePath: string
}

/**
 * Sends what this server fetches while it handles a request to the world of the test that sent the request.
 *
 * The world is the one in the cookie `calmock_url` of the request, which must be an address of this machine: any other
 * is ignored with a warning, once. Without the cookie nothing changes. Call it once, before the framework starts:
 * `NODE_OPTIONS="--import ./worlds.mjs"`. It sees requests to servers of `node:http` and `node:https` in this process,
 * and follows the global `fetch`, also after a framework has replaced it.
 *
 * `api` is the address below which requests are redirected, such as `https://api.example`. A path is optional. Throws
 * `OptionError` if it is no address.
 *
 * @example
 * ```ts
 * import { followWorlds } from 'calmock/ssr'
 *
 * followWorlds({ api: 'https://api.example' })
 * ```
 */
export function followWorlds({ api }: { readonly api: string }): void {
  if (!URL.canParse(api)) throw invalidOption('api', api, 'an address such as https://api.example')
  const apiUrl = new URL(api)
  const worlds = new AsyncLocalStorage<World | undefined>()
  const readWorld = createWorldReader()
  // the server publishes this in the asynchronous context of the request, right before the event `request`
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: { headers: { cookie?: string } } } // the types say unknown
    worlds.enterWith(readWorld(request.headers.cookie ?? ''))
  })
  followFetch((input) => {
    const world = worlds.getStore()
    return world ? redirect(input, apiUrl, world) : input
  })
}

/** Returns a function that finds the world in a `Cookie` header. It warns once about an address that is not accepted. */
function createWorldReader() {
  let hasWarned = false
  return (cookies: string): World | undefined => {
    const cookie = cookies.split(/;\s*/).find((text) => text.startsWith(`${WORLD_COOKIE}=`))
    if (!cookie) return undefined
    const url = cookie.slice(WORLD_COOKIE.length + 1)
    const [, basePath] =
      /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?((?:\/[\w.-]+)*)\/~[a-z0-9-]{1,64}$/.exec(
        url,
      ) ?? []
    if (basePath !== undefined) return { url, basePath }
    if (!hasWarned) {
      const accepted = 'the address of a world on this machine, such as http://127.0.0.1:4747/~mine'
      console.warn(
        `${invalidOption(`cookie ${WORLD_COOKIE}`, url, accepted).message}; it is ignored`,
      )
    }
    hasWarned = true
    return undefined
  }
}

/** Returns what to fetch in place of a request: the same path in the world, if the request is one of the API. */
function redirect(input: RequestInfo | URL, api: URL, { url, basePath }: World) {
  const request = typeof input === 'object' && 'url' in input ? input : undefined
  const address = request?.url ?? String(input)
  if (!URL.canParse(address)) return input // a relative address of the framework
  const { origin, pathname, search } = new URL(address)
  const isOfApi = origin === api.origin && isBelow(pathname, api.pathname.replace(/\/$/, ''))
  const path = pathname.slice(basePath.length)
  // a path that names a world has been redirected already, or is meant
  if (!isOfApi || !isBelow(pathname, basePath) || path.startsWith('/~')) return input
  const target = `${url}${path}${search}`
  return request ? new Request(target, request) : target
}

const isBelow = (path: string, base: string): boolean =>
  path === base || path.startsWith(`${base}/`)

/**
 * Changes what the global `fetch` is called with. Next, for example, replaces `fetch` by its own, whose cache has the
 * address as its key: each function that replaces it is wrapped too, so that the change comes before it.
 */
function followFetch(change: (input: RequestInfo | URL) => RequestInfo | URL): void {
  const followed = new WeakSet<typeof fetch>()
  const follow = (inner: typeof fetch): typeof fetch => {
    if (typeof inner !== 'function' || followed.has(inner)) return inner
    // a proxy has the properties of the function: frameworks recognise their own by them
    const outer = new Proxy(inner, {
      apply: (target, self, [input, ...rest]: Parameters<typeof fetch>) =>
        Reflect.apply(target, self, [change(input), ...rest]),
    })
    followed.add(outer)
    return outer
  }
  let current = follow(globalThis.fetch)
  Object.defineProperty(globalThis, 'fetch', {
    configurable: true,
    enumerable: true,
    get: () => current,
    set(inner: typeof fetch) {
      current = follow(inner)
    },
  })
}
