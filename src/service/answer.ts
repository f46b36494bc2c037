import type { Context, Query, Repository, Settings } from '../contract/context.ts'
import { Problem } from '../contract/problem.ts'
import type { Resource, Row } from '../contract/resource.ts'
import {
  type Endpoint,
  endpointsOf,
  type FindEndpoint,
  findEndpointIn,
  type Method,
  type Operation,
} from '../contract/route.ts'
import type { Site } from '../contract/site.ts'
import { create, createRow, list, type Outcome, read, remove, update } from './actions.ts'
import type { Call, Reply } from './call.ts'
import { type Described, documentOf, indexOf, routeEntry } from './describe.ts'
import { type Raw, readBody, readForm } from './read-body.ts'
import { merge, readInput } from './read-input.ts'
import { commonHeaders, type Form, problemBody, toReply } from './to-reply.ts'

/** All that answers depend on besides the request. */
export interface Service {
  readonly sites: readonly Site[]
  readonly resources: readonly Resource[]
  readonly repository: Repository
  readonly settings: Settings
  now(): Date
}

/** A site with its table of routes, made once. */
interface Mounted {
  readonly site: Site
  readonly endpoints: readonly Endpoint[]
  readonly findEndpoint: FindEndpoint
}

export interface Answering {
  /** The template of the path where it is one of ours: `/events/{id}`; `undefined` on paths of ours that no route has. */
  endpointAt(path: string): { readonly isOurs: boolean; readonly endpoint?: Endpoint }
  answer(call: Call): Promise<Reply | undefined>
}

/** Answers calls to the sites of a service; for any other path the answer is undefined. */
export function answering(service: Service): Answering {
  const mounts = service.sites.map((site): Mounted => {
    const endpoints = endpointsOf(service.resources, site, service.settings.namespace)
    return { site, endpoints, findEndpoint: findEndpointIn(endpoints) }
  })
  const mountAt = (path: string) => {
    const lower = path.toLowerCase()
    for (const mount of mounts) {
      const base = `${mount.site.root}/${service.settings.namespace}`.toLowerCase()
      const rest = lower.startsWith(base) ? path.slice(base.length) : undefined
      if (rest !== undefined && (rest === '' || rest.startsWith('/'))) return { mount, rest }
    }
    return undefined
  }
  return {
    endpointAt(path) {
      const found = mountAt(path)
      const endpoint = found?.mount.findEndpoint(found.rest)?.endpoint
      return { isOurs: found !== undefined, ...(endpoint && { endpoint }) }
    },
    async answer(call) {
      const found = mountAt(call.path)
      return found && respond(call, found.mount, found.rest, service)
    },
  }
}

const whole: Form = { isEnveloped: false, isPretty: false, isHead: false }

async function respond(
  call: Call,
  { site, endpoints, findEndpoint }: Mounted,
  rest: string,
  service: Service,
): Promise<Reply> {
  const root = call.origin + site.root
  const headers: Record<string, string> = {
    ...commonHeaders(call, root),
    'Content-Language': site.language,
  }
  const described: Described = {
    ...service,
    ...service.settings,
    endpoints,
    site,
    root,
    now: service.now(),
  }
  const found = findEndpoint(rest)
  if (found) headers.Allow = found.endpoint.allow
  let form: Form = { ...whole, isHead: call.method === 'HEAD' }
  try {
    const query = readForm(call.query)
    form = formOf(call, query)
    const method = methodOf(call, query)
    if (method === 'OPTIONS')
      return toReply(200, found ? routeEntry(found.endpoint, described) : [], headers, form)
    const operation = found?.endpoint.operations.find(({ methods }) =>
      methods.includes(method as Method),
    )
    if (!found || !operation)
      throw noRoute(call, method, root, service.settings.namespace, found?.endpoint)
    const outcome = await perform({ operation, key: found.key, query }, call, described, service)
    if (outcome.row) headers['Content-Language'] = outcome.row.language
    Object.assign(headers, outcome.headers)
    if (outcome.alternates) headers.Link = [headers.Link, ...outcome.alternates].join(', ')
    return toReply(outcome.status, outcome.body, headers, form)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return toReply(error.status, problemBody(error, site.words), headers, form)
  }
}

/** The operation that was asked for, what stands in the path, and the parameters of the query. */
interface Asked {
  readonly operation: Operation
  readonly key: string
  readonly query: Raw
}

type Done = Pick<Outcome, 'status' | 'body' | 'row'> & {
  readonly headers?: Readonly<Record<string, string>>
  readonly alternates?: readonly string[]
}

const actions = { list, create, read, update, remove } as const

async function perform(
  asked: Asked,
  call: Call,
  described: Described,
  service: Service,
): Promise<Done> {
  const { operation, key, query } = asked
  const body = await readBody(call)
  const first = contextOf(described.site.language, false, call, described, service)
  const given = merge(operation.params, query, body).i18n_language
  const asks = typeof given === 'string' && described.site.accepts.includes(given)
  const context = asks ? contextOf(given, true, call, described, service) : first
  const input = readInput(operation, query, body, context)
  if (!('resource' in operation)) {
    const text = operation.action === 'index' ? indexOf(input, described) : documentOf(described)
    return { status: 200, body: text }
  }
  const { resource, by } = operation
  const target = { resource, resources: service.resources, key, ...(by && { by }) }
  const outcome = actions[operation.action](target, input, context)
  return { ...outcome, ...extrasOf(outcome, operation, context) }
}

function contextOf(
  language: string,
  asksLanguage: boolean,
  call: Call,
  described: Described,
  service: Service,
): Context {
  const context: Context = {
    site: described.site,
    origin: call.origin,
    base: `${described.root}/${described.namespace}`,
    language,
    asksLanguage,
    now: described.now,
    repository: service.repository,
    settings: service.settings,
    create: (resource: Resource, values: Query): Row => createRow(resource, values, context),
  }
  return context
}

/** What an outcome adds to the headers: totals, the place of a new record, the languages of a single one. */
function extrasOf(
  outcome: Outcome,
  operation: Extract<Operation, { resource: Resource }>,
  context: Context,
) {
  const { counts, row } = outcome
  const address = (other: Row): string =>
    `${context.base}/${operation.resource.collection}/${other.id}`
  if (counts) {
    const [total, pages] = [String(counts.total), String(counts.pages)]
    const language = context.language
    const headers = {
      'X-Cal-Total': total,
      'X-Cal-TotalPages': pages,
      'X-WP-Total': total,
      'X-WP-TotalPages': pages,
      'Content-Language': language,
    }
    return { headers }
  }
  if (!row) return {}
  if (operation.action === 'create') return { headers: { Location: address(row) } }
  return operation.action === 'read'
    ? { alternates: alternatesOf(row, operation.resource, address, context) }
    : {}
}

/** A link to each translation in a language the site accepts (L7). */
function alternatesOf(
  row: Row,
  resource: Resource,
  address: (row: Row) => string,
  { repository, site }: Context,
): string[] {
  return repository
    .group(resource.name, row)
    .filter(
      (other) =>
        other.id !== row.id && other.status !== 'trash' && site.accepts.includes(other.language),
    )
    .map((other) => `<${address(other)}>; rel="alternate"; hreflang="${other.language}"`)
}

function formOf(call: Call, { values }: Raw): Form {
  const isSet = (name: string): boolean =>
    name in values && values[name] !== '0' && values[name] !== 'false'
  const fields = Array.isArray(values._fields) ? values._fields.join(',') : values._fields
  return {
    isHead: call.method === 'HEAD',
    isEnveloped: isSet('_envelope'),
    isPretty: isSet('_pretty'),
    ...(typeof fields === 'string' && fields !== '' && { fields }),
  }
}

/** The method that counts: `_method` of the query, else the override header, else the request's; HEAD reads. */
function methodOf(call: Call, { values }: Raw): string {
  const override =
    typeof values._method === 'string' ? values._method : call.header('x-http-method-override')
  const method = (override || call.method).toUpperCase()
  return method === 'HEAD' ? 'GET' : method
}

function noRoute(
  call: Call,
  method: string,
  root: string,
  namespace: string,
  endpoint?: Endpoint,
): Problem {
  const path = call.path.slice(0, 200)
  if (endpoint) {
    return new Problem('rest_no_route', {
      phrase: 'knownMethods',
      slots: { path, method, accepted: endpoint.allow },
    })
  }
  return new Problem('rest_no_route', { slots: { method, path, index: `${root}/${namespace}` } })
}
