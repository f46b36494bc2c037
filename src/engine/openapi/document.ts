import type { Query, Repository, Settings } from '../../contract/context.ts'
import { formatMessage, joinSentences, type MessageKey } from '../../contract/format-message.ts'
import type { Param, Schema } from '../../contract/params/param.ts'
import type { Preset } from '../../contract/presets.ts'
import {
  integerSchema,
  type Resource,
  schemaName,
  schemaRef,
  textSchema,
} from '../../contract/resource.ts'
import { type Endpoint, isWrite, type Operation, type Route } from '../../contract/route.ts'
import type { Site } from '../../contract/site.ts'
import { hasUsers } from '../../contract/user.ts'
import { requiresUser } from '../access.ts'
import { createSchemas } from './schemas.ts'

/** The site, its endpoints and resources, which descriptions of the API are computed from. */
export interface ApiDescription {
  readonly endpoints: readonly Endpoint[]
  readonly resources: readonly Resource[]
  readonly site: Site
  /** The URL of the site's REST root, without a slash at the end. */
  readonly root: string
  readonly now: Date
  readonly settings: Settings
  /** The records whose IDs and slugs are examples. Default: the document has no examples of records. */
  readonly repository?: Pick<Repository, 'all'>
}

/** Returns the OpenAPI 3.1 document of a site (19.2). It describes the responses as they are really sent (19.2a). */
export function createDocument(api: ApiDescription): Query {
  const { endpoints, resources, site, root, settings } = api
  const { messages } = site
  const isOpen = !hasUsers({ settings })
  const paths = endpoints.map((endpoint) => [endpoint.path || '/', createPathItem(endpoint, api)])
  return {
    openapi: '3.1.0',
    info: {
      title: messages.docTitle,
      description: joinSentences([messages.docDescription, ...(isOpen ? [] : [messages.docUsers])]),
      version: '1.0.0',
      contact: { name: 'calmock' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${root}/${settings.namespace}` }],
    security: [],
    tags: [
      { name: DISCOVERY_TAG, description: messages.docTitle },
      ...resources.map(({ collection, name }) => ({
        name: collection,
        description: messages[name],
      })),
    ],
    paths: Object.fromEntries(paths),
    components: {
      schemas: createSchemas(api),
      responses: { problem: createProblemResponse(site, settings) },
      headers: createHeaderComponents(site, settings),
      ...(!isOpen && { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } }),
    },
  }
}

const DISCOVERY_TAG = 'discovery'

function createPathItem({ path, operations }: Endpoint, api: ApiDescription): Query {
  const entries = operations.flatMap((operation) =>
    operation.methods.map((method) => [
      method.toLowerCase(),
      createOperation(operation, { method, path }, api),
    ]),
  )
  return Object.fromEntries(entries)
}

/** The messages that describe an action: in a few words, and in sentences. */
const actionDocs: Readonly<Record<Operation['action'], readonly [MessageKey, MessageKey]>> = {
  index: ['indexSummary', 'indexDetails'],
  doc: ['docSummary', 'docDetails'],
  list: ['listSummary', 'listDetails'],
  create: ['createSummary', 'createDetails'],
  read: ['readSummary', 'readDetails'],
  update: ['updateSummary', 'updateDetails'],
  remove: ['removeSummary', 'removeDetails'],
}

function createOperation(
  operation: Operation,
  { method, path }: Route,
  api: ApiDescription,
): Query {
  const { site, settings, now } = api
  const description = describeOperation(operation, site)
  // a separate text for each operation, since the names of terms are unique
  const example = { text: `${description.summary} (${method})`, now }
  const resource = 'resource' in operation ? operation.resource : undefined
  const queryParams = Object.entries(operation.params).filter(
    ([name]) => !isWrite(operation) || name === 'i18n_language',
  )
  return {
    operationId: createOperationId(operation, method),
    ...description,
    tags: [resource?.collection ?? DISCOVERY_TAG],
    parameters: [
      ...createPathParameters(path, operation, api),
      ...queryParams.map(([name, param]) => createQueryParameter(name, param, api)),
    ],
    ...(isWrite(operation) &&
      resource && { requestBody: createRequestBody(operation, resource, example) }),
    responses: createResponses(operation, site, settings),
    ...(hasUsers({ settings }) && { security: createSecurity(operation) }),
  }
}

/** Returns the schemes of an operation. Reads require no user, and users may see more. */
const createSecurity = (operation: Operation): Query[] =>
  requiresUser(operation) ? [{ basic: [] }] : [{}, { basic: [] }]

function describeOperation(operation: Operation, { messages }: Site): Query {
  const [summary, details] = actionDocs[operation.action]
  const resource = 'resource' in operation ? operation.resource : undefined
  const values = resource ? { kind: resource.name } : {}
  return { summary: formatMessage(messages, summary, values), description: messages[details] }
}

function createOperationId(operation: Operation, method: string): string {
  // generated clients have files named `index`
  if (!('resource' in operation)) return `read${schemaName(operation.action)}`
  const { action, resource, by } = operation
  const verb = action === 'update' ? `${action}With${schemaName(method.toLowerCase())}` : action
  const noun = schemaName(action === 'list' ? resource.collection : resource.name)
  return `${verb}${noun}${by === 'slug' ? 'BySlug' : ''}`
}

function createPathParameters(path: string, operation: Operation, api: ApiDescription): Query[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: api.site.messages[name === 'id' ? 'id' : 'slugInPath'],
    schema: name === 'id' ? { type: 'integer', minimum: 1 } : { type: 'string' },
    ...createExample(findExampleRow(operation, api)?.[name]),
  }))
}

/** Finds the record of an example: another record for slugs than for IDs, and for DELETE, so that all examples work one after the other. */
function findExampleRow(operation: Operation, api: ApiDescription) {
  if (!('resource' in operation)) return undefined
  const { resource, by, action } = operation
  return listRows(resource.name, api).at((by === 'slug' ? 2 : 0) + (action === 'remove' ? 1 : 0))
}

/** Returns records by their IDs: their order in the store differs after a restart. */
const listRows = (kind: string, { repository, site }: ApiDescription) =>
  [...(repository?.all(kind, site.language) ?? [])].sort((a, b) => a.id - b.id)

const createExample = (example: unknown): Query => (example === undefined ? {} : { example })

function createQueryParameter(name: string, param: Param<unknown>, api: ApiDescription): Query {
  const { messages } = api.site
  return {
    name,
    in: 'query',
    required: param.required,
    ...(param.doc && { description: messages[param.doc] }),
    ...(param.list && { style: 'form', explode: false }),
    schema: {
      ...param.schema,
      ...('enum' in param.declared && { enum: param.declared.enum }),
      ...createDefaultSchema(param, api),
    },
    ...createExample(chooseExample(param, api)),
  }
}

/** Returns a value that the parameter accepts: the first record, the default, or the least of its schema. */
function chooseExample(param: Param<unknown>, api: ApiDescription): unknown {
  const { schema, link, example } = param
  const { now, site } = api
  if (example) return example(now)
  if (link) {
    const id = listRows(link, api).at(0)?.id
    return schema.type === 'array' && id !== undefined ? [id] : id
  }
  const { default: value } = createDefaultSchema(param, api)
  if (value !== undefined) return value
  const { enum: words = [] } = (schema.items ?? schema) as { enum?: readonly string[] } // the schema is a JSON Schema
  const word = words.find((word) => word === site.language) ?? words[0]
  if (word) return schema.type === 'array' ? [word] : word
  if (schema.type === 'boolean') return false
  return schema.minimum ?? (schema.type === 'string' ? 'a' : undefined)
}

/** Returns the default of a parameter: the declared default, or a number from the options. Dates depend on the clock. */
function createDefaultSchema(param: Param<unknown>, api: ApiDescription): Schema {
  const { declared, schema } = param
  const computed = param.defaultValue?.(api.now, api)
  const value = declared.default ?? (typeof computed === 'number' ? computed : undefined)
  if (value === undefined || value === null) return {}
  return schema.type === 'boolean'
    ? { default: value === '1' || value === true }
    : { default: value }
}

function createRequestBody(
  operation: Operation,
  resource: Resource,
  { text, now }: { readonly text: string; readonly now: Date },
): Query {
  const isCreate = operation.action === 'create'
  const required = Object.entries(resource.fields).filter(([, param]) => param.required)
  const example = required.map(([name, param]) => [name, param.example?.(now) ?? text])
  const mediaType = {
    schema: schemaRef(resource.name, isCreate ? 'Fields' : 'Changes'),
    example: Object.fromEntries(example),
  }
  return {
    required: isCreate,
    content: {
      'application/json': mediaType,
      'application/x-www-form-urlencoded': mediaType,
      ...(isCreate && { 'multipart/form-data': mediaType }),
    },
  }
}

/** A response header as `/doc` describes it. */
interface Header {
  readonly doc: MessageKey
  readonly schema: Schema
}

/** Headers of every response of a site. The server rejects some requests before the site is known, so they are optional. */
const commonHeaders: Readonly<Record<string, Header>> = {
  Allow: { doc: 'headerAllow', schema: textSchema },
  'Content-Language': { doc: 'headerLanguage', schema: textSchema },
  Link: { doc: 'headerLink', schema: textSchema },
}

/** Returns the headers of errors. A mock with users requests credentials. */
const problemHeaders = (settings: Settings): Readonly<Record<string, Header>> => ({
  ...commonHeaders,
  ...(hasUsers({ settings }) && { 'WWW-Authenticate': { doc: 'signIn', schema: textSchema } }),
})

const createHeaders: Readonly<Record<string, Header>> = {
  Location: { doc: 'headerLocation', schema: { type: 'string', format: 'uri' } },
}

const listHeaders = ({ preset }: Settings): Readonly<Record<string, Header>> =>
  Object.fromEntries(
    preset.totalHeaders.flatMap((prefix): [string, Header][] => [
      [`${prefix}-Total`, { doc: 'headerTotal', schema: integerSchema }],
      [`${prefix}-TotalPages`, { doc: 'headerPages', schema: integerSchema }],
    ]),
  )

/** Returns the response headers that operations refer to, by name. */
function createHeaderComponents({ messages }: Site, settings: Settings): Query {
  const required = { ...listHeaders(settings), ...createHeaders }
  const describe = ({ doc, schema }: Header): Schema => ({ description: messages[doc], schema })
  return {
    ...mapHeaders(problemHeaders(settings), describe),
    ...mapHeaders(required, (header) => ({ ...describe(header), required: true })),
  }
}

function refSuccessHeaders({ action }: Operation, settings: Settings): Query {
  return {
    ...mapHeaders(commonHeaders, refHeader),
    ...(action === 'list' && mapHeaders(listHeaders(settings), refHeader)),
    ...(action === 'create' && mapHeaders(createHeaders, refHeader)),
  }
}

const refProblemHeaders = (settings: Settings): Query =>
  mapHeaders(problemHeaders(settings), refHeader)
const refHeader = (_: Header, name: string): Schema => ({ $ref: `#/components/headers/${name}` })

const mapHeaders = (
  headers: Readonly<Record<string, Header>>,
  convert: (header: Header, name: string) => Schema,
): Query =>
  Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, convert(header, name)]))

/** Returns the responses of an operation by status. All errors share one response. */
function createResponses(operation: Operation, site: Site, settings: Settings): Query {
  const isOpen = !hasUsers({ settings })
  const statuses = [
    '400',
    '413',
    '414',
    ...(isOpen ? [] : ['401']),
    ...(requiresUser(operation) ? WRITE_STATUSES : []),
    ...(!isOpen && hidesUnpublished(operation) ? ['403'] : []),
    ...listErrorStatuses(operation),
    ...listPresetStatuses(operation, settings.preset),
  ]
  const errors = Object.fromEntries(
    statuses.map((status) => [status, { $ref: '#/components/responses/problem' }]),
  )
  const success = {
    description: site.messages.success,
    headers: refSuccessHeaders(operation, settings),
    content: { 'application/json': { schema: createResponseSchema(operation) } },
  }
  return { [operation.action === 'create' ? '201' : '200']: success, ...errors }
}

/** The statuses of the errors of every write: a page of another site, or a user without the role, and full memory. */
const WRITE_STATUSES = ['403', '507']

const hidesUnpublished = (operation: Operation): boolean =>
  operation.action === 'read' && operation.resource.authorizeRead !== undefined

/** Returns the statuses of the errors that not every operation has. */
export function listErrorStatuses(operation: Operation): string[] {
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

/** Returns the statuses of the errors that a preset adds to an operation. */
function listPresetStatuses(operation: Operation, { errors }: Preset): string[] {
  if (!('resource' in operation)) return []
  const { resource, action } = operation
  const prefix = `${resource.name}-`
  const isForbidden = errors.some(
    ({ code, on, becomes }) =>
      code.startsWith(prefix) && on?.includes(action) && becomes !== 'rest_invalid_param',
  )
  return isForbidden ? ['403'] : []
}

function createResponseSchema(operation: Operation): Schema {
  if (!('resource' in operation)) return { type: 'object' }
  const { resource, action } = operation
  return schemaRef(resource.name, action === 'list' ? 'List' : '')
}

const createProblemResponse = ({ messages }: Site, settings: Settings): Query => ({
  description: messages.failure,
  headers: refProblemHeaders(settings),
  content: { 'application/json': { schema: schemaRef('problem') } },
})
