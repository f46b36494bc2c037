import type { Query, Settings } from '../../contract/context.ts'
import type { Schema } from '../../contract/params/param.ts'
import {
  describeSchema,
  emptyArraySchema,
  integerSchema,
  objectSchema,
  type Resource,
  schemaName,
  schemaRef,
  textSchema,
} from '../../contract/resource.ts'
import { fieldDescriptions } from '../../contract/resources/field-descriptions.ts'
import type { Site } from '../../contract/site.ts'

/**
 * Returns the schemas of `/doc`: the records of each resource with their parts, the lists, and the bodies of writes.
 * The fields of responses are described in English on every site (21.4a).
 */
export function createSchemas(api: FieldsApi & { readonly resources: readonly Resource[] }): Query {
  const { resources } = api
  const entries = resources.flatMap((resource): [string, Schema][] => [
    [schemaName(resource.name), resource.schema],
    [schemaName(resource.name, 'List'), createListSchema(resource)],
    [schemaName(resource.name, 'Fields'), createFieldsSchema(resource, api, true)],
    [schemaName(resource.name, 'Changes'), createFieldsSchema(resource, api, false)],
  ])
  const parts = resources.flatMap((resource) => Object.entries(resource.schemas ?? {}))
  const described = [...entries, ...parts].map(([name, schema]) => [
    name,
    describeFields(schema, fieldDescriptions[name] ?? {}),
  ])
  return { ...Object.fromEntries(described), ...problemSchemas }
}

/** Adds descriptions to the properties of an object and of the objects in it, whose names start with `prefix`. */
function describeFields(
  schema: Schema,
  descriptions: Readonly<Record<string, string>>,
  prefix = '',
): Schema {
  const properties = schema.properties as Readonly<Record<string, Schema>> | undefined // an object schema
  if (!properties) return schema
  const described = Object.entries(properties).map(([name, property]) => {
    const description = descriptions[prefix + name]
    const nested = describeFields(property, descriptions, `${prefix}${name}.`)
    return [name, description ? describeSchema(description, nested) : nested]
  })
  return { ...schema, properties: Object.fromEntries(described) }
}

function createListSchema({ collection, name }: Resource): Schema {
  return objectSchema(
    {
      [collection]: describeSchema(`${schemaName(collection)} on this page.`, {
        type: 'array',
        items: schemaRef(name),
      }),
      rest_url: describeSchema('URL of this page of the list.'),
      total: describeSchema('Number of records on all pages.', integerSchema),
      total_pages: describeSchema('Number of pages.', integerSchema),
    },
    {
      next_rest_url: describeSchema('URL of the next page. Absent on the last page.'),
      previous_rest_url: describeSchema('URL of the previous page. Absent on the first page.'),
    },
  )
}

interface FieldsApi {
  readonly site: Site
  readonly settings: Settings
}

/** Returns the schema of a create or an update. The default of a field is what an update sets if it does not send the field (18.4b). The service checks declared types (14.1c). */
function createFieldsSchema(resource: Resource, api: FieldsApi, isCreate: boolean): Schema {
  const { fields, hiddenFields } = resource
  const { followsService } = api.settings.preset
  const isClearing = followsService && !isCreate
  const defaults = isClearing ? resource.clearedByUpdate?.(resource.defaults, {}, api) : undefined
  const params = Object.entries({ ...fields, ...hiddenFields })
  const properties = params.map(([name, { schema, declared, doc }]) => {
    const isText = followsService && declared.type === 'string'
    const value = defaults?.[name]
    const described = {
      ...schema,
      ...(isText && { type: 'string' }),
      ...(doc && { description: api.site.messages[doc] }),
      ...(value !== undefined && { default: isText ? String(value) : value }),
      ...(value === '' && { format: undefined }), // an empty text has no format
    }
    return [name, described]
  })
  const required = params.filter(([, param]) => param.required).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(isCreate && required.length > 0 && { required }),
  }
}

const problemDataSchema = objectSchema(
  { status: describeSchema('Status of the response.', integerSchema) },
  {
    params: describeSchema(
      'Messages about the rejected parameters, or the names of the missing ones.',
      {
        anyOf: [
          { type: 'object', additionalProperties: textSchema },
          { type: 'array', items: textSchema },
        ],
      },
    ),
    details: describeSchema('Details on the rejected parameters.', {
      anyOf: [
        { type: 'object', additionalProperties: schemaRef('ProblemDetail') },
        emptyArraySchema,
      ],
    }),
    json_error_code: describeSchema('Number of the syntax error in a JSON body.', integerSchema),
    json_error_message: describeSchema('Syntax error in a JSON body.'),
    term_id: describeSchema('ID of the term that already exists.', integerSchema),
  },
)

const problemSchemas: Readonly<Record<string, Schema>> = {
  Problem: objectSchema({
    code: describeSchema('Code of the error, which does not depend on the language.'),
    message: describeSchema('Message in the language of the site.'),
    data: describeSchema('Status and details of the error.', problemDataSchema),
  }),
  ProblemDetail: objectSchema({
    code: describeSchema('Code of the error.'),
    message: describeSchema('Message about the parameter, in the language of the site.'),
    data: describeSchema('Name of the parameter.', {
      anyOf: [objectSchema({ param: describeSchema('Name of the parameter.') }), { type: 'null' }],
    }),
  }),
}
