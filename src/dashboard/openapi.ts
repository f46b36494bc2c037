import { useEffect, useState } from 'preact/hooks'
import { runAction, useApp } from './app.ts'

/** The parts of a JSON Schema that forms read. */
export interface FieldSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly (string | number)[]
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly FieldSchema[]
}

/** The parts of an OpenAPI operation that the page reads. */
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly schema: FieldSchema }[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: FieldSchema }>>
  }
}

/** The parts of an OpenAPI document that the page reads. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, FieldSchema>> }
}

/** Returns the OpenAPI document of the chosen site, or undefined until it is loaded. */
export function useDocument(): ApiDocument | undefined {
  const app = useApp()
  const [document, setDocument] = useState<ApiDocument>()
  const { path } = app.site.value
  useEffect(() => {
    if (path === '') return
    runAction(app, async () => {
      setDocument(await app.api.json<ApiDocument>({ method: 'GET', path: `${path}/doc` }))
    })
  }, [path])
  return document
}

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

/** A record, as the service sends it. */
export type AnyRecord = Readonly<Record<string, unknown>> & { readonly id: number }

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

function readBodySchema(
  operation: Operation | undefined,
  { components }: ApiDocument,
): FieldSchema | undefined {
  const schema = operation?.requestBody?.content['application/json']?.schema
  const name = schema?.$ref?.split('/').at(-1)
  return (name !== undefined && components.schemas[name]) || schema
}
