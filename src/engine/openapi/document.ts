import type { Query } from '../../contract/context.ts'
import { formatMessage, type MessageKey } from '../../contract/format-message.ts'
import type { Param, Params, Schema } from '../../contract/params/param.ts'
import { type Resource, schemaName, schemaRef } from '../../contract/resource.ts'
import type { Endpoint, Operation } from '../../contract/route.ts'
import type { Site } from '../../contract/site.ts'
import { requiresUser } from '../auth.ts'
import type { ApiDescription } from './discovery.ts'
import { createSchemas, problemResponse } from './schemas.ts'

/** The OpenAPI 3.1 document of the site (4.2). Choice: it tells what is on the wire. */
export function createDocument(described: ApiDescription): Query {
  const { endpoints, resources, site, namespace, root, settings } = described
  const isOpen = settings.accounts.length === 0
  const { messages: words } = site
  return {
    openapi: '3.1.0',
    info: {
      title: words.docTitle,
      description: words.docDescription,
      version: '1.0.0',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${root}/${namespace}` }],
    security: [],
    tags: resources.map(({ collection, name }) => ({ name: collection, description: words[name] })),
    paths: Object.fromEntries(
      endpoints.map((endpoint) => [endpoint.path || '/', pathItem(endpoint, site, isOpen)]),
    ),
    components: {
      schemas: createSchemas(resources, site),
      responses: { problem: problemResponse(site) },
      ...(!isOpen && { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } }),
    },
  }
}

/** What a path answers; unless the service is open, its writes need a user. */
function pathItem(endpoint: Endpoint, site: Site, isOpen: boolean): Query {
  const entries = endpoint.operations.flatMap((operation) =>
    operation.methods.map((method) => [
      method.toLowerCase(),
      operationObject(operation, method, endpoint.path, site, isOpen),
    ]),
  )
  return Object.fromEntries(entries)
}

const summaries: Readonly<Record<Operation['action'], MessageKey>> = {
  index: 'indexSummary',
  doc: 'docSummary',
  list: 'listSummary',
  create: 'createSummary',
  read: 'readSummary',
  update: 'updateSummary',
  remove: 'removeSummary',
}

function operationObject(
  operation: Operation,
  method: string,
  path: string,
  site: Site,
  isOpen: boolean,
): Query {
  const resource = 'resource' in operation ? operation.resource : undefined
  const isWrite = operation.action === 'create' || operation.action === 'update'
  const inQuery = isWrite ? pick(operation.params, ['i18n_language']) : operation.params
  return {
    operationId: operationId(operation, method),
    summary: formatMessage(
      site.messages,
      summaries[operation.action],
      resource ? { kind: resource.name } : {},
    ),
    ...(resource && { tags: [resource.collection] }),
    parameters: [
      ...pathParameters(path, site),
      ...Object.entries(inQuery).map(([name, param]) => queryParameter(name, param, site)),
    ],
    ...(isWrite && resource && { requestBody: requestBody(operation, resource) }),
    responses: createResponses(operation, site, isOpen),
    ...(!isOpen && requiresUser(operation) && { security: [{ basic: [] }] }),
  }
}

function operationId(operation: Operation, method: string): string {
  if (!('resource' in operation)) return operation.action
  const { action, resource, by } = operation
  const verb = action === 'update' ? `${action}With${schemaName(method.toLowerCase())}` : action
  return `${verb}${schemaName(action === 'list' ? resource.collection : resource.name)}${by === 'slug' ? 'BySlug' : ''}`
}

const pick = (params: Params, names: readonly string[]): Params =>
  Object.fromEntries(Object.entries(params).filter(([name]) => names.includes(name)))

function pathParameters(path: string, site: Site): Query[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: site.messages[name === 'id' ? 'id' : 'slugInPath'],
    schema: name === 'id' ? { type: 'integer', minimum: 1 } : { type: 'string' },
  }))
}

function queryParameter(name: string, param: Param<unknown>, site: Site): Query {
  return {
    name,
    in: 'query',
    required: param.required,
    ...(param.doc && { description: site.messages[param.doc] }),
    ...(param.list && { style: 'form', explode: false }),
    schema: { ...param.schema, ...enumSchema(param), ...defaultSchema(param) },
  }
}

const enumSchema = (param: Param<unknown>): Schema =>
  'enum' in param.declared ? { enum: param.declared.enum } : {}

function defaultSchema({ declared, schema }: Param<unknown>): Schema {
  const value = declared.default
  if (value === undefined || value === null) return {}
  return schema.type === 'boolean'
    ? { default: value === '1' || value === true }
    : { default: value }
}

function requestBody(operation: Operation, resource: Resource): Query {
  const isCreate = operation.action === 'create'
  const schema = schemaRef(resource.name, isCreate ? 'Fields' : 'Changes')
  const form = { schema }
  return {
    required: isCreate,
    content: {
      'application/json': form,
      'application/x-www-form-urlencoded': form,
      ...(isCreate && { 'multipart/form-data': form }),
    },
  }
}

function createResponses(operation: Operation, site: Site, isOpen: boolean): Query {
  const statuses = [
    '400',
    '413',
    ...(isOpen ? [] : ['401']),
    ...(!isOpen && requiresUser(operation) ? ['403'] : []),
    ...('resource' in operation
      ? listErrorStatuses(operation)
      : operation.action === 'index'
        ? ['404']
        : []),
  ]
  const refused = Object.fromEntries(
    statuses.map((status) => [status, { $ref: '#/components/responses/problem' }]),
  )
  const done = {
    description: site.messages.success,
    content: { 'application/json': { schema: responseSchema(operation) } },
  }
  return { [operation.action === 'create' ? '201' : '200']: done, ...refused }
}

function listErrorStatuses({
  action,
  resource,
}: Extract<Operation, { resource: Resource }>): string[] {
  if (action === 'list') return resource.rejectsPagePastEnd ? ['404'] : []
  const writes = action === 'create' || action === 'update' ? ['415'] : []
  if (action === 'create') return writes
  return [
    ...(action === 'read' && resource.itemParams ? ['403'] : []),
    '404',
    ...(resource.rejectsPagePastEnd ? ['410'] : []),
    ...writes,
  ]
}

function responseSchema(operation: Operation): Schema {
  if (!('resource' in operation)) return { type: 'object' }
  const { resource, action } = operation
  return schemaRef(resource.name, action === 'list' ? 'List' : '')
}
