import { expect, test } from 'vitest'
import { generateTypes } from '../../scripts/generate-types.ts'
import { errorsOf } from '../compile.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object) => ({ content: { 'application/json': { schema } } })

/** Returns the document of a service with one schema, a boat with these properties. */
const documentOf = (properties: object, required: readonly string[] = []) => ({
  paths: {},
  components: { schemas: { Boat: { type: 'object', properties, required } }, responses: {} },
})

const long = 'schooner brigantine barquentine catamaran trimaran felucca sloop dhow'.split(' ')

test.each([
  { schema: { type: 'string' }, type: 'string' },
  { schema: { type: 'integer', minimum: 1 }, type: 'number' },
  { schema: { type: ['integer', 'number', 'null'] }, type: 'number | null' },
  {
    schema: { type: 'string', enum: ['sloop', "cap'n", 'a"b'] },
    type: `'sloop' | "cap'n" | 'a"b'`,
  },
  { schema: { const: false }, type: 'false' },
  { schema: { enum: [1, null] }, type: '1 | null' },
  { schema: ref('Boat'), type: 'Boat' },
  { schema: { anyOf: [ref('Boat'), { type: 'null' }] }, type: 'Boat | null' },
  { schema: { type: 'array', items: ref('Boat') }, type: 'Boat[]' },
  { schema: { type: 'array', items: { type: ['string', 'null'] } }, type: '(string | null)[]' },
  { schema: { type: 'array', items: { enum: ['sloop'] } }, type: `'sloop'[]` },
  { schema: { type: 'array' }, type: 'unknown[]' },
  { schema: { type: 'array', maxItems: 0 }, type: '[]' },
  { schema: { type: 'object' }, type: 'Record<string, unknown>' },
  {
    schema: { type: 'object', additionalProperties: { type: ['string', 'null'] } },
    type: 'Record<string, string | null>',
  },
  { schema: {}, type: 'unknown' },
  {
    schema: { type: 'object', properties: { 'a-b': { type: 'null' } }, required: ['a-b'] },
    type: `{\n    'a-b': null\n  }`,
  },
  {
    schema: { enum: long },
    type: long
      .map((word) => `\n    | '${word}'`)
      .join('')
      .slice(1),
  },
])('the schema $schema becomes the type $type', ({ schema, type }) => {
  const text = generateTypes(documentOf({ hull: schema }, ['hull']))
  const space = type.startsWith('    |') ? '\n' : ' '
  expect(text).toBe(`export interface Boat {\n  hull:${space}${type}\n}\n`)
  expect(errorsOf({ 'boats.ts': text })).toEqual([])
})

test('optional properties have a question mark, and descriptions and defaults become comments', () => {
  const sails = { type: 'integer', description: 'Sails */ of it', default: 2 }
  const flag = { type: 'string', description: 'Flag' }
  const text = generateTypes(documentOf({ sails, flag }))
  expect(text).toBe(`export interface Boat {
  /**
   * Sails *\\/ of it
   * @default 2
   */
  sails?: number
  /** Flag */
  flag?: string
}
`)
  expect(errorsOf({ 'boats.ts': text })).toEqual([])
})

test('the comment of a type names the operations that use it', () => {
  const query = (name: string, required: boolean) => ({
    ...{ name, in: 'query', required, schema: { type: 'string' } },
  })
  const inPath = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
  const answer = { 200: json(ref('Boat')), 400: { $ref: '#/components/responses/problem' } }
  const text = generateTypes({
    paths: {
      '/': { get: { operationId: 'index', parameters: [query('scope', false)], responses: {} } },
      '/boats': {
        post: {
          operationId: 'createBoat',
          parameters: [query('language', false)],
          requestBody: json(ref('BoatFields')),
          responses: { 201: json(ref('Boat')) },
        },
      },
      '/boats/{id}': {
        get: {
          operationId: 'readBoat',
          parameters: [inPath, query('key', true)],
          responses: answer,
        },
        delete: { operationId: 'removeBoat', parameters: [inPath], responses: answer },
      },
    },
    components: {
      schemas: {
        Boat: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
        BoatFields: { type: 'object', properties: {} },
        Problem: { type: 'string' },
      },
      responses: { problem: { description: 'Refused', ...json(ref('Problem')) } },
    },
  })
  expect(text).toBe(`/**
 * Response to POST /boats
 * Response to GET, DELETE /boats/{id}
 */
export interface Boat {
  id: number
}

/** Body of POST /boats */
export interface BoatFields {}

/** Refused */
export type Problem = string

/** Query of GET / */
export interface IndexQuery {
  scope?: string
}

/** Query of GET, DELETE /boats/{id} */
export interface BoatQuery {
  key: string
}
`)
})
