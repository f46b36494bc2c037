import {
  type BrowserContext,
  test as base,
  type Fixtures,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type Request,
  type Route,
  type TestType,
} from '@playwright/test'
import { completeOptions } from './config/load-options.ts'
import { extendObject } from './contract/fixed-members.ts'
import { invalidOption } from './contract/option-error.ts'
import type { DelayOption } from './faults/delay-range.ts'
import { createPageClock, type PageClock } from './hosts/playwright/page-clock.ts'
import { listen } from './http/server.ts'
import { type Calmock, createCalmock, type FetchableWorld, type LanguageCode } from './index.ts'
import { createSiteWarning } from './intercept/fetch/unhandled.ts'
import { handleWebRequest } from './intercept/fetch/web-adapter.ts'
import type { Options } from './options/options.ts'
import { WORLD_COOKIE } from './ssr.ts'

/** The mock of a Playwright worker. The tests of the worker share its world `default`. */
export interface CalmockServer {
  readonly mock: Calmock
  /** Address of the mock, without a trailing slash. */
  readonly url: string
}

/** The fixture `calmock`: the test's world with the members of every mock, such as `faults`, `setScenario` and `db`. */
export interface TestCalmock extends Omit<FetchableWorld, 'clock' | 'faults' | 'delay'> {
  /** Address of the test's world over HTTP, without a trailing slash: for pages, servers and command lines. */
  readonly url: string
  /** Returns the address of a site's API in the test's world. Throws for a language without a site. */
  api(language: LanguageCode): string
  /** The test's world alone: its `clock` does not move the clocks of pages. */
  readonly world: FetchableWorld
  /** The clock of the world and of the pages. `page.clock` also moves both. */
  readonly clock: PageClock
  /** The rules of faults of the test's world, such as `GET /events 503 10%`. The next test starts without them. */
  get faults(): readonly string[]
  set faults(rules: string | readonly string[])
  /** The delay of responses of the test's world: a number of ms, or a range such as `200-800`. */
  get delay(): number | string
  set delay(delay: DelayOption)
  /**
   * Connects a browser context that the test created to the world, and sets the cookie of the world for `baseURL`.
   * The fixtures `context` and `page` are connected already.
   */
  join(context: BrowserContext): Promise<void>
}

/** The options for `use` in a configuration: `defineConfig<object, CalmockOptions>({ ... })`. */
export interface CalmockOptions {
  /** The options of the mock. A test file can replace them: `test.use({ calmockOptions })`. */
  calmockOptions: Options
}

/** The faults and the delay that each test of a file or a `describe` starts with: `test.use({ calmockNetwork: { fault: '* 503' } })`. */
export interface CalmockNetwork {
  calmockNetwork: Pick<Options, 'fault' | 'delay'>
}

interface WorkerFixtures extends CalmockOptions {
  calmockServer: CalmockServer
}

interface TestFixtures extends CalmockNetwork {
  calmock: TestCalmock
}

/**
 * Fixtures for a custom `test`: `base.extend(calmockFixtures)`.
 *
 * Each worker starts a server, and each test uses a separate world on it, which is removed after the test.
 * Requests of a page reach that world at any of these addresses: the server's, with or without the prefix
 * of the world; and any address that matches `baseUrl` (any origin, if `baseUrl` is not set). The mock
 * responds in process, so no header, cookie or CORS is involved, and links keep the requested origin.
 *
 * The cookie `calmock_url`, which scripts of the page cannot read, tells the app's server at `baseURL` the address of
 * the world, for `followWorlds` of `calmock/ssr`.
 *
 * Routes of the test take precedence; `route.fallback()` passes a request on to the mock. Requests of
 * service workers are not intercepted: set `serviceWorkers: 'block'`.
 *
 * @example
 * ```ts
 * import { test as base } from '@playwright/test'
 * import { calmockFixtures } from 'calmock/playwright'
 *
 * export const test = base.extend(calmockFixtures)
 * ```
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
      const options = completeOptions(calmockOptions)
      const mock = createCalmock(options)
      const coverage = options.coverage ? await import('./hosts/coverage/worker.ts') : undefined
      const saveCounts = coverage?.collectInWorker(mock)
      const { url, close } = await listen(mock)
      await use({ mock, url })
      await close()
      saveCounts?.()
    },
    { scope: 'worker' },
  ],
  calmockNetwork: [{}, { option: true }],
  calmock: async ({ calmockServer: server, calmockNetwork, baseURL }, use, { testId }) => {
    const name = testId
      .toLowerCase()
      .replace(/[^a-z0-9-]/g, '-')
      .slice(-64)
    const ended = new AbortController()
    const calmock = createTestWorld(name, { server, baseURL, ended: ended.signal })
    const { fault, delay } = calmockNetwork
    if (fault !== undefined) calmock.world.faults = fault
    if (delay !== undefined) calmock.world.delay = delay
    await use(calmock)
    ended.abort()
    calmock.clock.leave()
    server.mock.removeWorld(name)
  },
  // depends on `calmock`, so that contexts close first: an open page could create the removed world again
  context: async ({ calmock, context }, use) => {
    await calmock.join(context)
    await use(context)
  },
}

/**
 * Playwright's `test` with the fixture `calmock`: a separate world for each test.
 *
 * @example
 * ```ts
 * import { expect, test } from 'calmock/playwright'
 *
 * test('an empty calendar says so', async ({ page, calmock }) => {
 *   calmock.setScenario('empty')
 *   await page.goto('/')
 *   await expect(page.getByText('No events')).toBeVisible()
 * })
 * ```
 */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & TestFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & WorkerFixtures
> = base.extend<TestFixtures, WorkerFixtures>(calmockFixtures)

export { expect } from '@playwright/test'
export type { PageClock }

interface TestWorldOptions {
  readonly server: CalmockServer
  /** The address of the app, from the configuration. */
  readonly baseURL: string | undefined
  /** Aborts when the test ends. */
  readonly ended: AbortSignal
}

/** Creates the world of a test. Responses that wait when the test ends are not sent. */
function createTestWorld(
  name: string,
  { server: { mock, url: origin }, baseURL = '', ended }: TestWorldOptions,
) {
  const url = `${origin}${mock.base.path}/~${name}`
  const world = mock.world(name)
  const clock = createPageClock(world.clock)
  const isMockUrl = (url: URL): boolean => url.origin === origin || mock.matchUrl(url).isOurs
  const warnOfSite = createRequestWarning(mock, isMockUrl)
  return extendObject(world, {
    url,
    world,
    get clock() {
      return clock
    },
    api: (language: LanguageCode): string => `${url}${findApiPath(mock, language)}`,
    async join(context: BrowserContext): Promise<void> {
      context.on('request', warnOfSite)
      await setWorldCookie(context, url, baseURL)
      await context.route(isMockUrl, (route) => fulfill(route, mock, { world: name, ended }))
      await clock.join(context.clock)
    },
  })
}

/** Tells the server of the app the address of the world, in a cookie that scripts of the page cannot read. */
async function setWorldCookie(context: BrowserContext, value: string, baseURL: string) {
  if (!/^https?:\/\//i.test(baseURL)) return
  const { origin } = new URL(baseURL)
  await context.addCookies([{ name: WORLD_COOKIE, value, url: origin, httpOnly: true }])
}

/** Returns the path of a site's API. Throws `OptionError` for a language without a site. */
function findApiPath({ sites, settings }: Calmock, language: LanguageCode): string {
  const site = sites.find((site) => site.language === language)
  if (site) return `${site.root}/${settings.namespace}`
  throw invalidOption(
    'site',
    language,
    sites.map((site) => site.language),
  )
}

/** Returns a listener that warns once about a request to a site that the mock does not have. */
function createRequestWarning(mock: Calmock, isMockUrl: (url: URL) => boolean) {
  const warnOfSite = createSiteWarning(mock)
  return (request: Request): void => {
    const url = new URL(request.url())
    if (!isMockUrl(url)) warnOfSite(url)
  }
}

interface FulfillContext {
  readonly world: string
  /** Aborts when the test ends. */
  readonly ended: AbortSignal
}

/** Responds to a request of a page from a world, as its delivery says. */
async function fulfill(
  route: Route,
  mock: Calmock,
  { world, ended }: FulfillContext,
): Promise<void> {
  try {
    await respond(route, mock, { world, ended })
  } catch (error) {
    if (!ended.aborted) throw error // the page of a test that has ended cannot receive a response
  }
}

async function respond(
  route: Route,
  mock: Calmock,
  { world, ended }: FulfillContext,
): Promise<void> {
  const request = route.request()
  const body = request.postDataBuffer()
  const webRequest = new Request(request.url(), {
    method: request.method(),
    headers: request.headers(),
    signal: ended,
    ...(body && { body: new Uint8Array(body) }),
  })
  const response = await handleWebRequest(webRequest, mock, { world })
  const content = response.type === 'error' ? undefined : await readWholeBody(response)
  if (!content) return route.abort('connectionreset')
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: content,
  })
}

/** Returns the body, or undefined if the connection ends in the middle: Playwright sends whole bodies only. */
const readWholeBody = async (response: Response): Promise<Buffer | undefined> =>
  response.arrayBuffer().then(
    (bytes) => Buffer.from(bytes),
    () => undefined,
  )
