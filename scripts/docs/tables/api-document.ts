import type { SchemaObject } from '../../format-declaration.ts'
import { createWireDocument } from '../../types.ts'

/** The parts of the OpenAPI document that tables show. */
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, SchemaObject>>
    readonly headers: Readonly<Record<string, { readonly description: string }>>
  }
}

/** One method of a path. */
export interface DocumentOperation {
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly parameters: readonly QueryParameter[]
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>
}

/** A parameter of an operation. */
export interface QueryParameter {
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly schema: SchemaObject
}

/** A path with its methods that do the same. */
export interface DocumentRoute {
  readonly path: string
  readonly methods: readonly string[]
  readonly operation: DocumentOperation
}

/** Returns the OpenAPI document of an English site, with a description of each parameter and field. */
export const readDocument = (): ApiDocument => createWireDocument() as unknown as ApiDocument // created by `createDocument`

/** Returns the routes with this tag. Methods of a path with the same summary are one route. */
export function listDocumentRoutes(tag: string): readonly DocumentRoute[] {
  const routes = new Map<string, DocumentRoute>()
  for (const [path, operations] of Object.entries(readDocument().paths))
    for (const [method, operation] of Object.entries(operations)) {
      if (!operation.tags.includes(tag)) continue
      const key = `${path} ${operation.summary}`
      const methods = [...(routes.get(key)?.methods ?? []), method.toUpperCase()]
      routes.set(key, { path, methods, operation })
    }
  return [...routes.values()]
}

/** Returns the schema of this name. Throws an error for an unknown name. */
export function findSchema(name: string): SchemaObject {
  const schema = readDocument().components.schemas[name]
  if (!schema) throw new Error(`unknown schema "${name}"`)
  return schema
}
