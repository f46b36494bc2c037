import { useEffect, useState } from 'preact/hooks'
import { runAction, useApp } from './app.ts'

/** The parts of a JSON Schema that forms read. */
export interface FieldSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly (string | number)[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly required?: readonly string[]
  readonly items?: FieldSchema
  readonly anyOf?: readonly FieldSchema[]
  readonly oneOf?: readonly FieldSchema[]
}

/** The parts of an OpenAPI operation that the page reads. */
interface OperationDescription {
  readonly summary?: string
  readonly parameters?: readonly { readonly name: string }[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: FieldSchema }>>
  }
}

/** The parts of an OpenAPI document that the page reads. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationDescription>>>>
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

/** Returns a schema of the document, in place of a reference to it. */
export function resolveSchema(schema: FieldSchema, { components }: ApiDocument): FieldSchema {
  const name = schema.$ref?.split('/').at(-1)
  return (name !== undefined && components.schemas[name]) || schema
}
