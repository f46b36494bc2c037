import type { Query } from '../src/contract/context.ts'
import { formatDeclaration, referencedName, type SchemaObject } from './format-declaration.ts'

/** The parts of an OpenAPI document that types are generated from. */
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, SchemaObject>>
    readonly responses: Readonly<Record<string, Content>>
  }
}

interface DocumentOperation {
  readonly operationId: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description?: string
  readonly schema: SchemaObject
}

/** The content of a request body or a response. */
interface Content {
  readonly description?: string
  readonly content?: Readonly<Record<string, { readonly schema: SchemaObject }>>
}

/** An operation with its method and path. */
interface OperationUse extends DocumentOperation {
  readonly method: string
  readonly path: string
}

/**
 * Generates the types of a document that `createDocument` created, as a TypeScript module without
 * imports. It contains a type for each schema, and one for the query of each list and read, named after
 * the response (`BoatListQuery`, `BoatQuery`). Queries of writes have no types: they accept at most
 * the parameters of reads.
 */
export function generateTypes(document: Query): string {
  const { paths, components } = document as unknown as ApiDocument // created by `createDocument`
  const uses = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )
  const schemas = Object.entries(components.schemas).map(([name, schema]) =>
    formatDeclaration(name, schema, [
      ...toLines(schema.description),
      ...describeSharedResponses(name, components.responses),
      ...describeUses(name, uses),
    ]),
  )
  return `${[...schemas, ...generateQueryTypes(uses)].join('\n\n')}\n`
}

const toLines = (text: string | undefined): readonly string[] => (text === undefined ? [] : [text])

/** Returns the descriptions of the shared responses that contain the schema. */
const describeSharedResponses = (
  name: string,
  responses: Readonly<Record<string, Content>>,
): readonly string[] =>
  Object.values(responses)
    .filter((response) => referencesSchema(response, name))
    .flatMap((response) => toLines(response.description))

/** Returns lines with the operations whose requests or responses contain the schema. */
function describeUses(name: string, uses: readonly OperationUse[]): readonly string[] {
  const requests = uses.filter(({ requestBody }) => referencesSchema(requestBody, name))
  const responses = uses.filter((use) =>
    Object.values(use.responses).some((response) => referencesSchema(response, name)),
  )
  return [...formatUses('Body of', requests), ...formatUses('Response to', responses)]
}

const referencesSchema = (content: Content | undefined, name: string): boolean =>
  referencedName(findSchema(content)) === name

/** Formats a line for each path: `Body of POST, PUT /boats/{id}`. */
function formatUses(label: string, uses: readonly OperationUse[]): readonly string[] {
  return [...new Set(uses.map(({ path }) => path))].map((path) => {
    const methods = uses.filter((use) => use.path === path).map(({ method }) => method)
    return `${label} ${methods.join(', ')} ${path}`
  })
}

/** Returns the schema of the first media type. */
const findSchema = (content: Content | undefined): SchemaObject | undefined =>
  Object.values(content?.content ?? {})[0]?.schema

function generateQueryTypes(uses: readonly OperationUse[]): readonly string[] {
  const reads = uses.filter(({ requestBody }) => !requestBody)
  return [...new Set(reads.map(queryName))].flatMap((name) => {
    const uses = reads.filter((use) => queryName(use) === name)
    const schema = querySchema(uses.flatMap(({ parameters }) => parameters))
    return schema ? [formatDeclaration(name, schema, formatUses('Query of', uses))] : []
  })
}

function queryName({ operationId, responses }: DocumentOperation): string {
  const [schema] = Object.values(responses).flatMap(
    (response) => referencedName(findSchema(response)) ?? [],
  )
  return `${schema ?? operationId.charAt(0).toUpperCase() + operationId.slice(1)}Query`
}

/** Returns the query parameters as the schema of an object, or undefined if there are none. */
function querySchema(parameters: readonly Parameter[]): SchemaObject | undefined {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  if (inQuery.length === 0) return undefined
  const properties = inQuery.map(({ name, schema, ...parameter }) => [
    name,
    { ...schema, description: parameter.description },
  ])
  const required = inQuery.filter((parameter) => parameter.required).map(({ name }) => name)
  return { properties: Object.fromEntries(properties), required }
}
