import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Answer, Call } from '../call.ts'

/** A part of a JSON document. */
export type Json = Readonly<Record<string, unknown>>

/** One method of one path of a document. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly responses: Readonly<Record<string, Json>>
}

export interface Document extends Json {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>
}

/** The document of a site, as it is served. */
export async function documentOf(call: Call, site: string): Promise<Document> {
  const { body } = await call('GET', `/${site}/cal/events/v1/doc`)
  return body
}

export function operationsOf({ paths }: Document): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      responses: operation.responses as Operation['responses'], // the parser's test has seen to it
    })),
  )
}

/**
 * Says how bodies break what a document promises: empty lists where they keep it. Objects that list
 * their properties may have no others, though the document would let them.
 */
export function promisesOf(document: Document) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(closed(document) as Json, 'doc') // the same, and closed
  const known = new Map<string, ValidateFunction>()
  const broken = (at: string, body: unknown): readonly string[] => {
    const pointer = `doc${at}/content/application~1json/schema`
    const validate = known.get(pointer) ?? ajv.compile({ $ref: pointer })
    known.set(pointer, validate)
    validate(body)
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }
  return {
    /** Of an answer: what is promised for its method, path and status. */
    answer(method: string, path: string, { status, body }: Answer): readonly string[] {
      const responses = document.paths[path]?.[method.toLowerCase()]?.responses as Json | undefined
      const promised = responses?.[status] as Json | undefined // a response, or where it stands
      if (!promised) return [`${method} ${path} does not promise ${status}`]
      const own = `#/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}`
      return broken(typeof promised.$ref === 'string' ? promised.$ref : own, body)
    },
    /** Of a body that a client sends as JSON. */
    request: (method: string, path: string, body: unknown): readonly string[] =>
      broken(`#/paths/${escaped(path)}/${method.toLowerCase()}/requestBody`, body),
  }
}

const escaped = (path: string): string =>
  encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))

/** The same schema without room for properties it does not list, but where it says so itself. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, closed(part)]),
  )
  const isObject = parts.type === 'object' && 'properties' in parts
  return isObject ? { additionalProperties: false, ...parts } : parts
}
