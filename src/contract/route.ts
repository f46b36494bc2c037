import { oneOf } from './params/choice.ts'
import { positive } from './params/number.ts'
import { invalid, type Param, type Params, required, valid } from './params/param.ts'
import { text } from './params/text.ts'
import type { Resource } from './resource.ts'
import type { Site } from './site.ts'

/** The methods that routes answer. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** What can be done with a resource. */
type ResourceAction = 'list' | 'create' | 'read' | 'update' | 'remove'

/** One or several methods of a path that do the same: what they accept, and what answers them. */
export type Operation = OperationParams & (DescriptionOperation | ResourceOperation)
interface OperationParams {
  readonly methods: readonly Method[]
  /** What the index says it accepts, the parts of the path first, the language last. */
  readonly args: Params
  /** What is read from query and body. */
  readonly params: Params
  /** What is read from the body alone. */
  readonly bodyParams: Params
}
interface DescriptionOperation {
  readonly action: 'index' | 'doc'
}
interface ResourceOperation {
  readonly action: ResourceAction
  readonly resource: Resource
  readonly by?: 'id' | 'slug'
}

/** A path below the namespace, with its operations in the order the index names them. */
export interface Endpoint {
  /** `/events/{id}` */
  readonly path: string
  readonly operations: readonly Operation[]
  /** Its methods as `Allow` lists them. */
  readonly allow: string
}

/** A single method and path: there are 52 of them (4.2 to 4.7). */
export interface Route {
  readonly method: Method
  readonly path: string
}

/** All endpoints of a site, in the order of the index. */
export function createEndpoints(
  resources: readonly Resource[],
  site: Site,
  namespace: string,
): readonly Endpoint[] {
  const close = (params: Params): Params => ({ ...params, i18n_language: languageParam(site) })
  const described = (action: 'index' | 'doc', params: Params): Operation => ({
    methods: ['GET'],
    action,
    args: close(params),
    params: close(params),
    bodyParams: {},
  })
  return [
    endpoint('', [described('index', indexParams(namespace))]),
    endpoint('/doc', [described('doc', {})]),
    ...resources.flatMap((resource) => [
      endpoint(`/${resource.collection}`, [
        operation(resource, 'list', resource.filters, close),
        operation(resource, 'create', resource.fields, close),
      ]),
      ...resource.addressedBy.map((by) => itemEndpoint(resource, by, close)),
    ]),
  ]
}

/** Every method and path of the endpoints. */
export function listRoutes(endpoints: readonly Endpoint[]): readonly Route[] {
  return endpoints.flatMap(({ path, operations }) =>
    operations.flatMap(({ methods }) => methods.map((method) => ({ method, path }))),
  )
}

/** The endpoint of a path below the namespace, and what stands in its braces. Upper case is as good as lower. */
export type FindEndpoint = (path: string) => { endpoint: Endpoint; key: string } | undefined

/** Finds paths among the endpoints; a slash at the end changes nothing. */
export function createEndpointFinder(endpoints: readonly Endpoint[]): FindEndpoint {
  const byShape = new Map(endpoints.map((found) => [found.path, found]))
  return (path) => {
    const whole = path.includes('{') ? undefined : byShape.get(path)
    if (whole) return { endpoint: whole, key: '' }
    const [, first = '', second, third, ...rest] = path.replace(/\/$/, '').split('/')
    const head = first === '' ? '' : `/${first.toLowerCase()}`
    if (rest.length > 0) return undefined
    if (third !== undefined) {
      const endpoint =
        second?.toLowerCase() === 'by-slug' && third !== ''
          ? byShape.get(`${head}/by-slug/{slug}`)
          : undefined
      return endpoint && { endpoint, key: third }
    }
    const endpoint =
      second === undefined
        ? byShape.get(head)
        : /^\d+$/.test(second)
          ? byShape.get(`${head}/{id}`)
          : undefined
    return endpoint && { endpoint, key: second ?? '' }
  }
}

function itemEndpoint(
  resource: Resource,
  by: 'id' | 'slug',
  close: (params: Params) => Params,
): Endpoint {
  const path = `/${resource.collection}${by === 'id' ? '/{id}' : '/by-slug/{slug}'}`
  const itemParams = by === 'id' ? (resource.itemParams ?? {}) : {}
  const operations = resource.itemMethods.map((method): Operation => {
    const isEdit = method === 'EDIT'
    const inPath = { [by]: isEdit && by in resource.fields ? text('slugInPath') : keyParam(by) }
    const params = isEdit ? optionalAll(resource.fields) : (resource.itemParams ?? {})
    return {
      methods: isEdit ? ['POST', 'PUT', 'PATCH'] : [method],
      action: isEdit ? 'update' : method === 'GET' ? 'read' : 'remove',
      resource,
      by,
      args: close(
        isEdit
          ? { ...inPath, ...itemParams, ...params, ...inPath } // the path's own place, and its own rule
          : { ...inPath, ...itemParams },
      ),
      params: close(params),
      bodyParams: isEdit ? (resource.hiddenFields ?? {}) : {},
    }
  })
  return endpoint(path, operations)
}

function operation(
  resource: Resource,
  action: 'list' | 'create',
  params: Params,
  close: (params: Params) => Params,
): Operation {
  const isCreate = action === 'create'
  return {
    methods: [isCreate ? 'POST' : 'GET'],
    action,
    resource,
    args: close(params),
    params: close(params),
    bodyParams: isCreate ? (resource.hiddenFields ?? {}) : {},
  }
}

const endpoint = (path: string, operations: readonly Operation[]): Endpoint => ({
  path,
  operations,
  allow: operations.flatMap(({ methods }) => methods).join(', '),
})

/** `i18n_language`: exactly one of the codes of the site (4.1). */
function languageParam(site: Site): Param<string> {
  const param = oneOf('language', site.accepts)
  return { ...param, declared: { ...param.declared, enum: site.accepts } }
}

const keyParam = (by: 'id' | 'slug') =>
  by === 'id' ? required(positive('id')) : required(text('slugInPath'))

/** The index takes the one namespace there is, and any context (9.1 of the reference). */
function indexParams(namespace: string): Params {
  const word = (value: string): Param<string> => ({
    doc: undefined,
    declared: { default: value },
    schema: { type: 'string' },
    required: false,
    read: (raw) => (typeof raw === 'string' ? valid(raw) : invalid('notText', raw)),
  })
  return { namespace: word(namespace), context: word('view') }
}

const optionalAll = (params: Params): Params =>
  Object.fromEntries(
    Object.entries(params).map(([name, param]) => [name, { ...param, required: false }]),
  )
