import type { Context, Query, Repository } from './contract/context.ts'
import { whenLoaded } from './contract/lazy.ts'
import { imagesPath } from './contract/params/image.ts'
import { createStatusProblem, Problem } from './contract/problem.ts'
import type { Resource } from './contract/resource.ts'
import { resources } from './contract/resources/index.ts'
import type { Operation } from './contract/route.ts'
import { privateHeaders, type User } from './contract/user.ts'
import { type ControlContext, controlPath, isControlPath } from './control/operation.ts'
import {
  authenticate,
  createChallenge,
  listAllowedMethods,
  markForeign,
  rejectCrossSite,
} from './engine/access.ts'
import {
  type ActionResult,
  actions,
  addRecordHeaders,
  applyPreset,
  createRow,
} from './engine/actions.ts'
import {
  explainFaults,
  explainFields,
  explainLanguage,
  explainParameters,
  explainRoute,
  explainUnknownSite,
} from './engine/explain/explain-request.ts'
import { addNotesHeader, RequestNotes, rejectWarnings } from './engine/explain/report-notes.ts'
import {
  isPreflight,
  isReadMethod,
  type MockRequest,
  type MockResponse,
  overrideMethod,
} from './engine/http-message.ts'
import type { ApiDescription } from './engine/openapi/document.ts'
import { addExposedHeaders, createErrorResponse } from './engine/plain-response.ts'
import { noValues, parseBody, parseForm, type RawValues } from './engine/read-body.ts'
import { combineValues, type RequestValues, readParameters } from './engine/read-params.ts'
import type { SiteMatch, SiteRoute } from './engine/site-router.ts'
import {
  createSiteHeaders,
  formatResponse,
  presentProblem,
  readResponseFormat,
} from './engine/to-response.ts'
import { deliverFault, noResponse } from './faults/deliver-fault.ts'
import { isHandled, type UnhandledFault } from './faults/fault-kind.ts'
import { type FaultPlan, noFault } from './faults/fault-plan.ts'
import type { ResolvedOptions } from './options/options.ts'
import { handleDashboard } from './pages/dashboard.ts'
import { handlePublicPage } from './pages/public-page.ts'
import { handleRootRoutes } from './pages/root-routes.ts'
import type { DashboardFiles } from './seed/source/mock-source.ts'
import { moveToBase } from './world/address.ts'
import { presentMaintenance, rejectWithStatus, toErrorResponse } from './world/reject-request.ts'
import type { WorldState } from './world/world-state.ts'
import { invalidWorldName, isWorldName, selectWorld, type Worlds } from './world/worlds.ts'

/** The parts of a mock that its requests need. */
export interface MockContext {
  readonly options: ResolvedOptions
  readonly findRoute: (target: Pick<MockRequest, 'path' | 'query'>) => SiteRoute
  readonly allWorlds: Worlds
  readonly control: ControlContext
  readonly dashboard: DashboardFiles
}

/*
 * The way of a request, from top to bottom:
 *
 * 1. address and world (`handleRequest`), and whether a page of another site may send it
 * 2. dashboard and control routes, which end here
 * 3. route, and the fault that is chosen (`handleInWorld`); `maintenance`, `offline`, `timeout` and a status outside
 *    the sites come before the service, a status replaces user and operation in step 4: then nothing is stored
 * 4. site, user, operation, values of query and body (also of a GET) and notes about them (`handleSiteRequest`)
 * 5. action; a write needs a permission, and is undone if anything in it throws
 * 6. body, header of notes, faults of the delivery (which undo nothing), and the entry in the log of the world; the
 *    server writes its own line at the end
 */

/** Handles a request in the world of its path, else in the named one, else in the one of its header or cookie, else in `default`. */
export async function handleRequest(
  received: MockRequest,
  mock: MockContext,
  worldName?: string,
): Promise<MockResponse> {
  const { base, sites, namespace, allowOrigin: allowed } = mock.options
  const moved = moveToBase(received, base)
  const marked = markForeign(moved ?? received, allowed)
  if (!moved) {
    const message = `${received.path} is not below the base path ${base.path} of this mock.`
    return createErrorResponse(marked, 404, 'not_below_base', message)
  }
  const { name, path, prefix } = selectWorld(marked, worldName)
  if (!isWorldName(name)) return toErrorResponse(marked, invalidWorldName(name))
  const rejected = rejectCrossSite(marked, { hasWorld: mock.allWorlds.has(name), allowed })
  if (rejected) return rejected
  const request = { ...marked, origin: marked.origin + prefix, path }

  const page = await handleDashboard(request, mock.dashboard, { sites, namespace })
  if (page) return page
  const world = mock.allWorlds.open(name)
  if (!world && !path.startsWith(`${controlPath}/worlds`)) {
    const message = `The world "${name}" was evicted, and its changes are lost; POST ${controlPath}/worlds creates it again.`
    return createErrorResponse(request, 410, 'world_gone', message)
  }
  const isImage = path.startsWith(`${imagesPath}/`)
  if (world && (isImage || !isControlPath(path))) return handleInWorld(request, world, mock)
  // a page that no tool controls does not load the control routes
  const { handleControl } = await import('./control/control.ts')
  return handleControl(request, world ?? mock.allWorlds.main, mock.control)
}

/** A request to a world, with its route. It is matched once. */
interface WorldRequest {
  readonly request: MockRequest
  readonly route: SiteRoute
  readonly world: WorldState
  readonly mock: Pick<MockContext, 'options' | 'control'>
  readonly notes: RequestNotes
}

/** Handles a request to a world, from the choice of its fault to its entry in the log. Images have no fault, notes or entry; `X-Calmock-Log: none` asks for no entry. */
async function handleInWorld(
  request: MockRequest,
  world: WorldState,
  mock: MockContext,
): Promise<MockResponse> {
  const startedAt = mock.control.systemNow()
  const notes = new RequestNotes()
  const route = mock.findRoute(request)
  const isImage = request.path.startsWith(`${imagesPath}/`)
  let plan = noFault
  let handled: MockResponse
  try {
    if (!isImage) plan = planFault(request, route, world)
    handled = await respond({ request, route, world, mock, notes }, plan)
  } catch (error) {
    handled = toErrorResponse(request, error)
  }
  if (isImage) return handled

  const isFull = request.header('x-calmock-explain') === '1'
  const { all } = notes
  const headers = addNotesHeader(handled.headers, all, isFull)
  const { fault } = plan
  const explained = { ...handled, headers, notes: all, ...(fault && { fault: fault.text }) }
  const response = deliverFault(explained, plan)
  if (request.header('x-calmock-log') !== 'none')
    world.log.add(request, response, { startedAt, match: route.match })
  return response
}

/** Chooses the fault and the delay of a request. Throws `OptionError` for an invalid header. */
function planFault(request: MockRequest, { match }: SiteRoute, { planner }: WorldState): FaultPlan {
  const { path, query, header } = request
  const headers = { fault: header('x-calmock-fault'), delay: header('x-calmock-delay') }
  const isPlain = planner.isIdle && headers.fault === undefined && headers.delay === undefined
  if (isPlain || isPreflight(request)) return noFault
  if (path === '/' && !match) return noFault // the list of sites, where browsers get the dashboard
  const paths = match?.path === undefined ? [path] : [match.path, path]
  const method = isReadMethod(request.method)
    ? request.method
    : overrideMethod(request, new URLSearchParams(query).get('_method'))
  return planner.choose({ method, paths, query }, headers)
}

/** The responses to requests whose fault comes before the service. */
const unhandledResponses: Readonly<Record<UnhandledFault, typeof presentMaintenance>> = {
  maintenance: presentMaintenance,
  timeout: () => noResponse,
  offline: () => noResponse,
}

/** Returns the response to a request. A request whose fault comes before the service is not handled, and stores nothing. */
function respond(worldRequest: WorldRequest, { fault }: FaultPlan): Promise<MockResponse> {
  const { request, route, mock } = worldRequest
  const handle = (problem?: Problem) => whenLoaded(() => handleRoute(worldRequest, problem))
  if (!fault) return handle()
  const { status, name } = fault
  const context = { site: route.match?.site, readMessages: mock.options.readMessages }
  if (name)
    return isHandled(name) ? handle() : whenLoaded(() => unhandledResponses[name](request, context))
  if (context.site) return handle(createStatusProblem(status))
  return whenLoaded(() => rejectWithStatus(request, status, context))
}

/** Returns the response of a site, of a public page or file, or of the routes outside the sites. */
async function handleRoute(
  { request, route, world, mock: { options }, notes }: WorldRequest,
  rejection?: Problem,
): Promise<MockResponse> {
  const { sites, readMessages, namespace } = options
  const { match, path, query } = route
  const state = world.selectState(request)
  const resolved = { ...request, path, query }
  const mayBePage = !rejection && (!match || match.isHome)
  const config = { sites, resources, settings: options }
  const page = mayBePage ? await handlePublicPage(resolved, config, state) : undefined
  if (page) return page
  if (match)
    return handleSiteRequest(resolved, match, {
      ...{ resources, settings: options, notes },
      ...state,
      ...(rejection && { rejection }),
    })
  if (request.path.includes(`/${namespace}`)) explainUnknownSite(request.path, sites, notes)
  return handleRootRoutes(request, { ...{ sites, readMessages, namespace }, ...state })
}

/** The records, time and settings of a request to a site. */
interface SiteState extends Pick<ApiDescription, 'resources' | 'settings' | 'now'> {
  readonly repository: Repository
  readonly notes: RequestNotes
  /** The problem that rejects every request, also a valid one. Default: requests are handled. */
  readonly rejection?: Problem
}

/** A request to a site, with everything that its response depends on. */
interface SiteRequest extends SiteMatch, Omit<ApiDescription, 'repository'>, SiteState {
  readonly request: MockRequest
  /** The headers of the response. Each step adds headers, and an error has the ones added so far. */
  readonly headers: Record<string, string>
}

/** Returns the result of the requested operation, or the problem that prevents it, as a response. */
export async function handleSiteRequest(
  request: MockRequest,
  match: SiteMatch,
  state: SiteState,
): Promise<MockResponse> {
  const { settings, rejection } = state
  const { site, endpoint } = match
  const root = request.origin + site.root
  const headers = createSiteHeaders(request, root, { ...match, settings })
  if (endpoint) headers.Allow = listAllowedMethods(endpoint, { ...request, settings })
  let format = readResponseFormat(noValues, settings.preset) // in case the query is malformed
  try {
    const query = parseForm(request.query)
    format = readResponseFormat(query, settings.preset)
    if (rejection) throw rejection
    const siteRequest = { ...state, ...match, request, root, headers }
    const { status, body } = await performRequest(siteRequest, query)
    return formatResponse({ status, headers }, body, format)
  } catch (thrown) {
    const error = rejection ?? thrown // also where the query is malformed
    if (!(error instanceof Problem)) throw error
    if (error.status === 401) Object.assign(headers, createChallenge(request))
    addExposedHeaders(headers, error.init.headers)
    const body = { plain: presentProblem(error, site.messages) }
    return formatResponse({ status: error.status, headers }, body, format)
  }
}

/** Imports the descriptions of the API, 3 kB of gzip that a page without tools does not load. */
const importDescriptions = () => import('./engine/openapi/describe-api.ts')

/** Performs the requested operation. The order of the steps determines the error of a request with several errors. Throws `Problem`. */
async function performRequest(siteRequest: SiteRequest, query: RawValues): Promise<ActionResult> {
  const { request, settings, endpoint, headers } = siteRequest
  const method = resolveMethod(request, query)
  const user = authenticate(request, settings.users)
  if (user) Object.assign(headers, privateHeaders)
  if (user && endpoint) headers.Allow = listAllowedMethods(endpoint, { settings, user })
  if (method === 'OPTIONS') {
    const { describeRoute } = await importDescriptions()
    return { status: 200, body: { plain: endpoint ? describeRoute(endpoint, siteRequest) : [] } }
  }

  const operation = findOperation(siteRequest, method)
  const values = combineValues(query, await parseBody(request, settings.maxBody))
  const context = createContext(siteRequest, values, user)
  const input = readInput(siteRequest, { operation, method, query, values }, context)

  if (!('resource' in operation)) {
    const { describeApi } = await importDescriptions()
    return { status: 200, body: { plain: describeApi(operation.action, input, siteRequest) } }
  }
  const result = performAction(siteRequest, { operation, input }, context)
  addRecordHeaders(headers, result, { operation, context })
  return result
}

/** Returns the method that the service performs. HEAD means GET. Throws `Problem` for a read that is overridden to a write. */
function resolveMethod(request: MockRequest, query: RawValues): string {
  // a preflight has the query of the request that follows: its overrides are not for the preflight
  if (request.method === 'OPTIONS') return request.method
  const value = query.get('_method')
  const method = overrideMethod(request, typeof value === 'string' ? value : undefined)
  if (isReadMethod(request.method) && !isReadMethod(method))
    throw new Problem('calmock_override_on_read', { values: { given: request.method, method } })
  return method === 'HEAD' ? 'GET' : method
}

/** Returns the operation of a method. Throws `Problem` if the path has no endpoint or lacks the method. */
function findOperation(siteRequest: SiteRequest, method: string): Operation {
  const { request, site, root, settings, endpoint, endpoints, notes } = siteRequest
  const path = request.path.slice(0, 200)
  if (!endpoint) {
    const base = `${site.root}/${settings.namespace}`
    explainRoute(request.path.slice(base.length), endpoints, notes)
    const index = `${root}/${settings.namespace}`
    const key = path.includes('//') ? 'doubledSlash' : 'noRoute'
    const url = request.origin + path.replace(/\/+/g, '/')
    throw new Problem('rest_no_route', { key, values: { method, path, index, url } })
  }
  const operation = endpoint.operations.find(({ methods }) =>
    methods.some((accepted) => accepted === method),
  )
  if (operation) return operation
  const values = { path, method, accepted: endpoint.allow.split(', ') }
  throw new Problem('rest_no_route', { key: 'knownMethods', values })
}

/** Creates the context of a request, in the language that it names, else in the site's. */
function createContext(
  siteRequest: SiteRequest,
  values: RequestValues,
  user: User | undefined,
): Context {
  const { request, site, root, now, repository, settings, notes } = siteRequest
  // reading the parameters requires the language, and rejects one that the site does not accept
  const requested = site.accepts.find((code) => code === values.get('i18n_language'))
  const context: Context = {
    site,
    origin: request.origin,
    base: `${root}/${settings.namespace}`,
    language: requested ?? site.language,
    isLanguageRequested: requested !== undefined,
    now,
    repository,
    settings,
    user,
    inlinesImages: request.header('x-calmock-pictures') === 'data',
    notes: { add: notes.add, sent: values.get },
    create: (resource, values) => createRow(resource, values, context),
  }
  return context
}

/** Reads the parameters of an operation, and adds the notes about them. Throws `Problem` for invalid ones, and for the warnings of a strict mock. */
function readInput(
  { request, endpoint, resources, settings, notes }: SiteRequest,
  sent: {
    readonly operation: Operation
    readonly method: string
    readonly query: RawValues
    readonly values: RequestValues
  },
  context: Context,
): Query {
  const { operation, query, values } = sent
  const route = `${sent.method} ${endpoint?.path}`
  explainParameters({ operation, query, body: values.body, route, request, settings, notes })
  explainFields(readResponseFormat(query, settings.preset), operation, notes)
  explainLanguage(values.get('i18n_language'), context.site, notes)
  try {
    const input = readParameters(operation, values, context)
    if (settings.strict) rejectWarnings(notes)
    return input
  } catch (error) {
    if (error instanceof Problem) explainFaults(error, operation.params, { context, resources })
    throw error
  }
}

/** Performs the action of a resource; a write is undone if it throws. Throws `Problem` as the preset names it. */
function performAction(
  { request, resources, settings, key, notes }: SiteRequest,
  requested: {
    readonly operation: Extract<Operation, { resource: Resource }>
    readonly input: Query
  },
  context: Context,
): ActionResult {
  const { operation, input } = requested
  const { action, resource, by } = operation
  const perform = (): ActionResult => {
    const target = { resource, resources, key, ...(by && { by }) }
    const result = actions[action](target, input, context)
    if (settings.strict) rejectWarnings(notes)
    return result
  }
  try {
    if (action === 'list' || action === 'read') return perform()
    return context.repository.write(perform, `${request.method} ${request.path}`)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw applyPreset(error, operation, settings.preset)
  }
}
