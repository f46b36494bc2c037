import type { Query } from '../../contract/context.ts'
import { formatMessage, type MessageKey } from '../../contract/format-message.ts'
import type { Param, Schema } from '../../contract/params/param.ts'
import { type Resource, schemaName, schemaRef } from '../../contract/resource.ts'
import type { Endpoint, Operation, Route } from '../../contract/route.ts'
import type { Site } from '../../contract/site.ts'
import { requiresUser } from '../auth.ts'
import type { ApiDescription } from './discovery.ts'
import { createProblemResponse, createSchemas } from './schemas.ts'

/** Returns the OpenAPI 3.1 document of a site (4.2). Choice: it describes the responses as they are really sent. */
export function createDocument(api: ApiDescription): Query {
  const { endpoints, resources, site, root, settings } = api
  const { messages } = site
  const isOpen = settings.accounts.length === 0
  const paths = endpoints.map((endpoint) => [
    endpoint.path || '/',
    createPathItem(endpoint, { site, isOpen }),
  ])
  return {
    openapi: '3.1.0',
    info: {
      title: messages.docTitle,
      description: messages.docDescription,
      version: '1.0.0',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${root}/${settings.namespace}` }],
    security: [],
    tags: resources.map(({ collection, name }) => ({
      name: collection,
      description: messages[name],
    })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: createSchemas(resources, site),
      responses: { problem: createProblemResponse(site) },
      ...(!isOpen && { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } }),
    },
  }
}

/** The site of a document, and whether it has no accounts, so that anyone may write. */
interface DocumentContext {
  readonly site: Site
  readonly isOpen: boolean
}

function createPathItem({ path, operations }: Endpoint, context: DocumentContext): Query {
  const entries = operations.flatMap((operation) =>
    operation.methods.map((method) => [
      method.toLowerCase(),
      createOperation(operation, { method, path }, context),
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

function createOperation(
  operation: Operation,
  { method, path }: Route,
  { site, isOpen }: DocumentContext,
): Query {
  const resource = 'resource' in operation ? operation.resource : undefined
  const isWrite = operation.action === 'create' || operation.action === 'update'
  const queryParams = Object.entries(operation.params).filter(
    ([name]) => !isWrite || name === 'i18n_language',
  )
  return {
    operationId: createOperationId(operation, method),
    summary: formatMessage(
      site.messages,
      summaries[operation.action],
      resource ? { kind: resource.name } : {},
    ),
    ...(resource && { tags: [resource.collection] }),
    parameters: [
      ...createPathParameters(path, site),
      ...queryParams.map(([name, param]) => createQueryParameter(name, param, site)),
    ],
    ...(isWrite && resource && { requestBody: createRequestBody(operation, resource) }),
    responses: createResponses(operation, { site, isOpen }),
    ...(!isOpen && requiresUser(operation) && { security: [{ basic: [] }] }),
  }
}

function createOperationId(operation: Operation, method: string): string {
  if (!('resource' in operation)) return operation.action
  const { action, resource, by } = operation
  const verb = action === 'update' ? `${action}With${schemaName(method.toLowerCase())}` : action
  const noun = schemaName(action === 'list' ? resource.collection : resource.name)
  return `${verb}${noun}${by === 'slug' ? 'BySlug' : ''}`
}

function createPathParameters(path: string, site: Site): Query[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: site.messages[name === 'id' ? 'id' : 'slugInPath'],
    schema: name === 'id' ? { type: 'integer', minimum: 1 } : { type: 'string' },
  }))
}

function createQueryParameter(name: string, param: Param<unknown>, site: Site): Query {
  return {
    name,
    in: 'query',
    required: param.required,
    ...(param.doc && { description: site.messages[param.doc] }),
    ...(param.list && { style: 'form', explode: false }),
    schema: {
      ...param.schema,
      ...('enum' in param.declared && { enum: param.declared.enum }),
      ...createDefaultSchema(param),
    },
  }
}

function createDefaultSchema({ declared, schema }: Param<unknown>): Schema {
  const value = declared.default
  if (value === undefined || value === null) return {}
  return schema.type === 'boolean'
    ? { default: value === '1' || value === true }
    : { default: value }
}

function createRequestBody(operation: Operation, resource: Resource): Query {
  const isCreate = operation.action === 'create'
  const mediaType = { schema: schemaRef(resource.name, isCreate ? 'Fields' : 'Changes') }
  return {
    required: isCreate,
    content: {
      'application/json': mediaType,
      'application/x-www-form-urlencoded': mediaType,
      ...(isCreate && { 'multipart/form-data': mediaType }),
    },
  }
}

function createResponses(operation: Operation, { site, isOpen }: DocumentContext): Query {
  const statuses = [
    '400',
    '413',
    ...(isOpen ? [] : ['401']),
    ...(!isOpen && requiresUser(operation) ? ['403'] : []),
    ...listErrorStatuses(operation),
  ]
  const errors = Object.fromEntries(
    statuses.map((status) => [status, { $ref: '#/components/responses/problem' }]),
  )
  const success = {
    description: site.messages.success,
    content: { 'application/json': { schema: createResponseSchema(operation) } },
  }
  return { [operation.action === 'create' ? '201' : '200']: success, ...errors }
}

/** Returns the statuses of the errors that not every operation has. */
function listErrorStatuses(operation: Operation): string[] {
  if (!('resource' in operation)) return operation.action === 'index' ? ['404'] : []
  const { action, resource } = operation
  const isPost = resource.rejectsPagePastEnd
  if (action === 'list') return isPost ? ['404'] : []
  if (action === 'create') return ['415']
  return [
    ...(action === 'read' && resource.itemParams ? ['403'] : []),
    '404',
    ...(isPost ? ['410'] : []),
    ...(action === 'update' ? ['415'] : []),
  ]
}

function createResponseSchema(operation: Operation): Schema {
  if (!('resource' in operation)) return { type: 'object' }
  const { resource, action } = operation
  return schemaRef(resource.name, action === 'list' ? 'List' : '')
}
