import type { Query } from '../contract/context.ts'
import { type ControlOperation, errorCauses } from './operation.ts'
import { controlRef, controlSchemas } from './schemas.ts'

const commonErrors = [400, 401, 403, 410, 413, 415]

/** The routes to describe, by path. */
type Routes = Readonly<Record<string, Readonly<Record<string, ControlOperation>>>>

export interface DescribedMock {
  /** The URL of the control routes. */
  readonly url: string
  readonly hasToken: boolean
}

/** Returns the OpenAPI 3.1 document of the control routes. */
export function createControlDocument(routes: Routes, { url, hasToken }: DescribedMock): Query {
  const paths = Object.entries(routes).map(([path, operations]) => [
    path.replace('*', '{name}'),
    createPathItem(operations),
  ])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Control routes of calmock',
      description:
        'Reads and changes the worlds of a mock: clock, records, faults and request log.',
      version: '1.0.0',
      contact: { name: 'calmock' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    security: hasToken ? [{ token: [] }] : [],
    tags: [{ name: 'control', description: 'Control routes' }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: controlSchemas,
      parameters: {
        world: {
          name: 'x-calmock-world',
          in: 'header',
          description: 'The name of the world, unless the URL has the prefix `/~{world}`.',
          schema: { type: 'string', pattern: '^[a-z0-9-]{1,64}$', default: 'default' },
        },
      },
      responses: Object.fromEntries(
        Object.entries(errorCauses).map(([status, description]) => [
          `error${status}`,
          { description, content: { 'application/json': { schema: controlRef('Error') } } },
        ]),
      ),
      ...(hasToken && { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } }),
    },
  }
}

function createPathItem(operations: Readonly<Record<string, ControlOperation>>): Query {
  const entries = Object.entries(operations).map(([method, operation]) => [
    method.toLowerCase(),
    describeOperation(operation),
  ])
  return {
    parameters: [{ $ref: '#/components/parameters/world' }],
    ...Object.fromEntries(entries),
  }
}

function describeOperation(operation: ControlOperation): Query {
  const { id, summary, key: description, query = {}, body, errors = [] } = operation
  const inPath = { name: 'name', in: 'path', required: true, schema: { type: 'string' } }
  const parameters = [
    ...(description ? [{ ...inPath, description }] : []),
    ...Object.entries(query).map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      description,
      schema,
    })),
  ]
  return {
    operationId: id,
    summary,
    description: `${summary}.`,
    tags: ['control'],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: body.isRequired,
        content: {
          'application/json': {
            schema: body.schema,
            ...(body.example && { example: body.example }),
          },
        },
      },
    }),
    responses: {
      ...describeSuccess(operation),
      ...Object.fromEntries(
        [...commonErrors, ...errors].map((status) => [
          status,
          { $ref: `#/components/responses/error${status}` },
        ]),
      ),
    },
  }
}

function describeSuccess(operation: ControlOperation): Query {
  const { response, statuses = [200], hasStream, headers = {} } = operation
  if (!response) return { 204: { description: 'Success, without a body.' } }
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    { description, required: true, schema: { type: 'string' } },
  ])
  const content = {
    'application/json': { schema: response },
    ...(hasStream && {
      'text/event-stream': {
        schema: {
          type: 'string',
          description:
            'An event `request` for each request, with its number as `id` and its JSON as `data`, and an event `clear` when the log is emptied.',
        },
      },
    }),
  }
  const success = {
    description: 'Success.',
    ...(described.length > 0 && { headers: Object.fromEntries(described) }),
    content,
  }
  return Object.fromEntries(statuses.map((status) => [status, success]))
}
