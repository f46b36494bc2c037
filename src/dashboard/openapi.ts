import { useEffect, useMemo, useState } from 'preact/hooks'
import { type App, describeError, useApp } from './app.ts'

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

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: FieldSchema }>>
}

/** The parts of an OpenAPI operation that the page reads. */
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly schema: FieldSchema }[]
  readonly requestBody?: Content
  readonly responses?: Readonly<Record<string, Content>>
}

/** The parts of an OpenAPI document that the page reads. */
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, FieldSchema>> }
}

/** Returns the OpenAPI document of the chosen site, or undefined until it is loaded. */
export function useDocument(): ApiDocument | undefined {
  const app = useApp()
  const [document, setDocument] = useState<ApiDocument>()
  const { path } = app.site.value
  useEffect(() => {
    const report = (error: unknown): void => {
      app.notice.value = { text: describeError(error), isError: true }
    }
    if (path !== '') loadDocument(app).then(setDocument, report)
  }, [path])
  return document
}

const loadDocument = ({ api, site }: App): Promise<ApiDocument> =>
  api.json({ method: 'GET', path: `${site.value.path}/doc` })

/** A kind of records, as the OpenAPI document describes it. */
export interface Collection {
  /** The last part of its path, and the key of its lists: `events`. */
  readonly name: string
  /** The reference to `fields`. The fields of other records link to this kind by it. */
  readonly ref: string | undefined
  readonly fields: FieldSchema
  readonly changes: FieldSchema
  /** The schema of the records that the service sends. */
  readonly record: FieldSchema
  /** The query parameters that its list accepts. */
  readonly parameters: readonly string[]
}

/** A record, as the service sends it. */
export type AnyRecord = Readonly<Record<string, unknown>> & { readonly id: number }

/** Returns the name of the field with the name of a record: the first required field. */
export const nameField = ({ fields }: Collection): string => fields.required?.[0] ?? 'id'

/** Returns the collections of the chosen site that accept new records, or undefined until they are loaded. */
export function useCollections(): readonly Collection[] | undefined {
  const document = useDocument()
  return useMemo(() => document && listCollections(document), [document])
}

/** Loads the collections of the chosen site that accept new records. */
export const loadCollections = async (app: App): Promise<readonly Collection[]> =>
  listCollections(await loadDocument(app))

function listCollections(document: ApiDocument): readonly Collection[] {
  return Object.entries(document.paths).flatMap(([path, { post, get }]) => {
    const item = document.paths[`${path}/{id}`]
    const { ref, schema: fields } = readSchema(post?.requestBody, document)
    const { schema: changes } = readSchema(item?.patch?.requestBody, document)
    const { schema: record = {} } = readSchema(item?.get?.responses?.['200'], document)
    if (!fields || !changes || path.includes('{')) return []
    const parameters = (get?.parameters ?? []).map(({ name }) => name)
    return [{ name: path.slice(1), ref, fields, changes, record, parameters }]
  })
}

/** Returns the schema of a body, with the reference to it. */
function readSchema(body: Content | undefined, { components }: ApiDocument) {
  const schema = body?.content?.['application/json']?.schema
  const ref = schema?.$ref
  return { ref, schema: components.schemas[ref?.split('/').at(-1) ?? ''] ?? schema }
}
