import { whenLoaded } from './contract/lazy.ts'
import { imagesPath } from './contract/params/image.ts'
import { createStatusProblem, type Problem } from './contract/problem.ts'
import { resources } from './contract/resources/index.ts'
import { decodeEscapes } from './contract/slug.ts'
import { type ControlContext, controlPath, isControlPath } from './control/operation.ts'
import {
  markForeign,
  rejectCrossSite,
  rejectForeignOrigin,
  rejectUnauthorized,
} from './engine/access.ts'
import { RequestNotes } from './engine/explain/request-notes.ts'
import { handleSiteRequest } from './engine/handle-site-request.ts'
import {
  isPreflight,
  isReadMethod,
  type MockRequest,
  type MockResponse,
  overrideMethod,
} from './engine/http-message.ts'
import { createErrorResponse } from './engine/plain-response.ts'
import type { SiteRoute } from './engine/site-router.ts'
import { applyFault, respondInstead } from './faults/apply-fault.ts'
import { namedFaults } from './faults/fault-kind.ts'
import { type ChosenFault, noFault } from './faults/fault-rules.ts'
import type { ResolvedOptions } from './options/options.ts'
import { handleDashboard } from './pages/dashboard.ts'
import { handlePublicPage } from './pages/public-page.ts'
import { handleRootRoutes } from './pages/root-routes.ts'
import type { DashboardFiles } from './seed/source/mock-source.ts'
import { invalidWorldName, isWorldName, moveToBase, selectWorld } from './world/address.ts'
import type { Answer, AnswerCache } from './world/answer-cache.ts'
import { rejectEvicted, toErrorResponse } from './world/reject-request.ts'
import type { WorldState } from './world/world-state.ts'
import type { Worlds } from './world/worlds.ts'

export interface MockContext {
  readonly options: ResolvedOptions
  readonly findRoute: (target: Pick<MockRequest, 'path' | 'query'>) => SiteRoute
  readonly allWorlds: Worlds
  readonly control: ControlContext
  readonly dashboard: DashboardFiles
  readonly answers: AnswerCache
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

/** Handles a request. Its world is the first of: the world of its path, `worldName`, the world of its header or cookie, `default`. */
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
  const acting = readActor(path)
  const hasWorld = mock.allWorlds.has(name) && !acting // a picture would show which drafts exist
  const rejected = rejectCrossSite(marked, { hasWorld, allowed })
  if (rejected) return rejected
  const request = { ...marked, origin: marked.origin + prefix, path }

  const page = await handleDashboard(request, mock.dashboard, { sites, namespace })
  if (page) return page
  const world = mock.allWorlds.open(name)
  if (!world && !path.startsWith(`${controlPath}/worlds`)) return rejectEvicted(request, name)
  if (world && acting) {
    const { token } = mock.options
    const refused = rejectForeignOrigin(request, allowed) ?? rejectUnauthorized(request, token)
    return refused ?? handleInWorld({ ...request, ...acting }, world, mock)
  }
  const isImage = path.startsWith(`${imagesPath}/`)
  if (world && (isImage || !isControlPath(path))) return handleInWorld(request, world, mock)
  // a page that no tool controls does not load the control routes
  const { handleControl } = await import('./control/control.ts')
  return handleControl(request, world ?? mock.allWorlds.main, mock.control)
}

/** Returns the login and the rest of a path below `/__calmock/as/{login}`: a request to the API as this user, without a password. */
function readActor(path: string) {
  if (!path.startsWith(`${controlPath}/as/`)) return undefined
  const [, login, rest] = /^([^/]+)(\/.*)$/.exec(path.slice(controlPath.length + 4)) ?? []
  return login && rest ? { actsAs: decodeEscapes(login), path: rest } : undefined
}

/** A request to a world, with its route. It is matched once. */
interface WorldRequest {
  readonly request: MockRequest
  readonly route: SiteRoute
  readonly world: WorldState
  readonly mock: Pick<MockContext, 'options' | 'control'>
  readonly notes: RequestNotes
}

/** Handles a request to a world and adds it to the log. Images have no entry; `X-Calmock-Log: none` asks for none. */
async function handleInWorld(
  request: MockRequest,
  world: WorldState,
  mock: MockContext,
): Promise<MockResponse> {
  const startedAt = mock.control.systemNow()
  const handle = (observed: MockRequest) => answerRequest(observed, world, mock)
  const { response, match } = await mock.answers.answer(request, world, handle)
  const isImage = request.path.startsWith(`${imagesPath}/`)
  if (!isImage && request.header('x-calmock-log') !== 'none')
    world.log.add(request, response, { startedAt, match })
  return response
}

/** Returns the answer to a request, from the choice of its fault to its notes. Images have no fault and no notes. */
async function answerRequest(
  request: MockRequest,
  world: WorldState,
  mock: MockContext,
): Promise<Answer> {
  const notes = new RequestNotes()
  const route = mock.findRoute(request)
  const { match } = route
  const isImage = request.path.startsWith(`${imagesPath}/`)
  let plan = noFault
  let handled: MockResponse
  try {
    if (!isImage) plan = planFault(request, route, world)
    handled = await respond({ request, route, world, mock, notes }, plan)
  } catch (error) {
    handled = toErrorResponse(request, error)
  }
  if (isImage) return { response: handled, match }

  const isFull = request.header('x-calmock-explain') === '1'
  const { all } = notes
  const headers = notes.addHeader(handled.headers, isFull)
  const { fault } = plan
  const ruled = fault && { fault: fault.text, ...(fault.rule && { rule: fault.rule }) }
  const explained = { ...handled, headers, notes: all, ...ruled }
  return { response: applyFault(explained, plan), match }
}

/** Chooses the fault and the delay of a request. Throws `OptionError` for an invalid header. */
function planFault(
  request: MockRequest,
  { match }: SiteRoute,
  { planner }: WorldState,
): ChosenFault {
  const { path, query, header } = request
  const headers = { fault: header('x-calmock-fault'), delay: header('x-calmock-delay') }
  const isPlain = planner.isIdle && headers.fault === undefined && headers.delay === undefined
  if (isPlain || isPreflight(request)) return noFault
  if (path === '/' && !match) return noFault // the list of sites, where browsers get the dashboard
  const base = new URL(request.origin).pathname.replace(/\/$/, '')
  const paths = [match?.path ?? path, path, base + path]
  const method = isReadMethod(request.method)
    ? request.method
    : overrideMethod(request, new URLSearchParams(query).get('_method'))
  return planner.choose({ method, paths, query }, headers)
}

/** Returns the response to a request. A request whose fault comes before the service is not handled, and stores nothing. */
function respond(worldRequest: WorldRequest, { fault }: ChosenFault): Promise<MockResponse> {
  const { request, route, mock } = worldRequest
  const handle = (problem?: Problem) => whenLoaded(() => handleRoute(worldRequest, problem))
  if (!fault) return handle()
  const { status, name } = fault
  const context = { site: route.match?.site, readMessages: mock.options.readMessages }
  if (!name && context.site) return handle(createStatusProblem(status))
  const instead = name ? namedFaults[name].instead : status
  return instead ? whenLoaded(() => respondInstead(request, instead, context)) : handle()
}

/** Returns the response of a site, of a public page or file, or of the routes outside the sites. */
async function handleRoute(
  { request, route, world, mock: { options }, notes }: WorldRequest,
  rejection?: Problem,
): Promise<MockResponse> {
  const { sites, readMessages, namespace } = options
  const { match, path, query } = route
  const { repository, now } = world.selectState(request)
  const resolved = { ...request, path, query }
  const mayBePage = !rejection && (!match || match.isHome)
  const config = { sites, resources, settings: options }
  const page = mayBePage && (await handlePublicPage(resolved, config, { repository, now, notes }))
  if (page) return page
  const siteRequest = {
    request: resolved,
    resources,
    settings: options,
    repository,
    now,
    notes,
    rejection,
  }
  if (match) return handleSiteRequest({ ...siteRequest, match })
  if (request.path.includes(`/${namespace}`)) notes.unknownSite(request.path, sites)
  return handleRootRoutes(request, {
    sites,
    readMessages,
    namespace,
    repository,
    settings: options,
  })
}
