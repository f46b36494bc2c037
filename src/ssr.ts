import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { invalidOption } from './contract/option-error.ts'

/** The cookie whose value is the address of a world: `http://127.0.0.1:<port>/~<world>`. `calmock/playwright` sets it. */
export const WORLD_COOKIE = 'calmock_url'

type Fetch = typeof globalThis.fetch

/** The address of a world, and the path before `/~<world>` in it, which is the one of the option `baseUrl` of the mock. */
interface World {
  readonly url: string
  /** The address of the mock of the world. */
  readonly mock: string
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
 * `OptionError` if it is no address. It is for tests: where `NODE_ENV` is `production`, as in a build that is tested,
 * it follows no world without `allowProduction`.
 *
 * @example
 * ```ts
 * import { followWorlds } from 'calmock/ssr'
 *
 * followWorlds({ api: 'https://api.example' })
 * ```
 */
export function followWorlds({
  api,
  allowProduction = false,
}: {
  readonly api: string
  readonly allowProduction?: boolean
}): void {
  if (!URL.canParse(api)) throw invalidOption('api', api, 'an address such as https://api.example')
  const apiUrl = new URL(api)
  const worlds = new AsyncLocalStorage<World | undefined>()
  const readWorld = createWorldReader(allowProduction)
  const isCalmock = createHealthCheck(globalThis.fetch)
  console.warn('[calmock] this server follows the worlds of tests; do not deploy it like this')
  // the server publishes this in the asynchronous context of the request, right before the event `request`
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: { headers: { cookie?: string } } } // the types say unknown
    worlds.enterWith(readWorld(request.headers.cookie ?? ''))
  })
  followFetch((fetch, input, init) => {
    const world = worlds.getStore()
    const target = world ? redirect(input, apiUrl, world) : input
    if (!world || target === input) return fetch(input, init)
    return isCalmock(world.mock).then((isMock) =>
      isMock ? fetchInside(fetch, target, init) : fetch(input, init),
    )
  })
}

/** Returns a function that finds the world in a `Cookie` header. It warns once about an address that is not accepted. */
function createWorldReader(allowProduction: boolean) {
  let hasWarned = false
  return (cookies: string): World | undefined => {
    const cookie = cookies.split(/;\s*/).find((text) => text.startsWith(`${WORLD_COOKIE}=`))
    if (!cookie) return undefined
    const url = cookie.slice(WORLD_COOKIE.length + 1)
    const [, basePath] =
      /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?((?:\/[\w.-]+)*)\/~[a-z0-9-]{1,64}$/.exec(
        url,
      ) ?? []
    const isBuild = process.env.NODE_ENV === 'production' && !allowProduction
    if (isBuild && !hasWarned)
      console.warn('[calmock] NODE_ENV is production: no world is followed without allowProduction')
    else if (basePath !== undefined && URL.canParse(url) && !isBuild)
      return { url, basePath, mock: new URL(url).origin + basePath }
    else if (!hasWarned) {
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

/** Returns a function that asks once whether an address is a calmock. No header of the app goes along. */
function createHealthCheck(fetch: Fetch) {
  const answers = new Map<string, Promise<boolean>>()
  const ask = async (mock: string): Promise<boolean> => {
    const init = { redirect: 'manual', signal: AbortSignal.timeout(5_000) } as const
    const response = await fetch(`${mock}/__calmock/health`, init)
    const { status, seed, uptime, code } = Object(await response.json())
    const isHealth = status === 'ok' && Number.isInteger(seed) && Number.isInteger(uptime)
    return isHealth || (response.status === 401 && /^calmock_/.test(code)) // with a token
  }
  return (mock: string): Promise<boolean> => {
    if (answers.size > MAX_ADDRESSES) answers.clear()
    const answer =
      answers.get(mock) ??
      ask(mock)
        .catch(() => {
          answers.delete(mock) // it may answer later
          return false
        })
        .then((isMock) => {
          if (!isMock) console.warn(`[calmock] ${mock} is no calmock; its cookie is ignored`)
          return isMock
        })
    answers.set(mock, answer)
    return answer
  }
}

/** A client chooses the addresses. */
const MAX_ADDRESSES = 1000

/** Fetches from a world. A redirect to another origin is an error: the headers of the app would go there. */
async function fetchInside(
  fetch: Fetch,
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const request = typeof input === 'object' && 'url' in input ? input : undefined
  const mode = init?.redirect ?? request?.redirect ?? 'follow'
  if (mode !== 'follow') return fetch(input, init)
  const response = await fetch(input, { ...init, redirect: 'manual' })
  const location = response.headers.get('location')
  if (!location || response.status < 300 || response.status > 399) return response
  const from = new URL(request?.url ?? String(input))
  const to = new URL(location, from)
  if (to.origin !== from.origin)
    throw new TypeError(`[calmock] ${from.origin} redirects to ${to.origin}, which is not followed`)
  const { body: _, method, ...rest } = { ...init, headers: init?.headers ?? request?.headers ?? {} }
  return fetch(to, { ...rest, method: method === 'HEAD' ? 'HEAD' : 'GET', redirect: 'error' })
}

/**
 * Changes what the global `fetch` is called with. Next, for example, replaces `fetch` by its own, whose cache has the
 * address as its key: each function that replaces it is wrapped too, so that the change comes before it.
 */
function followFetch(
  change: (fetch: Fetch, ...args: Parameters<Fetch>) => ReturnType<Fetch>,
): void {
  const followed = new WeakSet<typeof fetch>()
  const follow = (inner: typeof fetch): typeof fetch => {
    if (typeof inner !== 'function' || followed.has(inner)) return inner
    // a proxy has the properties of the function: frameworks recognise their own by them
    const outer = new Proxy(inner, {
      apply: (target, self, args: Parameters<Fetch>) =>
        change((...changed) => Reflect.apply(target, self, changed), ...args),
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
