import { type ApiDocument, type FieldSchema, resolveSchema } from '../openapi.ts'

/** A kind of records, as the OpenAPI document describes it. */
export interface Collection {
  /** The last part of its path, and the key of its lists: `events`. */
  readonly name: string
  /** The schema of the fields of a new record. */
  readonly fields: FieldSchema
  /** The schema of changed fields. */
  readonly changes: FieldSchema
  /** The query parameters that its list accepts. */
  readonly parameters: readonly string[]
}

/** Lists the collections that accept new records. */
export function listCollections(document: ApiDocument): readonly Collection[] {
  return Object.entries(document.paths).flatMap(([path, { post, get }]) => {
    const fields = readBodySchema(post, document)
    const changes = readBodySchema(document.paths[`${path}/{id}`]?.patch, document)
    if (!fields || !changes || path.includes('{')) return []
    const parameters = (get?.parameters ?? []).map(({ name }) => name)
    return [{ name: path.slice(1), fields, changes, parameters }]
  })
}

type Operation = ApiDocument['paths'][string][string]

function readBodySchema(
  operation: Operation | undefined,
  document: ApiDocument,
): FieldSchema | undefined {
  const schema = operation?.requestBody?.content['application/json']?.schema
  return schema && resolveSchema(schema, document)
}

/** A record, as the service sends it. */
export type AnyRecord = Readonly<Record<string, unknown>> & { readonly id: number }

/** Returns the field with the name of a record: the required text of its schema. */
export const findTitleField = ({ fields }: Collection): string => fields.required?.[0] ?? 'id'
