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

/** Fetches the document of a site. */
export const documentOf = (call: Call, site: string): Promise<Document> =>
  documentAt(call, `/${site}/cal/events/v1/doc`)

/** Fetches the document at a path. */
export async function documentAt(call: Call, path: string): Promise<Document> {
  const { body } = await call('GET', path)
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
 * Returns functions that list the differences between bodies and a document; the list is empty for a
 * valid body. Objects with listed properties may have no others, although the document allows them.
 */
export function promisesOf(document: Document) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(closeSchema(document) as Json, 'doc') // the closed schema replaces the original
  const known = new Map<string, ValidateFunction>()
  const findErrors = (at: string, body: unknown): readonly string[] => {
    const pointer = `doc${at}/content/application~1json/schema`
    const validate = known.get(pointer) ?? ajv.compile({ $ref: pointer })
    known.set(pointer, validate)
    validate(body)
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }
  return {
    /** Validates a response against the schema for its method, path and status. */
    answer(method: string, path: string, { status, body, headers }: Answer): readonly string[] {
      const responses = document.paths[path]?.[method.toLowerCase()]?.responses as Json | undefined
      const promised = responses?.[status] as Json | undefined // a response, or a reference to one
      if (!promised) return [`${method} ${path} does not promise ${status}`]
      const own = `#/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}`
      const at = typeof promised.$ref === 'string' ? promised.$ref : own
      const described = resolvePointer(document, at).headers as Json // every response has some
      return [...findErrors(at, body), ...compareHeaders(document, described, headers)]
    },
    /** Validates a JSON request body. */
    request: (method: string, path: string, body: unknown): readonly string[] =>
      findErrors(`#/paths/${escaped(path)}/${method.toLowerCase()}/requestBody`, body),
  }
}

/** Headers of the transport, which no client reads, and of the mock itself. */
const undescribed =
  /^(content-type|content-length|connection|keep-alive|date|vary|x-robots-tag|x-content-type-options|x-calmock-notes|access-control-.*)$/

/** Returns the headers of a response that are not described, and the required ones that are missing. */
function compareHeaders(document: Document, described: Json, headers: Headers): readonly string[] {
  const names = Object.keys(described).map((name) => name.toLowerCase())
  const unknown = [...headers.keys()].filter(
    (name) => !undescribed.test(name) && !names.includes(name),
  )
  const missing = Object.entries(described).filter(([name, header]) => {
    const { $ref } = header as Json // a reference to one of the components
    return resolvePointer(document, String($ref)).required === true && !headers.has(name)
  })
  return [
    ...unknown.map((name) => `the header ${name} is not described`),
    ...missing.map(([name]) => `the header ${name} is missing`),
  ]
}

/** Returns the part of a document that `#/...` points to. */
const resolvePointer = (document: Document, pointer: string): Json =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json>((part, key) => part[key] as Json, document) // `$ref` of a valid document

const escaped = (path: string): string =>
  encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Returns the schema without additional properties, unless the schema allows them explicitly. */
function closeSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, closeSchema(part)]),
  )
  const isObject = parts.type === 'object' && 'properties' in parts
  return isObject ? { additionalProperties: false, ...parts } : parts
}
