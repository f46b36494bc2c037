import type { Query } from '../../contract/context.ts'
import { formatDeclaration, referencedName, type SchemaObject } from './declaration.ts'

/** The parts of an OpenAPI document that types follow from. */
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

/** What a body or an answer holds. */
interface Content {
  readonly description?: string
  readonly content?: Readonly<Record<string, { readonly schema: SchemaObject }>>
}

/** An operation with its address. */
interface OperationUse extends DocumentOperation {
  readonly method: string
  readonly path: string
}

/**
 * The types of an OpenAPI 3.1 document of ours, as a TypeScript module that needs no other: one for each
 * schema, and one for the query of each list and of reads, named after what is answered (`BoatListQuery`,
 * `BoatQuery`). Writes have none: they take what reads take, or less.
 */
export function generateTypes(document: Query): string {
  const { paths, components } = document as unknown as ApiDocument // made by `documentOf`
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

/** What is said of the answers that several operations share and that hold the schema. */
const describeSharedResponses = (
  name: string,
  shared: Readonly<Record<string, Content>>,
): readonly string[] =>
  Object.values(shared)
    .filter((held) => referencesSchema(held, name))
    .flatMap((held) => toLines(held.description))

/** The operations that send or answer a schema. */
function describeUses(name: string, uses: readonly OperationUse[]): readonly string[] {
  const sent = uses.filter(({ requestBody }) => referencesSchema(requestBody, name))
  const answered = uses.filter(({ responses }) =>
    Object.values(responses).some((held) => referencesSchema(held, name)),
  )
  return [...formatUses('Body of', sent), ...formatUses('Answer to', answered)]
}

const referencesSchema = (held: Content | undefined, name: string): boolean =>
  referencedName(schemaIn(held)) === name

/** A line for each path: `Body of POST, PUT /boats/{id}`. */
function formatUses(what: string, uses: readonly OperationUse[]): readonly string[] {
  return [...new Set(uses.map(({ path }) => path))].map((path) => {
    const methods = uses.filter((use) => use.path === path).map(({ method }) => method)
    return `${what} ${methods.join(', ')} ${path}`
  })
}

const schemaIn = (held: Content | undefined): SchemaObject | undefined =>
  Object.values(held?.content ?? {})[0]?.schema

function generateQueryTypes(uses: readonly OperationUse[]): readonly string[] {
  const reads = uses.filter(({ requestBody }) => !requestBody)
  return [...new Set(reads.map(queryName))].flatMap((name) => {
    const own = reads.filter((use) => queryName(use) === name)
    const schema = querySchema(own.flatMap(({ parameters }) => parameters))
    return schema ? [formatDeclaration(name, schema, formatUses('Query of', own))] : []
  })
}

function queryName({ operationId, responses }: DocumentOperation): string {
  const [answered] = Object.values(responses).flatMap(
    (held) => referencedName(schemaIn(held)) ?? [],
  )
  return `${answered ?? operationId.charAt(0).toUpperCase() + operationId.slice(1)}Query`
}

/** The parameters of a query as the properties of an object; undefined where there are none. */
function querySchema(parameters: readonly Parameter[]): SchemaObject | undefined {
  const own = parameters.filter((parameter) => parameter.in === 'query')
  if (own.length === 0) return undefined
  const properties = own.map(({ name, schema, ...parameter }) => [
    name,
    { ...schema, description: parameter.description },
  ])
  const required = own.filter((parameter) => parameter.required).map(({ name }) => name)
  return { properties: Object.fromEntries(properties), required }
}
