import type { Query } from '../../contract/context.ts'
import type { Schema } from '../../contract/params/param.ts'
import {
  emptyArraySchema,
  integerSchema,
  objectSchema,
  type Resource,
  repeatSchema,
  schemaName,
  schemaRef,
  textSchema,
} from '../../contract/resource.ts'
import type { Site } from '../../contract/site.ts'

/** Returns the schemas of `/doc`: the records of each resource with their parts, the lists, and the bodies of writes. */
export function createSchemas(resources: readonly Resource[], site: Site): Query {
  const entries = resources.flatMap((resource) => [
    [schemaName(resource.name), resource.schema],
    [schemaName(resource.name, 'List'), createListSchema(resource)],
    [schemaName(resource.name, 'Fields'), createFieldsSchema(resource, site, true)],
    [schemaName(resource.name, 'Changes'), createFieldsSchema(resource, site, false)],
  ])
  const parts = resources.flatMap((resource) => Object.entries(resource.schemas ?? {}))
  return { ...Object.fromEntries([...entries, ...parts]), ...problemSchemas }
}

function createListSchema({ collection, name }: Resource): Schema {
  return objectSchema(
    {
      [collection]: { type: 'array', items: schemaRef(name) },
      rest_url: textSchema,
      ...repeatSchema(['total', 'total_pages'], integerSchema),
    },
    repeatSchema(['next_rest_url', 'previous_rest_url']),
  )
}

function createFieldsSchema(
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
    ...repeatSchema(['code', 'message']),
    data: objectSchema(
      { status: integerSchema },
      {
        params: {
          anyOf: [
            { type: 'object', additionalProperties: textSchema },
            { type: 'array', items: textSchema },
          ],
        },
        details: {
          anyOf: [
            { type: 'object', additionalProperties: schemaRef('ProblemDetail') },
            emptyArraySchema,
          ],
        },
        json_error_code: integerSchema,
        json_error_message: textSchema,
        term_id: integerSchema,
      },
    ),
  }),
  ProblemDetail: objectSchema({
    ...repeatSchema(['code', 'message']),
    data: { anyOf: [objectSchema({ param: textSchema }), { type: 'null' }] },
  }),
}
