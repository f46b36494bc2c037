import type { OptionError } from '../../contract/option-error.ts'
import type { MockParts } from '../../create-mock.ts'
import { createMock, type MockState } from '../../create-mock.ts'
import { readRequestHead } from '../../intercept/fetch/web-adapter.ts'
import {
  checkToken,
  type Options,
  type ResolvedOptions,
  resolveOptions,
} from '../../options/options.ts'
import { onDemandSource } from '../../seed/source/on-demand-source.ts'
import { DEFAULT_WORLD, isWorldName, moveToBase, selectWorld } from '../../world/address.ts'
import { RecordCaches } from '../../world/record-caches.ts'

/** The default of `maxMemory`, in MB: about a hundred objects share the 128 MB of an isolate. */
const MAX_MEMORY = 64

/** The maximum of generated rows in an isolate, about 30 MB. */
const MAX_ROWS = 20_000

/** An object has one world besides the default world, and its alarm evicts it. */
const OBJECT_LIMITS = { maxWorlds: 1, worldIdle: 525_600 }

/** The maximum of reports of use in the idle time of a world: a world is evicted up to a tenth later than `worldIdle` says. */
const REPORTS = 10

/** The parts of a mock that all objects of an isolate share. They are created by the first request. */
export class SharedMock {
  readonly #source = onDemandSource()
  readonly #options: Options
  readonly #caches = new RecordCaches(MAX_ROWS)
  #hasWarned = false
  readonly options: ResolvedOptions

  constructor(options: Options) {
    this.#options = { ...options, maxMemory: options.maxMemory ?? MAX_MEMORY }
    this.options = resolveOptions(this.#options, this.#source.readMessages)
  }

  /** The minimum time between two reports of use of a world, in ms. */
  get reportInterval(): number {
    return this.options.worldIdle / REPORTS
  }

  /** The time from a report of use until the alarm that evicts the world, in ms. */
  get lifetime(): number {
    return this.options.worldIdle + this.reportInterval
  }

  /**
   * Creates the mock of one object. The secret of the environment takes precedence over the token of the options. With
   * a malformed secret, control routes are closed.
   */
  createMock(secret: string | undefined, parts: MockParts): MockState {
    const { token: ownToken, ...others } = this.#options
    const token = secret ? this.#readSecret(secret) : ownToken
    const options = { ...others, ...OBJECT_LIMITS, ...(token && { token }) }
    return createMock(options, this.#source, { caches: this.#caches, ...parts })
  }

  /** Returns the secret, or undefined for a malformed secret, which the first object reports. */
  #readSecret(secret: string): string | undefined {
    try {
      checkToken(secret)
      return secret
    } catch (error) {
      const { reason } = error as OptionError // `checkToken` throws no other
      if (!this.#hasWarned)
        console.warn(`calmock: control routes are closed: CALMOCK_TOKEN: ${reason}`)
      this.#hasWarned = true
      return undefined
    }
  }

  /** Returns a hash of the user's records, or undefined without any. */
  async hashData(): Promise<string | undefined> {
    const { data } = this.options
    if (!data) return undefined
    const bytes = new TextEncoder().encode(JSON.stringify(data))
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    return [...hash.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  }

  /** Returns the name of the world whose object handles a request. The object of the default world rejects invalid names. */
  selectWorld(request: Request): string {
    const moved = moveToBase(readRequestHead(request), this.options.base)
    const name = moved && selectWorld(moved).name
    return name !== undefined && isWorldName(name) ? name : DEFAULT_WORLD
  }
}
