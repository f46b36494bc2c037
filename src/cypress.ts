import { hashText } from '../fixtures/random.ts'
import { extendObject, FixedMembers } from './contract/fixed-members.ts'
import type { ScenarioNames } from './options/options.ts'
import type { LoggedRequest } from './request-log/logged-request.ts'

/** The options of `useCalmock` for Cypress. */
export interface CypressOptions {
  /** The address of the mock, as pages and Cypress request it. Default `http://127.0.0.1:4747`. */
  readonly url?: string
  /** Rules of faults that each test starts with, such as `GET /events 503 10%`. Default: the rules of the mock. */
  readonly fault?: string | readonly string[]
  /** Delay of responses that each test starts with: a number of ms, or a range such as `200-800`. Default: the delay of the mock. */
  readonly delay?: number | string
}

/** A world for each test of Cypress. Its methods add commands, which Cypress runs in their order. */
export interface CypressCalmock {
  /** The address of the test's world, without a trailing slash, for `cy.request`. */
  readonly url: string
  setScenario(names: ScenarioNames): void
  /** Resets the world to its initial state. */
  reset(): void
  /** Sets the rules of faults of the world, as `setFaults` does. */
  set faults(rules: string | readonly string[])
  /** Sets the delay of responses, as `setDelay` does. */
  set delay(delay: number | string)
  /** Sets the rules of faults of the world. An empty list removes them. */
  setFaults(rules: string | readonly string[]): void
  /** Sets the delay of responses. */
  setDelay(delay: number | string): void
  /** Calls a function with the requests to the world, the oldest first, when Cypress reaches the command. */
  readRequests(use: (requests: readonly LoggedRequest[]) => void): void
  /** The clock of the world and the `Date` of the page. */
  readonly clock: {
    /** Sets both clocks to `today`, `real` or an instant. */
    set(now: string): void
    /** Moves both clocks by an ISO 8601 duration, such as `P1D`. */
    advance(duration: string): void
  }
}

interface CypressCommands {
  request<Body>(request: CypressRequest): { then(use: (response: { body: Body }) => void): void }
  intercept(
    matcher: { readonly url: string; readonly middleware: boolean },
    handle: (request: { readonly headers: Record<string, unknown> }) => void,
  ): void
  clock(now: number, functions: string[]): { then(use: (clock: PageTime) => void): void }
  clock(): { then(use: (clock: PageTime) => void): void }
}
interface CypressRequest {
  readonly method: string
  readonly url: string
  readonly body?: object
  readonly failOnStatusCode?: boolean
}
interface PageTime {
  setSystemTime(now: number): void
}

// Cypress defines these globals
declare const cy: CypressCommands
declare const Cypress: {
  readonly spec: { readonly relative: string }
  readonly currentTest: { readonly titlePath: readonly string[] }
}
declare const beforeEach: (run: () => void) => void

/**
 * Gives each test a separate world of a running mock, such as `npx calmock`, from before the test. Requests of
 * pages below `url` reach that world through the header `x-calmock-world`. The `Date` of pages is the clock
 * of the world; timers are not replaced.
 *
 * @example
 * ```ts
 * import { useCalmock } from 'calmock/cypress'
 *
 * const calmock = useCalmock({ url: 'http://127.0.0.1:4747' })
 * calmock.setScenario('empty') // in a test: the next requests of the page get no events
 * ```
 */
export function useCalmock({
  url = 'http://127.0.0.1:4747',
  fault,
  delay,
}: CypressOptions = {}): CypressCalmock {
  const origin = url.replace(/\/$/, '')
  const worldUrl = (): string => `${origin}/~${createWorldName()}`
  const setClock = (body: object): void =>
    cy
      .request<ClockResponse>({ method: 'PUT', url: `${worldUrl()}/__calmock/clock`, body })
      .then(({ body }) => cy.clock().then((clock) => clock.setSystemTime(Date.parse(body.now))))
  const setFaults = (rules: string | readonly string[]): void =>
    putControl(worldUrl(), 'faults', { faults: [rules].flat() })
  const setDelay = (delay: number | string): void => putControl(worldUrl(), 'delay', { delay })
  beforeEach(() => {
    startWorld(origin, createWorldName())
    if (fault !== undefined) setFaults(fault)
    if (delay !== undefined) setDelay(delay)
  })
  return extendObject(new FixedMembers(), {
    get url() {
      return worldUrl()
    },
    setScenario: (scenario: ScenarioNames) => putControl(worldUrl(), 'scenario', { scenario }),
    reset() {
      cy.request({ method: 'POST', url: `${worldUrl()}/__calmock/reset` })
    },
    set faults(rules: string | readonly string[]) {
      setFaults(rules)
    },
    set delay(delay: number | string) {
      setDelay(delay)
    },
    setFaults,
    setDelay,
    readRequests(use: (requests: readonly LoggedRequest[]) => void) {
      cy.request<RequestsResponse>({
        method: 'GET',
        url: `${worldUrl()}/__calmock/requests`,
      }).then(({ body }) => use([...body.requests].reverse()))
    },
    clock: {
      set: (now: string) => setClock({ now }),
      advance: (advance: string) => setClock({ advance }),
    },
  })
}

function putControl(worldUrl: string, route: string, body: object): void {
  cy.request({ method: 'PUT', url: `${worldUrl}/__calmock/${route}`, body })
}

/** The response of the control route for requests, the newest first. */
interface RequestsResponse {
  readonly requests: readonly LoggedRequest[]
}

interface ClockResponse {
  readonly now: string
}

/** Creates the world of the current test, also for a retry, and connects the page to it. */
function startWorld(origin: string, name: string): void {
  const world = `${origin}/__calmock/worlds/${name}`
  cy.request({ method: 'DELETE', url: world, failOnStatusCode: false })
  cy.intercept({ url: `${origin}/**`, middleware: true }, ({ headers }) => {
    headers['x-calmock-world'] = name
  })
  cy.request<ClockResponse>({ method: 'GET', url: `${origin}/~${name}/__calmock/clock` }).then(
    ({ body }) => cy.clock(Date.parse(body.now), ['Date']),
  )
}

/** Returns a name for the world of the current test. Titles can be too long for it, and contain letters of any script. */
function createWorldName(): string {
  const title = [Cypress.spec.relative, ...Cypress.currentTest.titlePath].join(' ')
  const words = title.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return `${words.slice(-40).replace(/^-/, '')}-${hashText(title).toString(36)}`
}
