import type { Query } from '../../contract/context.ts'
import type { Schema } from '../../contract/params/param.ts'
import {
  emptyArraySchema,
  objectSchema,
  type Resource,
  schemaName,
  schemaRef,
} from '../../contract/resource.ts'
import type { Site } from '../../contract/site.ts'

/** Returns the schemas of `/doc`: the records of each resource with their parts, the lists, and the bodies of writes. */
export function createSchemas(resources: readonly Resource[], site: Site): Query {
  const entries = resources.flatMap((resource) => [
    [schemaName(resource.name), resource.schema],
    [schemaName(resource.name, 'List'), listSchema(resource)],
    [schemaName(resource.name, 'Fields'), fieldsSchema(resource, site, true)],
    [schemaName(resource.name, 'Changes'), fieldsSchema(resource, site, false)],
  ])
  const parts = resources.flatMap((resource) => Object.entries(resource.schemas ?? {}))
  return { ...Object.fromEntries([...entries, ...parts]), ...problemSchemas }
}

const text: Schema = { type: 'string' }

function listSchema({ collection, name }: Resource): Schema {
  return objectSchema(
    {
      [collection]: { type: 'array', items: schemaRef(name) },
      rest_url: text,
      total: { type: 'integer' },
      total_pages: { type: 'integer' },
    },
    { next_rest_url: text, previous_rest_url: text },
  )
}

function fieldsSchema(
  { fields, hiddenFields }: Resource,
  { messages }: Site,
  isCreate: boolean,
): Schema {
  const params = Object.entries({ ...fields, ...hiddenFields })
  const properties = params.map(([name, { schema, doc }]) => [
    name,
    { ...schema, ...(doc && { description: messages[doc] }) },
  ])
  const required = params.filter(([, param]) => param.required).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(isCreate && required.length > 0 && { required }),
  }
}

/** The schemas of an error and of the details of one parameter. */
const problemSchemas: Readonly<Record<string, Schema>> = {
  Problem: objectSchema({
    code: text,
    message: text,
    data: objectSchema(
      { status: { type: 'integer' } },
      {
        params: {
          anyOf: [
            { type: 'object', additionalProperties: text },
            { type: 'array', items: text },
          ],
        },
        details: {
          anyOf: [
            { type: 'object', additionalProperties: schemaRef('ProblemDetail') },
            emptyArraySchema,
          ],
        },
        json_error_code: { type: 'integer' },
        json_error_message: text,
        term_id: { type: 'integer' },
      },
    ),
  }),
  ProblemDetail: objectSchema({
    code: text,
    message: text,
    data: { anyOf: [objectSchema({ param: text }), { type: 'null' }] },
  }),
}

/** Returns the response that all errors share. */
export const problemResponse = ({ messages }: Site): Query => ({
  description: messages.failure,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
})
