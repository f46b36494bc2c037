import { extendObject } from '../../contract/fixed-members.ts'
import type { Mock } from '../../create-mock.ts'
import { isLoopback } from '../../engine/access.ts'
import type { Options } from '../../options/options.ts'
import type { World } from '../../world/world.ts'
import { handleWebRequest, rejectDropped, toRequest } from './web-adapter.ts'

/** A world that can handle web requests. */
export interface FetchableWorld extends World {
  /**
   * Handles a request in process and returns what the server would send, for server rendering, edge
   * code and unit tests. Accepts the same arguments as the global `fetch`; the host of a relative URL
   * is `localhost`. A request whose `Host` header names another machine may use control routes only with the
   * option `token`.
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
}

/** A mock with `fetch`, which works without interception. The mock itself is the world `default`. */
export interface Calmock extends Mock, FetchableWorld {
  /** Returns an isolated world, which is created on first use. Throws for an invalid name. */
  world(name: string): FetchableWorld
}

/** Adds `fetch` to a mock and to each of its worlds. */
export function withFetch(mock: Mock, { token }: Pick<Options, 'token'> = {}): Calmock {
  const warnOfHost = createPublicHostWarning(token)
  const createFetch =
    (world?: string): FetchableWorld['fetch'] =>
    async (input, init) => {
      const request = toRequest(input, init)
      const host = readPublicHost(request)
      if (host !== undefined) warnOfHost(host)
      const isExposed = host !== undefined
      return rejectDropped(await handleWebRequest(request, calmock, { world, isExposed }), request)
    }
  const calmock: Calmock = extendObject(mock, {
    fetch: createFetch(),
    world: (name: string) => extendObject(mock.world(name), { fetch: createFetch(name) }),
  })
  return calmock
}

/**
 * Returns the `Host` of a request that came over a network to another name than this machine's. A request that
 * a program creates has no `Host`.
 */
function readPublicHost({ headers }: Request): string | undefined {
  const host = headers.get('host')
  return host === null || isLoopback(host.replace(/:\d*$/, '')) ? undefined : host
}

/** Returns a function that warns once that others can reach the mock, unless control routes need a token. */
function createPublicHostWarning(token: string | undefined): (host: string) => void {
  let hasWarned = token !== undefined
  return (host) => {
    if (hasWarned) return
    hasWarned = true
    console.warn(
      `[calmock] a request has the Host ${JSON.stringify(host)}: everyone who can reach it can read and change the records. Control routes return 403 there; set the option token to use them`,
    )
  }
}
