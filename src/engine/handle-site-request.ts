import type { Context, Query, Repository, Settings } from '../contract/context.ts'
import { createNote } from '../contract/note.ts'
import { formatValue } from '../contract/option-error.ts'
import { quote } from '../contract/params/param.ts'
import { Problem } from '../contract/problem.ts'
import type { Resource } from '../contract/resource.ts'
import type { Operation } from '../contract/route.ts'
import { privateHeaders, type User } from '../contract/user.ts'
import { authenticate, createChallenge, listAllowedMethods } from './access.ts'
import {
  type ActionResult,
  actions,
  addRecordHeaders,
  applyPreset,
  createRow,
  type RecordOperation,
} from './actions.ts'
import { addExposedHeaders } from './cors.ts'
import type { RequestNotes } from './explain/request-notes.ts'
import {
  isReadMethod,
  type MockRequest,
  type MockResponse,
  overrideMethod,
} from './http-message.ts'
import { noValues, parseBody, parseForm, type RawValues } from './read-body.ts'
import { combineValues, type RequestValues, readParameters } from './read-params.ts'
import type { SiteMatch } from './site-router.ts'
import {
  createSiteHeaders,
  formatResponse,
  presentProblem,
  readResponseFormat,
} from './to-response.ts'

/** A request to a site, with everything that its response depends on. */
export interface SiteRequest {
  readonly request: MockRequest
  readonly match: SiteMatch
  readonly resources: readonly Resource[]
  readonly settings: Settings
  readonly repository: Repository
  readonly now: Date
  readonly notes: RequestNotes
  /** The problem that rejects every request, also a valid request. Undefined where requests are handled. */
  readonly rejection: Problem | undefined
}

/** A request to a site, on the way to its response. */
interface PendingRequest extends SiteRequest, SiteMatch {
  /** The URL of the site's REST root, without a slash at the end. */
  readonly root: string
  /** The headers of the response. Each step adds headers, and an error has the headers added so far. */
  readonly headers: Record<string, string>
}

/** Returns the result of the requested operation, or the problem that prevents it, as a response. */
export async function handleSiteRequest(siteRequest: SiteRequest): Promise<MockResponse> {
  const { request, match, settings, rejection } = siteRequest
  const { site, endpoint } = match
  const root = request.origin + site.root
  const headers = createSiteHeaders(request, root, { ...match, settings })
  if (endpoint) headers.Allow = listAllowedMethods(endpoint, { ...request, settings })
  let format = readResponseFormat(noValues, settings.preset) // in case the query is malformed
  try {
    const query = parseForm(request.query)
    format = readResponseFormat(query, settings.preset)
    if (rejection) throw rejection
    const pending = { ...siteRequest, ...match, root, headers }
    const { status, body } = await performRequest(pending, query)
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
const importDescriptions = () => import('./openapi/describe-api.ts')

/** Performs the requested operation. The order of the steps determines the error of a request with several errors. Throws `Problem`. */
async function performRequest(pending: PendingRequest, query: RawValues): Promise<ActionResult> {
  const { request, settings, endpoint, headers } = pending
  const method = resolveMethod(pending, query)
  const user = authenticate(request, settings.users)
  if (user) Object.assign(headers, privateHeaders)
  if (user && endpoint) headers.Allow = listAllowedMethods(endpoint, { settings, user })
  if (method === 'OPTIONS') {
    const { describeRoute } = await importDescriptions()
    return { status: 200, body: { plain: endpoint ? describeRoute(endpoint, pending) : [] } }
  }

  const operation = findOperation(pending, method)
  const values = combineValues(query, await parseBody(request, settings.maxBody))
  const context = createContext(pending, values, user)
  const input = readInput(pending, { operation, method, query, values }, context)

  if (!('resource' in operation)) {
    const { describeApi } = await importDescriptions()
    return { status: 200, body: { plain: describeApi(operation.action, input, pending) } }
  }
  const key = selectKey(pending, operation, values)
  const result = performAction({ ...pending, key }, { operation, input }, context)
  addRecordHeaders(headers, result, { operation, context })
  return result
}

/** Returns the method that the service performs. HEAD means GET. Throws `Problem` for a read that is overridden to a write. */
function resolveMethod({ request, settings, endpoint }: PendingRequest, query: RawValues): string {
  // a preflight has the query of the request that follows: its overrides are not for the preflight
  if (request.method === 'OPTIONS') return request.method
  const value = query.get('_method')
  const method = overrideMethod(request, typeof value === 'string' ? value : undefined)
  const isRefused = !settings.preset.followsService || endpoint?.allow.split(', ').includes(method)
  if (isReadMethod(request.method) && !isReadMethod(method) && isRefused)
    throw new Problem('calmock_override_on_read', { values: { given: request.method, method } })
  return method === 'HEAD' ? 'GET' : method
}

/** Returns the operation of a method. Throws `Problem` if the path has no endpoint or lacks the method. */
function findOperation(pending: PendingRequest, method: string): Operation {
  const { request, site, root, settings, endpoint, endpoints, notes } = pending
  const path = request.path.slice(0, 200)
  if (!endpoint) {
    const base = `${site.root}/${settings.namespace}`
    notes.route(request.path.slice(base.length), endpoints)
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
  pending: PendingRequest,
  values: RequestValues,
  user: User | undefined,
): Context {
  const { request, site, root, now, repository, settings, notes } = pending
  // reading the parameters requires the language, and rejects a language that the site does not accept
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

/** Reads the parameters of an operation, and adds the notes about them. Throws `Problem` for invalid parameters, and for the warnings of a strict mock. */
function readInput(
  { request, endpoint, resources, settings, notes }: PendingRequest,
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
  notes.parameters({ operation, query, body: values.body, route, request, settings })
  notes.fields(readResponseFormat(query, settings.preset), operation)
  notes.language(values.get('i18n_language'), context.site)
  try {
    const input = readParameters(operation, values, context)
    if (settings.strict) notes.rejectWarnings()
    return input
  } catch (error) {
    if (error instanceof Problem)
      notes.invalidLinks(error, operation.params, { context, resources })
    throw error
  }
}

/**
 * Returns the ID or slug of the record. With the preset, `id` or `slug` in the body or the query comes before the path,
 * as in WordPress (24.2). Adds the note about it; without the preset, where a write would lose data in the service.
 */
function selectKey(
  { key, settings, notes }: PendingRequest,
  { by, action }: RecordOperation,
  { get }: RequestValues,
): string {
  const sent = by && get(by)
  const other = sent === undefined || sent === null ? key : encodeURIComponent(formatValue(sent))
  const isSame = by === 'id' ? Number(other) === Number(key) : other === key
  if (!by || isSame || (action === 'read' && !settings.preset.followsService)) return key
  const subject = `the ${by} ${quote(sent)} of the body or the query, not ${quote(key)} of the path`
  const message = settings.preset.followsService
    ? `${subject}, selects the record, as in the service`
    : `the service would take the record by ${subject}`
  notes.add(createNote(by === 'id' ? 'id-in-body' : 'service-differs', message, by))
  if (!settings.preset.followsService) return key
  if (by === 'slug' || /^\d+$/.test(other)) return other
  const error = { key: 'notPositive', values: { given: quote(sent) } } as const
  throw new Problem('rest_invalid_param', { errors: { id: error } })
}

/** Performs the action of a resource; a write is undone if it throws. Throws `Problem` as the preset names it. */
function performAction(
  { request, resources, settings, key, notes }: PendingRequest,
  requested: {
    readonly operation: RecordOperation
    readonly input: Query
  },
  context: Context,
): ActionResult {
  const { operation, input } = requested
  const { action, resource, by } = operation
  const perform = (): ActionResult => {
    const target = { resource, resources, key, ...(by && { by }) }
    const result = actions[action](target, input, context)
    if (settings.strict) notes.rejectWarnings()
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
