import { type Account, unshared } from '../contract/account.ts'
import type { Context, Query, Repository } from '../contract/context.ts'
import { Problem } from '../contract/problem.ts'
import type { Resource, Row } from '../contract/resource.ts'
import type { Endpoint, Operation } from '../contract/route.ts'
import { create, createRow, list, type Outcome, read, remove, update } from './actions.ts'
import { accountOf, needsUser, permit } from './auth.ts'
import type { Call, Reply } from './http-message.ts'
import { type Described, indexOf, routeEntry } from './openapi/discovery.ts'
import { documentOf } from './openapi/document.ts'
import { nothing, type Raw, readForm, readingOf, type TellBody } from './read-body.ts'
import { readInput, sourceOf } from './read-params.ts'
import { describe } from './record-headers.ts'
import { type Arrival, mounting, type Service } from './site-router.ts'
import { commonHeaders, type Form, formOf, problemBody, toReply } from './to-response.ts'

/** What else an answer depends on besides the request: the records, and what the clock shows. */
export interface State {
  readonly repository: Repository
  readonly now: Date
}

/** What a service gives its edges. */
export interface Answering {
  /** The template of the path where it is one of ours: `/events/{id}`; `undefined` on paths of ours that no route has. */
  endpointAt(path: string): { readonly isOurs: boolean; readonly endpoint?: Endpoint }
  /** Undefined for a path outside the sites. */
  answer(call: Call, state: State): Promise<Reply | undefined>
}

/** Answers calls to the sites of a service; for any other path the answer is undefined. */
export function answering(service: Service): Answering {
  const mountAt = mounting(service)
  return {
    endpointAt(path) {
      const found = mountAt(path)
      const endpoint = found?.mount.findEndpoint(found.rest)?.endpoint
      return { isOurs: found !== undefined, ...(endpoint && { endpoint }) }
    },
    async answer(call, state) {
      const found = mountAt(call.path)
      if (!found) return undefined
      const tellBody = await readingOf(call, service.settings.maxBody)
      return respond({ ...found, call, tellBody }, service, state)
    },
  }
}

/** A call at a site. */
interface At extends Arrival {
  readonly call: Call
  readonly tellBody: TellBody
}

/** A call that has reached a site, with all that its answer depends on besides. */
interface Arrived extends Described {
  readonly call: Call
  readonly tellBody: TellBody
  readonly repository: Repository
}

async function respond(
  { mount: { site, endpoints, findEndpoint }, rest, call, tellBody }: At,
  { resources, settings }: Service,
  { repository, now }: State,
): Promise<Reply> {
  const root = call.origin + site.root
  const arrived: Arrived = {
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
  const headers = commonHeaders(call, root)
  headers['Content-Language'] = site.language
  if (found) headers.Allow = found.endpoint.allow
  let form: Form | undefined // of queries that cannot be read there is none
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
    const account = accountOf(call, settings.accounts)
    if (account) Object.assign(headers, unshared)
    const operation = found?.endpoint.operations.find(({ methods }) =>
      methods.some((known) => known === method),
    )
    if (!found || !operation) throw noRoute(method, arrived, found?.endpoint)
    const { status, body } = await perform(
      { operation, key: found.key, query, account, headers },
      arrived,
    )
    return toReply(status, body, headers, form)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const told = { plain: problemBody(error, site.words) }
    return toReply(error.status, told, headers, form ?? formOf(call, nothing))
  }
}

/** The operation that was asked for, what stands in the path, and the parameters of the query. */
interface Asked {
  readonly operation: Operation
  readonly key: string
  readonly query: Raw
  readonly account: Account | undefined
  /** Those of the answer, as far as they are known. */
  readonly headers: Record<string, string>
}

const actions = { list, create, read, update, remove } as const

async function perform(
  { operation, key, query, account, headers }: Asked,
  arrived: Arrived,
): Promise<Pick<Outcome, 'status' | 'body'>> {
  const { site, resources, settings } = arrived
  const body = arrived.tellBody()
  const given = sourceOf('i18n_language', query, body).get('i18n_language')
  const asks = typeof given === 'string' && site.accepts.includes(given)
  const context = contextOf(arrived, asks ? given : undefined)
  const isGiven = (name: string): boolean => sourceOf(name, query, body).get(name) !== undefined
  await context.repository.load(languagesFor(operation, context, isGiven))
  const input = readInput(operation, query, body, context)
  if (!('resource' in operation)) {
    const text = operation.action === 'index' ? indexOf(input, arrived) : documentOf(arrived)
    return { status: 200, body: { plain: text } }
  }
  if (needsUser(operation)) permit(account, settings.accounts)
  const { action, resource, by } = operation
  const target = { resource, resources, key, ...(by && { by }) }
  const outcome = actions[action](target, input, context)
  describe(outcome, operation, context, headers)
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
function methodOf(call: Call, query: Raw): string {
  if (call.method === 'OPTIONS') return call.method // a browser asks it before what it means to do
  const asked = query.get('_method')
  const override = typeof asked === 'string' ? asked : call.header('x-http-method-override')
  const method = (override || call.method).toUpperCase()
  return method === 'HEAD' ? 'GET' : method
}

function noRoute(method: string, arrived: Arrived, endpoint: Endpoint | undefined): Problem {
  const path = arrived.call.path.slice(0, 200)
  if (endpoint) {
    return new Problem('rest_no_route', {
      phrase: 'knownMethods',
      slots: { path, method, accepted: endpoint.allow.split(', ') },
    })
  }
  const index = `${arrived.root}/${arrived.namespace}`
  return new Problem('rest_no_route', { slots: { method, path, index } })
}
