import { type Account, privateHeaders } from '../contract/account.ts'
import type { Context, Query, Repository } from '../contract/context.ts'
import { Problem } from '../contract/problem.ts'
import type { Resource, Row } from '../contract/resource.ts'
import type { Endpoint, Operation } from '../contract/route.ts'
import { type ActionResult, create, createRow, list, read, remove, update } from './actions.ts'
import { authenticate, authorizeWrite, requiresUser } from './auth.ts'
import type { MockRequest, MockResponse } from './http-message.ts'
import { type ApiDescription, createDiscovery, describeRoute } from './openapi/discovery.ts'
import { createDocument } from './openapi/document.ts'
import {
  createBodyParser,
  noValues,
  type ParseBody,
  parseForm,
  type RawValues,
} from './read-body.ts'
import { findSource, readParameters } from './read-params.ts'
import { addRecordHeaders } from './record-headers.ts'
import { createSiteRouter, type EngineConfig, type SiteMatch } from './site-router.ts'
import {
  createHeaders,
  formatResponse,
  presentProblem,
  type ResponseFormat,
  readResponseFormat,
} from './to-response.ts'

/** What else an answer depends on besides the request: the records, and what the clock shows. */
export interface EngineState {
  readonly repository: Repository
  readonly now: Date
}

/** What a service gives its edges. */
export interface Engine {
  /** The template of the path where it is one of ours: `/events/{id}`; `undefined` on paths of ours that no route has. */
  endpointAt(path: string): { readonly isOurs: boolean; readonly endpoint?: Endpoint }
  /** Undefined for a path outside the sites. */
  handle(call: MockRequest, state: EngineState): Promise<MockResponse | undefined>
}

/** Answers calls to the sites of a service; for any other path the answer is undefined. */
export function createEngine(service: EngineConfig): Engine {
  const mountAt = createSiteRouter(service)
  return {
    endpointAt(path) {
      const found = mountAt(path)
      const endpoint = found?.routes.findEndpoint(found.rest)?.endpoint
      return { isOurs: found !== undefined, ...(endpoint && { endpoint }) }
    },
    async handle(call, state) {
      const found = mountAt(call.path)
      if (!found) return undefined
      const tellBody = await createBodyParser(call, service.settings.maxBody)
      return handleSiteRequest({ ...found, call, tellBody }, service, state)
    },
  }
}

/** A call at a site. */
interface SiteRequest extends SiteMatch {
  readonly call: MockRequest
  readonly tellBody: ParseBody
}

/** A call that has reached a site, with all that its answer depends on besides. */
interface SiteContext extends ApiDescription {
  readonly call: MockRequest
  readonly tellBody: ParseBody
  readonly repository: Repository
}

async function handleSiteRequest(
  { routes: { site, endpoints, findEndpoint }, rest, call, tellBody }: SiteRequest,
  { resources, settings }: EngineConfig,
  { repository, now }: EngineState,
): Promise<MockResponse> {
  const root = call.origin + site.root
  const arrived: SiteContext = {
    endpoints,
    resources,
    site,
    namespace: settings.namespace,
    root,
    now,
    call,
    tellBody,
    repository,
    settings,
  }
  const found = findEndpoint(rest)
  const headers = createHeaders(call, root)
  headers['Content-Language'] = site.language
  if (found) headers.Allow = found.endpoint.allow
  let form: ResponseFormat | undefined // of queries that cannot be read there is none
  try {
    const query = parseForm(call.query)
    form = readResponseFormat(call, query)
    const method = resolveMethod(call, query)
    if (method === 'OPTIONS')
      return formatResponse(
        200,
        { plain: found ? describeRoute(found.endpoint, arrived) : [] },
        headers,
        form,
      )
    const account = authenticate(call, settings.accounts)
    if (account) Object.assign(headers, privateHeaders)
    const operation = found?.endpoint.operations.find(({ methods }) =>
      methods.some((known) => known === method),
    )
    if (!found || !operation) throw createRouteProblem(method, arrived, found?.endpoint)
    const { status, body } = await performOperation(
      { operation, key: found.key, query, account, headers },
      arrived,
    )
    return formatResponse(status, body, headers, form)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const told = { plain: presentProblem(error, site.messages) }
    return formatResponse(error.status, told, headers, form ?? readResponseFormat(call, noValues))
  }
}

/** The operation that was asked for, what stands in the path, and the parameters of the query. */
interface MatchedOperation {
  readonly operation: Operation
  readonly key: string
  readonly query: RawValues
  readonly account: Account | undefined
  /** Those of the answer, as far as they are known. */
  readonly headers: Record<string, string>
}

const actions = { list, create, read, update, remove } as const

async function performOperation(
  { operation, key, query, account, headers }: MatchedOperation,
  arrived: SiteContext,
): Promise<Pick<ActionResult, 'status' | 'body'>> {
  const { site, resources, settings } = arrived
  const body = arrived.tellBody()
  const given = findSource('i18n_language', query, body).get('i18n_language')
  const asks = typeof given === 'string' && site.accepts.includes(given)
  const context = createContext(arrived, asks ? given : undefined)
  const isGiven = (name: string): boolean => findSource(name, query, body).get(name) !== undefined
  await context.repository.load(languagesFor(operation, context, isGiven))
  const input = readParameters(operation, query, body, context)
  if (!('resource' in operation)) {
    const text =
      operation.action === 'index' ? createDiscovery(input, arrived) : createDocument(arrived)
    return { status: 200, body: { plain: text } }
  }
  if (requiresUser(operation)) authorizeWrite(account, settings.accounts)
  const { action, resource, by } = operation
  const target = { resource, resources, key, ...(by && { by }) }
  const outcome = actions[action](target, input, context)
  addRecordHeaders(outcome, operation, context, headers)
  return outcome
}

/** The languages whose records an operation needs: a list without links to records needs one, others all. */
function languagesFor(
  operation: Operation,
  { language }: Context,
  isGiven: (name: string) => boolean,
): readonly string[] | undefined {
  if (!('resource' in operation)) return []
  const hasLinks = Object.entries(operation.params).some(
    ([name, { link }]) => link !== undefined && isGiven(name),
  )
  return operation.action === 'list' && !hasLinks ? [language] : undefined
}

/** The context of a call, in the language it asks for, else in that of its site. */
function createContext(arrived: SiteContext, asked: string | undefined): Context {
  const { call, site, root, namespace, now, repository, settings } = arrived
  const context: Context = {
    site,
    origin: call.origin,
    base: `${root}/${namespace}`,
    language: asked ?? site.language,
    isLanguageRequested: asked !== undefined,
    now,
    repository,
    settings,
    inlinesImages: call.header('x-calmock-pictures') === 'data',
    create: (resource: Resource, values: Query): Row => createRow(resource, values, context),
  }
  return context
}

/** The method that counts: `_method` of the query, else the override header, else the request's; HEAD reads. */
function resolveMethod(call: MockRequest, query: RawValues): string {
  if (call.method === 'OPTIONS') return call.method // a browser asks it before what it means to do
  const asked = query.get('_method')
  const override = typeof asked === 'string' ? asked : call.header('x-http-method-override')
  const method = (override || call.method).toUpperCase()
  return method === 'HEAD' ? 'GET' : method
}

function createRouteProblem(
  method: string,
  arrived: SiteContext,
  endpoint: Endpoint | undefined,
): Problem {
  const path = arrived.call.path.slice(0, 200)
  if (endpoint) {
    return new Problem('rest_no_route', {
      key: 'knownMethods',
      values: { path, method, accepted: endpoint.allow.split(', ') },
    })
  }
  const index = `${arrived.root}/${arrived.namespace}`
  return new Problem('rest_no_route', { values: { method, path, index } })
}
