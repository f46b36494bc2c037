import type { Context, Query } from '../contract/context.ts'
import { Problem } from '../contract/problem.ts'
import type { Site } from '../contract/site.ts'
import { privateHeaders, type User } from '../contract/user.ts'
import { explainRoute } from '../explain/explain-route.ts'
import { rejectWarnings } from '../explain/strict.ts'
import {
  type ActionResult,
  type ActionTarget,
  create,
  createRow,
  list,
  read,
  remove,
  update,
} from './actions.ts'
import { authenticate, authenticationChallenge, listAllowedMethods } from './auth.ts'
import type { MockRequest, MockResponse } from './http-message.ts'
import type { ApiDescription } from './openapi/discovery.ts'
import { addExposedHeaders } from './plain-response.ts'
import { applyPreset, type RecordOperation } from './preset-errors.ts'
import { handlePublicPage } from './public-page.ts'
import { noValues, parseBody, parseForm, type RawValues } from './read-body.ts'
import { readExplained } from './read-explained.ts'
import { combineValues, type RequestValues } from './read-params.ts'
import { addRecordHeaders } from './record-headers.ts'
import { isReadMethod, overrideMethod } from './request-method.ts'
import { resolveRestRoute } from './rest-route.ts'
import {
  createSiteRouter,
  type EngineConfig,
  type EngineState,
  type SiteMatch,
} from './site-router.ts'
import {
  createSiteHeaders,
  formatResponse,
  presentProblem,
  readResponseFormat,
} from './to-response.ts'

/** Handles the requests of all sites. The state is passed with each request. */
export interface Engine {
  /** Returns the match of a path and a query, or undefined for a path outside the sites. */
  match(path: string, query: string): SiteMatch | undefined
  /** Returns the response, or undefined for a path outside the sites. */
  handle(request: MockRequest, state: EngineState): Promise<MockResponse | undefined>
}

export function createEngine(config: EngineConfig): Engine {
  const { resources, settings } = config
  const matchSite = createSiteRouter(config)
  const match: Engine['match'] = (path, query) =>
    matchSite(resolveRestRoute({ path, query }, config.sites).path)
  return {
    match,
    async handle(received, state) {
      const request = { ...received, ...resolveRestRoute(received, config.sites) }
      const match = matchSite(request.path)
      const mayBePage = !state.rejection && (!match || match.isHome)
      const page = mayBePage ? handlePublicPage(request, config, state) : undefined
      if (!match || page) return page
      const root = request.origin + match.site.root
      const headers = createSiteHeaders(request, root, { ...match, settings })
      if (match.endpoint) headers.Allow = listAllowedMethods(match.endpoint, { settings })
      return handleSiteRequest({ resources, settings, ...state, ...match, request, root, headers })
    },
  }
}

/** A request to a site, with everything that its response depends on. */
interface SiteRequest extends SiteMatch, ApiDescription, EngineState {
  readonly request: MockRequest
  /** The headers of the response. Each step adds headers, and an error has the ones added so far. */
  readonly headers: Record<string, string>
}

/** Returns the result of the requested operation, or the problem that prevents it, as a response. */
async function handleSiteRequest(siteRequest: SiteRequest): Promise<MockResponse> {
  const { request, site, headers } = siteRequest
  let format = readResponseFormat(noValues) // in case the query is malformed
  try {
    const query = parseForm(request.query)
    format = readResponseFormat(query)
    if (siteRequest.rejection) throw siteRequest.rejection
    const { status, body } = await performRequest(siteRequest, query)
    return formatResponse({ status, headers }, body, format)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.status === 401) Object.assign(headers, authenticationChallenge)
    addExposedHeaders(headers, error.init.headers)
    const body = { plain: presentProblem(error, site.messages) }
    return formatResponse({ status: error.status, headers }, body, format)
  }
}

/** Imports the descriptions of the API, 3 kB of gzip that a page without tools does not load. */
const importDescriptions = () => import('./openapi/describe-api.ts')

const actions = { list, create, read, update, remove } as const

/** Performs the requested operation. The order of the steps determines the error of a request with several faults. Throws `Problem`. */
async function performRequest(siteRequest: SiteRequest, query: RawValues): Promise<ActionResult> {
  const { request, resources, settings, endpoint, key, headers } = siteRequest
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
  const route = `${method} ${endpoint?.path}`
  const { notes } = siteRequest
  const input = readExplained({ operation, query, values, route, resources, notes }, context)

  if (!('resource' in operation)) {
    const { describeApi } = await importDescriptions()
    return { status: 200, body: { plain: describeApi(operation.action, input, siteRequest) } }
  }
  const { resource, by } = operation
  const target = { resource, resources, key, ...(by && { by }) }
  const result = context.repository.write(() => {
    const result = performAction(operation, input, { target, context })
    if (notes && settings.isStrict) rejectWarnings(notes) // undoes the write
    return result
  })
  addRecordHeaders(headers, result, { operation, context })
  return result
}

/** Performs the action of a resource. Throws `Problem` as the preset names it. */
function performAction(
  operation: RecordOperation,
  input: Query,
  { target, context }: { readonly target: ActionTarget; readonly context: Context },
): ActionResult {
  try {
    return actions[operation.action](target, input, context)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw applyPreset(error, operation, context.settings.preset)
  }
}

/**
 * Returns the method that the service performs. HEAD means GET.
 * Throws `Problem` for a read that is overridden to a write.
 */
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
function findOperation(siteRequest: SiteRequest, method: string) {
  const { request, site, root, settings, endpoint, endpoints, notes } = siteRequest
  const path = request.path.slice(0, 200)
  if (!endpoint) {
    const base = `${site.root}/${settings.namespace}`
    explainRoute(request.path.slice(base.length), endpoints, notes)
    const index = `${root}/${settings.namespace}`
    throw new Problem('rest_no_route', { values: { method, path, index } })
  }
  const operation = endpoint.operations.find(({ methods }) =>
    methods.some((accepted) => accepted === method),
  )
  if (operation) return operation
  const values = { path, method, accepted: endpoint.allow.split(', ') }
  throw new Problem('rest_no_route', { key: 'knownMethods', values })
}

/** Returns `i18n_language` if the site accepts it, because reading parameters requires the language. `readExplained` rejects other values. */
function readLanguage(values: RequestValues, site: Site): string | undefined {
  const value = values.get('i18n_language')
  return typeof value === 'string' && site.accepts.includes(value) ? value : undefined
}

/** Creates the context of a request, in the language that it names, else in the site's. */
function createContext(
  siteRequest: SiteRequest,
  values: RequestValues,
  user: User | undefined,
): Context {
  const { request, site, root, now, repository, settings, notes } = siteRequest
  const requested = readLanguage(values, site)
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
    notes: notes && { add: notes.add, sent: values.get },
    create: (resource, values) => createRow(resource, values, context),
  }
  return context
}
