import type { Query } from '../contract/context.ts'
import type { Schema } from '../contract/param.ts'
import { type Resource, schemaName, schemaRef } from '../contract/resource.ts'
import type { Site } from '../contract/site.ts'

/** The schemas of `/doc`: of each resource its public form, its lists, and the bodies of its writes. */
export function schemasOf(resources: readonly Resource[], site: Site): Query {
  const entries = resources.flatMap((resource) => [
    [schemaName(resource.name), resource.shape],
    [schemaName(resource.name, 'List'), listSchema(resource)],
    [schemaName(resource.name, 'Fields'), fieldsSchema(resource, site, true)],
    [schemaName(resource.name, 'Changes'), fieldsSchema(resource, site, false)],
  ])
  return { ...Object.fromEntries(entries), Problem: problemSchema }
}

function listSchema({ collection, name }: Resource): Schema {
  const text = { type: 'string' }
  const count = { type: 'integer' }
  return {
    type: 'object',
    properties: {
      [collection]: { type: 'array', items: schemaRef(name) },
      rest_url: text,
      next_rest_url: text,
      previous_rest_url: text,
      total: count,
      total_pages: count,
    },
    required: [collection, 'rest_url', 'total', 'total_pages'],
  }
}

function fieldsSchema(
  { fields, hiddenFields }: Resource,
  { words }: Site,
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

const problemSchema: Schema = {
  type: 'object',
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    data: {
      type: 'object',
      properties: {
        status: { type: 'integer' },
        params: { type: ['object', 'array'] },
        details: { type: ['object', 'array'] },
      },
      required: ['status'],
    },
  },
  required: ['code', 'message', 'data'],
}

/** The answer to whatever is refused. */
export const problemResponse = ({ words }: Site): Query => ({
  description: words.failure,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
})
