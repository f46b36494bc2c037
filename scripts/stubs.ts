import type { Plugin } from 'esbuild'

/** A replacement for a module, used where the path of the importing file contains `importer`. */
type Stub = readonly [importer: string, filter: RegExp, contents: string]

const throwing = (name: string): string =>
  `exports.${name} = () => { throw new Error('${name} is not part of calmock') }`

/** Splits the path of a property. The columns of calmock have one key each. */
const keys = 'const keys = (path) => Array.isArray(path) ? path : String(path).split(".")'

const databaseStubs: readonly (readonly [RegExp, string])[] = [
  [/^date-fns$/, 'exports.compareAsc = (a, b) => Math.sign(a - b)'],
  [
    /^lodash\/get$/,
    `${keys}; module.exports = (object, path) => keys(path).reduce((value, key) => value?.[key], object)`,
  ],
  [
    /^lodash\/has$/,
    `${keys}; module.exports = (object, path) => keys(path).every((key) => {
      const has = object != null && Object.hasOwn(object, key)
      object = has ? object[key] : undefined
      return has
    })`,
  ],
  [
    /^lodash\/set$/,
    `${keys}; module.exports = (object, path, value) => {
      const [last, ...before] = [...keys(path)].reverse()
      before.reverse().reduce((at, key) => (at[key] ??= {}), object)[last] = value
      return object
    }`,
  ],
  [/^lodash\/isFunction$/, 'module.exports = (value) => typeof value === "function"'],
  [/^lodash$/, 'exports.isFunction = (value) => typeof value === "function"'],
  [/^debug$/, 'exports.debug = () => () => {}'],
  // computes the name of a database that browser tabs share; calmock does not share it
  [/^md5$/, 'module.exports = () => ""'],
  [/\/generateRestHandlers$/, throwing('generateRestHandlers')],
  [
    /\/generateGraphQLHandlers$/,
    `${throwing('generateGraphQLHandlers')}; ${throwing('generateGraphQLSchema')}`,
  ],
  [/\/extensions\/sync$/, 'exports.sync = () => {}'],
  // records of calmock link by ID
  [/\/Relation$/, 'exports.Relation = class {}; exports.RelationKind = {}'],
  [/\/defineRelationalProperties$/, 'exports.defineRelationalProperties = () => {}'],
]

/** An empty cookie jar. The browser stores cookies itself; msw writes the cookies of mocked responses there. */
const emptyCookieJar = `
  export class Cookie { static fromJSON() {} }
  export class MemoryCookieStore {}
  export class CookieJar { getCookiesSync() { return [] } async setCookie() {} }`

const stubbedModules: readonly Stub[] = [
  ...databaseStubs.map(([filter, contents]): Stub => ['@mswjs/data', filter, contents]),
  ['/msw/', /^tough-cookie$/, emptyCookieJar],
  ['/msw/', /^graphql$/, throwing('parse')],
  // it checks answers of users, which the tools do not ask
  ['@modelcontextprotocol', /\/ajv-provider\.js$/, 'export class AjvJsonSchemaValidator {}'],
  // commander imports it for commands that are separate programs
  ['/commander/', /^node:child_process$/, ''],
]

/**
 * Replaces unused parts of dependencies:
 * - of `@mswjs/data`: relations, request handlers, its copy of msw, graphql, lodash and date-fns.
 *   They take 400 ms at every start.
 * - of msw: the cookie jar, two thirds of its size, and the parser of GraphQL.
 * - of the SDK of the Model Context Protocol: ajv, two fifths of its size.
 * - of commander: the import of `node:child_process`.
 */
export const stubs: Plugin = {
  name: 'stubs',
  setup({ onResolve, onLoad }) {
    for (const [n, [importerPart, filter]] of stubbedModules.entries()) {
      onResolve({ filter }, ({ importer }) =>
        importer.includes(importerPart) ? { path: String(n), namespace: 'stub' } : undefined,
      )
    }
    onLoad({ filter: /.*/, namespace: 'stub' }, ({ path }) => ({
      contents: stubbedModules[Number(path)]?.[2] ?? '',
    }))
  },
}

/** Replaces `@mswjs/data`, a twentieth of a worker. Its objects have no `db`, which alone uses it. */
export const noDatabase: Plugin = {
  name: 'no database',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@mswjs\/data$/ }, () => ({ path: 'database', namespace: 'no-database' }))
    onLoad({ filter: /.*/, namespace: 'no-database' }, () => ({
      contents: ['factory', 'nullable', 'primaryKey'].map(throwing).join('\n'),
    }))
  },
}
