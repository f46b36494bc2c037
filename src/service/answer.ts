import type { Context, Query, Repository, Settings } from '../contract/context.ts'
import { Problem } from '../contract/problem.ts'
import type { Resource, Row } from '../contract/resource.ts'
import {
  type Endpoint,
  endpointsOf,
  type FindEndpoint,
  findEndpointIn,
  type Operation,
} from '../contract/route.ts'
import type { Site } from '../contract/site.ts'
import { create, createRow, list, type Outcome, read, remove, update } from './actions.ts'
import type { Call, Reply } from './call.ts'
import { documentOf } from './document-of.ts'
import { extrasOf } from './extras-of.ts'
import { type Described, indexOf, routeEntry } from './index-of.ts'
import { type Raw, readBody, readForm } from './read-body.ts'
import { rawOf, readInput } from './read-input.ts'
import { commonHeaders, type Form, formOf, problemBody, toReply } from './to-reply.ts'

/** What a service is made of, the same for every state it is in. */
export interface Service {
  readonly sites: readonly Site[]
  readonly resources: readonly Resource[]
  readonly settings: Settings
}

/** What else an answer depends on besides the request: the records, and what the clock shows. */
export interface State {
  readonly repository: Repository
  readonly now: Date
}

/** A site with its table of routes, made once. */
interface Mounted {
  readonly site: Site
  readonly endpoints: readonly Endpoint[]
  readonly findEndpoint: FindEndpoint
}

/** What a service gives its edges. */
export interface Answering {
  /** The template of the path where it is one of ours: `/events/{id}`; `undefined` on paths of ours that no route has. */
  endpointAt(path: string): { readonly isOurs: boolean; readonly endpoint?: Endpoint }
  answer(call: Call, state: State): Promise<Reply | undefined>
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
    async answer(call, state) {
      const found = mountAt(call.path)
      return found && respond(call, found, service, state)
    },
  }
}

/** A call that has reached a site, with all that its answer depends on besides. */
interface Arrived extends Described {
  readonly call: Call
  readonly repository: Repository
  readonly settings: Settings
}

async function respond(
  call: Call,
  { mount: { site, endpoints, findEndpoint }, rest }: { mount: Mounted; rest: string },
  { resources, settings }: Service,
  { repository, now }: State,
): Promise<Reply> {
  const root = call.origin + site.root
  // spelt out where every answer passes: spreads cost more than the rest of it
  const arrived: Arrived = {
    endpoints,
    resources,
    site,
    namespace: settings.namespace,
    root,
    now,
    call,
    repository,
    settings,
  }
  const found = findEndpoint(rest)
  const headers = commonHeaders(call, root)
  headers['Content-Language'] = site.language
  if (found) headers.Allow = found.endpoint.allow
  let form: Form = { isEnveloped: false, isPretty: false, isHead: call.method === 'HEAD' }
  try {
    const query = readForm(call.query)
    form = formOf(call, query)
    const method = methodOf(call, query)
    if (method === 'OPTIONS')
      return toReply(
        200,
        { plain: found ? routeEntry(found.endpoint, arrived) : [] },
        headers,
        form,
      )
    const operation = found?.endpoint.operations.find(({ methods }) =>
      methods.some((known) => known === method),
    )
    if (!found || !operation) throw noRoute(method, arrived, found?.endpoint)
    const outcome = await perform({ operation, key: found.key, query }, arrived)
    if (outcome.row) headers['Content-Language'] = outcome.row.language
    Object.assign(headers, outcome.headers)
    if (outcome.alternates) headers.Link = [headers.Link, ...outcome.alternates].join(', ')
    return toReply(outcome.status, outcome.body, headers, form)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return toReply(error.status, { plain: problemBody(error, site.words) }, headers, form)
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

async function perform({ operation, key, query }: Asked, arrived: Arrived): Promise<Done> {
  const { call, site, resources } = arrived
  const body = await readBody(call)
  const given = rawOf('i18n_language', operation.params, query, body)
  const asks = typeof given === 'string' && site.accepts.includes(given)
  const context = contextOf(arrived, asks ? given : undefined)
  const input = readInput(operation, query, body, context)
  if (!('resource' in operation)) {
    const text = operation.action === 'index' ? indexOf(input, arrived) : documentOf(arrived)
    return { status: 200, body: { plain: text } }
  }
  const { resource, by } = operation
  const target = { resource, resources, key, ...(by && { by }) }
  const outcome = actions[operation.action](target, input, context)
  return Object.assign(outcome, extrasOf(outcome, operation, context))
}

/** The context of a call, in the language it asks for, else in that of its site. */
function contextOf(arrived: Arrived, asked: string | undefined): Context {
  const { call, site, root, namespace, now, repository, settings } = arrived
  const context: Context = {
    site,
    origin: call.origin,
    base: `${root}/${namespace}`,
    language: asked ?? site.language,
    asksLanguage: asked !== undefined,
    now,
    repository,
    settings,
    isInline: call.header('x-calmock-pictures') === 'data',
    create: (resource: Resource, values: Query): Row => createRow(resource, values, context),
  }
  return context
}

/** The method that counts: `_method` of the query, else the override header, else the request's; HEAD reads. */
function methodOf(call: Call, { values }: Raw): string {
  const override =
    typeof values._method === 'string' ? values._method : call.header('x-http-method-override')
  const method = (override || call.method).toUpperCase()
  return method === 'HEAD' ? 'GET' : method
}

function noRoute(method: string, arrived: Arrived, endpoint: Endpoint | undefined): Problem {
  const path = arrived.call.path.slice(0, 200)
  if (endpoint) {
    return new Problem('rest_no_route', {
      phrase: 'knownMethods',
      slots: { path, method, accepted: endpoint.allow },
    })
  }
  const index = `${arrived.root}/${arrived.namespace}`
  return new Problem('rest_no_route', { slots: { method, path, index } })
}
