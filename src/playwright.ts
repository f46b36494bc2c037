import {
  type BrowserContext,
  test as base,
  type Fixtures,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type Route,
  type TestType,
} from '@playwright/test'
import { OptionError } from './contract/option-error.ts'
import { listen } from './http/server.ts'
import { type Calmock, createCalmock, type FetchableWorld } from './index.ts'
import type { Options } from './options/options.ts'
import { createPageClock, type PageClock } from './playwright/page-clock.ts'

/** The mock of a worker, and where it listens. Its world `default` is shared by the tests of the worker. */
export interface CalmockServer {
  readonly mock: Calmock
  /** Its address, without a slash at the end. */
  readonly url: string
}

/** What one test has of the mock. */
export interface TestCalmock {
  /** The test's world over HTTP: for pages, servers and command lines. */
  readonly url: string
  /** The address of a site's API in it. Throws for a site there is none of. */
  api(site: string): string
  /** The world itself: `setScenario`, `db`, `fetch`. Its own clock moves without the pages'. */
  readonly world: FetchableWorld
  /** The time of the world and of the pages. `page.clock` moves both as well. */
  readonly clock: PageClock
  /** Lets a context that the test made itself into the world; `context` and `page` are there already. */
  join(context: BrowserContext): Promise<void>
}

/** What a configuration may say under `use`: `defineConfig<object, CalmockOptions>({ ... })`. */
export interface CalmockOptions {
  /** What every mock can be told. A file of tests may have its own: `test.use({ calmockOptions })`. */
  calmockOptions: Options
}

interface WorkerFixtures extends CalmockOptions {
  calmockServer: CalmockServer
}

interface TestFixtures {
  calmock: TestCalmock
}

/**
 * Fixtures for a `test` of your own: `base.extend(calmockFixtures)`.
 *
 * Each worker has a server, each test a world of its own on it, which goes with the test. Pages are in
 * that world whatever address they know: the server's, with the prefix of the world or without, or any
 * other where the mock may stand (`baseUrl`; the root of any origin if there is none). They are answered
 * in process, so that no header or cookie has to travel and no browser minds where the server is, and
 * links stay at the address that was asked. Routes of the test go first, and lead here by
 * `route.fallback()`. Requests of service workers get past: set `serviceWorkers: 'block'`.
 */
export const calmockFixtures: Fixtures<
  TestFixtures,
  WorkerFixtures,
  PlaywrightTestArgs & PlaywrightTestOptions,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = {
  calmockOptions: [{}, { option: true, scope: 'worker' }],
  calmockServer: [
    async ({ calmockOptions }, use) => {
      const mock = createCalmock(calmockOptions)
      const { url, close } = await listen(mock)
      await use({ mock, url })
      await close()
    },
    { scope: 'worker' },
  ],
  calmock: async ({ calmockServer: server }, use, { testId }) => {
    const name = testId
      .toLowerCase()
      .replace(/[^a-z0-9-]/g, '-')
      .slice(-64)
    const { world, clock, ...own } = createTestWorld(name, server)
    await use({ ...own, world, clock })
    clock.leave()
    server.mock.removeWorld(name)
  },
  // in this order, as a context that is still open could make the world again
  context: async ({ calmock, context }, use) => {
    await calmock.join(context)
    await use(context)
  },
}

/** Playwright's `test`, with `calmock`, a world for each test. */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & TestFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & WorkerFixtures
> = base.extend<TestFixtures, WorkerFixtures>(calmockFixtures)

export { expect } from '@playwright/test'
export type { PageClock }

function createTestWorld(name: string, { mock, url: origin }: CalmockServer) {
  const url = `${origin}${mock.base.path}/~${name}`
  const world = mock.world(name)
  const clock = createPageClock(world.clock)
  const isMine = (url: URL): boolean => url.origin === origin || mock.matchUrl(url).isOurs
  return {
    ...{ url, world, clock },
    api(language: string): string {
      const site = mock.sites.find((site) => site.language === language)
      if (site) return `${url}${site.root}/${mock.settings.namespace}`
      const known = mock.sites.map(({ language }) => language).join(', ')
      throw new OptionError(`unknown site "${language}"; known: ${known}`)
    },
    async join(context: BrowserContext): Promise<void> {
      await context.route(isMine, (route) => fulfill(route, world))
      await clock.join(context.clock)
    },
  }
}

/** Answers a request of a page as the world does. */
async function fulfill(route: Route, world: FetchableWorld): Promise<void> {
  const request = route.request()
  const body = request.postDataBuffer()
  const response = await world.fetch(request.url(), {
    method: request.method(),
    headers: request.headers(),
    ...(body && { body: new Uint8Array(body) }),
  })
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  })
}
