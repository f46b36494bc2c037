import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { createWireDocument } from '../../types.ts'

/** The parts of a JSON Schema that tables show. */
export interface SchemaObject {
  readonly description?: string | undefined
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly items?: SchemaObject
  readonly properties?: Readonly<Record<string, SchemaObject>>
  readonly required?: readonly string[]
}

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

/** Returns the types of the properties of an interface in `src/wire.ts`, each on one line, by name. */
export function readPropertyTypes(name: string): ReadonlyMap<string, string> {
  const text = readFileSync(new URL('../../../src/wire.ts', import.meta.url), 'utf8')
  const { statements } = ts.createSourceFile('wire.ts', text, ts.ScriptTarget.Latest, true)
  const found = statements
    .filter(ts.isInterfaceDeclaration)
    .find((declaration) => declaration.name.text === name)
  if (!found) throw new Error(`src/wire.ts has no interface "${name}"`)
  const properties = found.members.filter(ts.isPropertySignature)
  return new Map(
    properties.map(({ name, type }) => [
      ts.isStringLiteral(name) ? name.text : name.getText(),
      (type?.getText() ?? '').replace(/\s+/g, ' ').replace(/^\| /, ''),
    ]),
  )
}
