import { invalid, type Param, type Params, required, valid } from './params/param.ts'
import { oneOf, positive, text } from './params/values.ts'
import type { Resource } from './resource.ts'
import type { Site } from './site.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** The methods of a path that share parameters and an action. */
export type Operation = {
  readonly methods: readonly Method[]
  /** The parameters that the index lists: first the parameters in the path, last the language. */
  readonly args: Params
  /** The parameters that are read from query and body. */
  readonly params: Params
  /** The parameters that are read from the body only. */
  readonly bodyParams: Params
} & (
  | { readonly action: 'index' | 'doc' }
  | {
      readonly action: 'list' | 'create' | 'read' | 'update' | 'remove'
      readonly resource: Resource
      readonly by?: 'id' | 'slug'
    }
)

export const isWrite = ({ action }: Operation): boolean =>
  action === 'create' || action === 'update'

/** A path below the namespace, or the REST root, with its operations in the order of the index. */
export interface Endpoint {
  /** For example `/events/{id}`; `/` is the REST root, and the index of the namespace is empty. */
  readonly path: string
  readonly operations: readonly Operation[]
  /** All methods, for messages. The header depends on the user. */
  readonly allow: string
}

/** A method and a path. The specification has 52 routes (4.2-4.7). */
export interface Route {
  readonly method: Method
  readonly path: string
}

/** Returns all endpoints of a site, in the order of the index. */
export function createEndpoints(
  resources: readonly Resource[],
  site: Pick<Site, 'accepts'>,
  namespace: string,
): readonly Endpoint[] {
  const endpoints = [
    createEndpoint('', [createDescriptionOperation('index', createIndexParams(namespace))]),
    createEndpoint('/doc', [createDescriptionOperation('doc', {})]),
    ...resources.flatMap((resource) => [
      createEndpoint(`/${resource.collection}`, [
        createCollectionOperation(resource, 'list'),
        createCollectionOperation(resource, 'create'),
      ]),
      ...resource.addressedBy.map((by) => createItemEndpoint(resource, by)),
    ]),
  ]
  const language = { i18n_language: createLanguageParam(site) }
  return endpoints.map((endpoint) => ({
    ...endpoint,
    operations: endpoint.operations.map((operation) => ({
      ...operation,
      args: { ...operation.args, ...language },
      params: { ...operation.params, ...language },
    })),
  }))
}

/** The REST root above the namespace. Its index describes the whole site. */
export const rootEndpoint: Endpoint = createEndpoint('/', [
  createDescriptionOperation('index', { context: createTextParam('view') }),
])

export function listRoutes(endpoints: readonly Endpoint[]): readonly Route[] {
  return endpoints.flatMap(({ path, operations }) =>
    operations.flatMap(({ methods }) => methods.map((method) => ({ method, path }))),
  )
}

/** Finds the endpoint of a path below the namespace, and the ID or slug in the path. Ignores case. */
export type FindEndpoint = (path: string) => { endpoint: Endpoint; key: string } | undefined

/** Creates the function that finds endpoints. It ignores a trailing slash. */
export function createEndpointFinder(endpoints: readonly Endpoint[]): FindEndpoint {
  const byPath = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]))
  const find = (path: string, key: string) => {
    const endpoint = byPath.get(path)
    return endpoint && { endpoint, key }
  }
  return (path) => {
    const [, first = '', second, third, ...others] = path.replace(/\/$/, '').split('/')
    const collection = first === '' ? '' : `/${first.toLowerCase()}`
    if (others.length > 0) return undefined
    if (second === undefined) return find(collection, '')
    if (third === undefined)
      return /^\d+$/.test(second) ? find(`${collection}/{id}`, second) : undefined
    const isBySlug = second.toLowerCase() === 'by-slug' && third !== ''
    return isBySlug ? find(`${collection}/by-slug/{slug}`, third) : undefined
  }
}

function createEndpoint(path: string, operations: readonly Operation[]): Endpoint {
  return { path, operations, allow: operations.flatMap(({ methods }) => methods).join(', ') }
}

function createDescriptionOperation(action: 'index' | 'doc', params: Params): Operation {
  return { methods: ['GET'], action, args: params, params, bodyParams: {} }
}

function createCollectionOperation(resource: Resource, action: 'list' | 'create'): Operation {
  const isCreate = action === 'create'
  const params = isCreate ? resource.fields : resource.filters
  return {
    methods: [isCreate ? 'POST' : 'GET'],
    action,
    resource,
    args: params,
    params,
    bodyParams: isCreate ? (resource.hiddenFields ?? {}) : {},
  }
}

function createItemEndpoint(resource: Resource, by: 'id' | 'slug'): Endpoint {
  const path = `/${resource.collection}${by === 'id' ? '/{id}' : '/by-slug/{slug}'}`
  const operations = resource.itemMethods.map((method) =>
    method === 'EDIT'
      ? createUpdateOperation(resource, by)
      : createReadOrRemoveOperation(resource, by, method),
  )
  return createEndpoint(path, operations)
}

function createUpdateOperation(resource: Resource, by: 'id' | 'slug'): Operation {
  const key = { [by]: by in resource.fields ? text('slugInPath') : createKeyParam(by) }
  const itemParams = by === 'id' ? resource.itemParams : {}
  const fields = toOptional(resource.fields)
  return {
    methods: ['POST', 'PUT', 'PATCH'],
    action: 'update',
    resource,
    by,
    args: { ...key, ...itemParams, ...fields, ...key }, // the key comes first and replaces a field
    params: fields,
    bodyParams: resource.hiddenFields ?? {},
  }
}

function createReadOrRemoveOperation(
  resource: Resource,
  by: 'id' | 'slug',
  method: 'GET' | 'DELETE',
): Operation {
  const { itemParams = {} } = resource
  return {
    methods: [method],
    action: method === 'GET' ? 'read' : 'remove',
    resource,
    by,
    args: { [by]: createKeyParam(by), ...(by === 'id' && itemParams) },
    params: itemParams,
    bodyParams: {},
  }
}

/** Returns the parameter `i18n_language`, which accepts exactly the languages of the site (4.1). */
function createLanguageParam(site: Pick<Site, 'accepts'>): Param<string> {
  const param = oneOf('language', site.accepts)
  return { ...param, declared: { ...param.declared, enum: site.accepts } }
}

const createKeyParam = (by: 'id' | 'slug') =>
  by === 'id' ? required(positive('id')) : required(text('slugInPath'))

/** Returns the parameters of the index: `namespace` and `context`. */
const createIndexParams = (namespace: string): Params => ({
  namespace: createTextParam(namespace),
  context: createTextParam('view'),
})

/** Returns a parameter of the index, which accepts any text (19.1). */
function createTextParam(defaultValue: string): Param<string> {
  return {
    doc: undefined,
    declared: { default: defaultValue },
    schema: { type: 'string' },
    required: false,
    read: (raw) => (typeof raw === 'string' ? valid(raw) : invalid('notText', raw)),
  }
}

const toOptional = (params: Params): Params =>
  Object.fromEntries(
    Object.entries(params).map(([name, param]) => [name, { ...param, required: false }]),
  )
