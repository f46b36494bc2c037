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

/**
 * The schemas of `/doc`: of each resource its public form with its parts, its lists, and the bodies of
 * its writes.
 */
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
  { messages: words }: Site,
  isCreate: boolean,
): Schema {
  const all = Object.entries({ ...fields, ...hiddenFields })
  const required = isCreate ? all.filter(([, param]) => param.required).map(([name]) => name) : []
  return {
    type: 'object',
    properties: Object.fromEntries(
      all.map(([name, param]) => [
        name,
        { ...param.schema, ...(param.doc && { description: words[param.doc] }) },
      ]),
    ),
    ...(required.length > 0 && { required }),
  }
}

/** The body of every error, and what it says of one parameter. */
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

/** The answer to whatever is refused. */
export const problemResponse = ({ messages: words }: Site): Query => ({
  description: words.failure,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
})
