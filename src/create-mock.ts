import { countEventsFor } from '../fixtures/scenario.ts'
import type { Settings } from './contract/context.ts'
import { OptionError } from './contract/option-error.ts'
import { imagesPath } from './contract/params/image.ts'
import { resources } from './contract/resources/index.ts'
import type { Endpoint } from './contract/route.ts'
import type { Site } from './contract/site.ts'
import { controlPath, isControlPath } from './control/control-path.ts'
import type { ControlContext } from './control/control-request.ts'
import { handleDashboard } from './control/dashboard.ts'
import { rejectCrossSite } from './engine/cross-site.ts'
import { createEngine, type Engine } from './engine/handle-request.ts'
import type { MockRequest, MockResponse } from './engine/http-message.ts'
import { createErrorResponse } from './engine/plain-response.ts'
import type { BaseUrl } from './options/base-url.ts'
import { type Options, type ResolvedOptions, resolveOptions } from './options/options.ts'
import type { Landmarks } from './seed/landmarks.ts'
import type { MockSource } from './source/mock-source.ts'
import { cutBase, moveToBase } from './world/client-url.ts'
import { toErrorResponse } from './world/error-response.ts'
import { MainWorld } from './world/main-world.ts'
import { Memory } from './world/memory.ts'
import type { MockParts } from './world/mock-parts.ts'
import { RecordCaches } from './world/record-caches.ts'
import { createSeedFactory, models } from './world/seed-factory.ts'
import type { ManagedWorld, World, WorldOptions } from './world/world.ts'
import { createDirectory, parseWorldStart, type WorldStartText } from './world/world-directory.ts'
import { parseWorldPath, selectWorld } from './world/world-name.ts'
import { createWorld } from './world/world-state.ts'
import { DEFAULT_WORLD, invalidWorldName, isWorldName, Worlds } from './world/worlds.ts'

/** A mock without a transport: requests in, responses out. It is itself its world `default`. */
export interface Mock extends World {
  readonly sites: readonly Site[]
  readonly settings: Settings
  readonly base: BaseUrl
  readonly seed: number
  /** The number of events that the mock was created with. */
  readonly events: number
  /** The hand-written records by name. In pages, titles and slugs need `load()` before; in exports, all members do. */
  readonly landmarks: Landmarks
  /** Returns an isolated world, created on first use. Throws `OptionError` for an invalid name and for an evicted world. */
  world(name: string): World
  /** The names of all worlds. */
  readonly worlds: readonly string[]
  /** Removes a world. Returns false if there is no such world; `default` cannot be removed. */
  removeWorld(name: string): boolean
  /** Handles a request in the named world, by default in the world that the request selects. Requests outside the sites return 404. */
  handle(request: MockRequest, world?: string): Promise<MockResponse>
  /** Returns whether a URL belongs to the mock, and its endpoint. The home of a site may be a page of an app and does not belong to it. */
  matchUrl(url: Pick<URL, 'origin' | 'pathname'> & { readonly search?: string }): RouteMatch
}

/** The endpoint of a URL. */
export interface RouteMatch {
  readonly isOurs: boolean
  /** Undefined for URLs of the mock without a route, and for control routes. */
  readonly endpoint?: Endpoint
}

/** A mock with the methods that persisting it needs. */
export interface ManagedMock
  extends Mock,
    Pick<ManagedWorld, 'takeChanges' | 'collectState' | 'restoreState'> {
  /** The count of what requests have left behind. */
  readonly memory: Memory
  world(name: string): ManagedWorld
  /** Creates a world with an initial scenario and time. Returns undefined if the name is taken. */
  createWorld(name: string, start: WorldStartText): ManagedWorld | undefined
}

/** Creates a mock with the records and messages of a source. Throws `OptionError` for an invalid option. */
export const createMock = (
  options: Options,
  source: MockSource,
  parts: MockParts = {},
): ManagedMock => new MockState(options, source, parts)

/**
 * Methods are properties, so that they can be passed on: `afterEach(mock.reset)`. No member is `#private`,
 * because `withFetch` creates objects that inherit from it.
 */
class MockState extends MainWorld implements ManagedMock {
  readonly sites: readonly Site[]
  readonly settings: Settings
  readonly base: BaseUrl
  readonly seed: number
  readonly events: number
  private readonly source: MockSource
  private readonly engine: Engine
  private readonly allWorlds: Worlds
  readonly memory: Memory
  protected readonly main: ManagedWorld
  private readonly control: ControlContext

  constructor(options: Options, source: MockSource, parts: MockParts) {
    super()
    const { landmarks, systemNow } = source
    const resolved = resolveOptions(options, source.readMessages)
    const { sites, settings, base, seed, events } = resolved
    this.sites = sites
    this.settings = settings
    this.base = base
    this.seed = seed
    this.events = countEventsFor(resolved.scenario, events)
    this.source = source
    this.engine = createEngine({ sites, resources, settings })
    this.memory = new Memory(resolved.maxMemory)
    const shared = this.createWorldOptions(resolved, parts.caches ?? new RecordCaches())
    this.allWorlds = new Worlds({
      max: resolved.maxWorlds,
      idle: resolved.worldIdle,
      evicted: parts.evicted ?? [],
      systemNow,
      create: (name, start) => createWorld(name, shared, start),
      onEvict: parts.onEvict,
    })
    this.main = this.world(DEFAULT_WORLD)
    this.control = {
      options: resolved,
      directory: parts.directory ?? createDirectory(this.allWorlds, resolved),
      landmarks,
      systemNow,
      createdAt: systemNow(),
      streams: new Set(),
    }
  }

  private createWorldOptions(options: ResolvedOptions, caches: RecordCaches): WorldOptions {
    const { engine, memory, source } = this
    const { systemNow, database } = source
    const newSeed = caches.cache(createSeedFactory(options, source))
    return { options, models, engine, systemNow, database, memory, caches, newSeed }
  }

  get landmarks(): Landmarks {
    return this.source.landmarks.value
  }

  get worlds(): readonly string[] {
    return this.allWorlds.names
  }

  load = async (): Promise<void> => {
    await Promise.all([this.main.load(), this.source.landmarks.load()])
  }
  removeWorld = (name: string): boolean => this.allWorlds.remove(name)
  createWorld = (name: string, start: WorldStartText): ManagedWorld | undefined =>
    this.allWorlds.create(name, parseWorldStart(start, this.control.options))

  world = (name: string): ManagedWorld => {
    if (!isWorldName(name)) throw invalidWorldName(name)
    const world = this.allWorlds.find(name)
    if (world) return world
    throw new OptionError(`the world "${name}" was evicted, and its changes are lost`)
  }

  handle = async (request: MockRequest, worldName?: string): Promise<MockResponse> => {
    const moved = moveToBase(request, this.base)
    if (!moved) {
      const message = `${request.path} is not below the base path ${this.base.path} of this mock.`
      return createErrorResponse(request, 404, 'not_below_base', message)
    }
    const { name, path, prefix } = selectWorld(moved, worldName)
    if (!isWorldName(name)) return toErrorResponse(request, invalidWorldName(name))
    const rejected = rejectCrossSite(moved, this.allWorlds.has(name))
    if (rejected) return rejected
    const worldRequest = { ...moved, origin: moved.origin + prefix, path }
    const { namespace } = this.settings
    const dashboard = { sites: this.sites, namespace }
    return (
      (await handleDashboard(worldRequest, this.source.dashboard, dashboard)) ??
      this.handleInWorld(worldRequest, name)
    )
  }

  matchUrl: Mock['matchUrl'] = ({ origin, pathname, search = '' }) => {
    const hasOrigin = (this.base.origin ?? origin) === origin
    const below = hasOrigin ? cutBase(pathname, this.base) : undefined
    if (below === undefined) return { isOurs: false }
    const { path } = parseWorldPath(below)
    if (isControlPath(path)) return { isOurs: true }
    const match = this.engine.match(path, search.slice(1))
    if (!match || match.isHome) return { isOurs: false }
    return { isOurs: true, ...(match.endpoint && { endpoint: match.endpoint }) }
  }

  /** Handles a request whose path is below the base and the prefix of its world. */
  private async handleInWorld(request: MockRequest, name: string): Promise<MockResponse> {
    const { path } = request
    const isControl = isControlPath(path) && !path.startsWith(`${imagesPath}/`)
    const world = this.allWorlds.find(name)
    if (!world && !path.startsWith(`${controlPath}/worlds`)) {
      const message = `The world "${name}" was evicted, and its changes are lost; POST ${controlPath}/worlds creates it again.`
      return createErrorResponse(request, 410, 'world_gone', message)
    }
    if (!isControl) return (world ?? this.main).handle(request)
    // a page that no tool controls does not load the control routes
    const { handleControl } = await import('./control/control.ts')
    return handleControl(request, world ?? this.main, this.control)
  }
}
