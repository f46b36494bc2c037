import type { Mock } from '../create-mock.ts'
import type { World } from '../world/world.ts'
import { handleWebRequest, toRequest } from './web-adapter.ts'

/** A world that can handle web requests. */
export interface FetchableWorld extends World {
  /**
   * Handles a request in process and returns what the server would send, for server rendering, edge
   * code and unit tests. Accepts the same arguments as the global `fetch`; the host of a relative URL
   * is `localhost`.
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
}

/** A mock with `fetch`, which works without interception. The mock itself is the world `default`. */
export interface Calmock extends Mock, FetchableWorld {
  /** Returns an isolated world, which is created on first use. Throws for an invalid name. */
  world(name: string): FetchableWorld
}

/** Adds `fetch` to a mock and to each of its worlds. */
export function withFetch(mock: Mock): Calmock {
  const createFetch =
    (world?: string): FetchableWorld['fetch'] =>
    (input, init) =>
      handleWebRequest(toRequest(input, init), mock, world)
  return extendObject(mock, {
    fetch: createFetch(),
    world: (name: string) => extendObject(mock.world(name), { fetch: createFetch(name) }),
  })
}

/** Returns an object that inherits from `base` and has additional properties. */
const extendObject = <B extends object, A extends object>(
  base: B,
  added: A,
): Omit<B, keyof A> & A => Object.assign(Object.create(base), added)
