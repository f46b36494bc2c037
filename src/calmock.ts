import { type Clock, createClock } from './clock.ts'
import type { Settings } from './contract/context.ts'
import { picture } from './contract/picture.ts'
import { resources } from './contract/resources/index.ts'
import type { Site } from './contract/site.ts'
import { front } from './front.ts'
import { type Options, settle } from './options.ts'
import { seedOf } from './seed.ts'
import { answering } from './service/answer.ts'
import type { Call, Reply } from './service/call.ts'
import { createStore } from './store/repository.ts'

/** The mock without an edge: calls in, replies out. */
export interface Service {
  readonly sites: readonly Site[]
  readonly settings: Settings
  readonly seed: number
  /** How many events the world was made with. */
  readonly events: number
  readonly clock: Clock
  /** The `@mswjs/data` database. */
  // biome-ignore lint/suspicious/noExplicitAny: its type follows from models known at run time only
  readonly db: any
  /** Every call has an answer: those outside the sites 404. */
  respond(call: Call): Promise<Reply>
  /** The template of a path of ours, `/events/{id}`; see `handlers.ts`. */
  endpointAt: ReturnType<typeof answering>['endpointAt']
  /** Back to the records of the start, around the clock's present day. */
  reset(): void
}

/** A mock with a state of its own. Throws for an option that cannot be, saying what can. */
export function createService(options: Options = {}): Service {
  const { seed, events: asked, now, scenario, sites, settings } = settle(options)
  const clock = createClock(now, Date.now)
  const newSeed = () => seedOf({ seed, events: asked, scenario, anchor: clock.now() })
  const { events } = newSeed()
  const store = createStore([...resources, picture], newSeed)
  const { answer, endpointAt } = answering({
    sites,
    resources,
    repository: store,
    settings,
    now: clock.now,
  })
  const outside = { sites, namespace: settings.namespace, repository: store }
  return {
    sites,
    settings,
    seed,
    events,
    clock,
    get db() {
      return store.db
    },
    endpointAt,
    respond: async (call) => (await answer(call)) ?? front(call, outside),
    reset() {
      clock.reset()
      store.reset()
    },
  }
}
