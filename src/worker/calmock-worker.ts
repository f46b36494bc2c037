import type { Options } from '../options/options.ts'
import { findWorld } from './object-stubs.ts'
import type { WorkerEnv } from './platform.ts'
import { SharedMock } from './shared-mock.ts'
import { createWorldClass, type WorldClass } from './world-class.ts'

/** The two exports of a worker. */
export interface CalmockWorker {
  /** The class of the Durable Objects. Each world is one object. */
  readonly CalmockWorld: WorldClass
  /** Sends a request to the object of its world. */
  fetch(request: Request, env: WorkerEnv): Promise<Response>
}

/**
 * Creates a mock for Cloudflare Workers. Each world is a Durable Object, which stores its changes. Control
 * routes require the secret `CALMOCK_TOKEN`. The mock is created by the first request.
 */
export function calmockWorker(options: Options = {}): CalmockWorker {
  let shared: SharedMock | undefined
  const getShared = (): SharedMock => {
    shared ??= new SharedMock(options)
    return shared
  }
  return {
    CalmockWorld: createWorldClass(getShared),
    fetch: async (request, env) => findWorld(env, getShared().selectWorld(request)).fetch(request),
  }
}
