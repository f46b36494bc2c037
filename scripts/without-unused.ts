import type { Plugin } from 'esbuild'

const unused = (name: string): string =>
  `exports.${name} = () => { throw new Error('${name} is not part of calmock') }`

/** The names on the way to a column, of which ours have one. */
const keys = 'const keys = (path) => Array.isArray(path) ? path : String(path).split(".")'

/** What takes the place of a module, by the part of the path of who imports it. */
type Stub = readonly [importer: string, filter: RegExp, contents: string]

const ofData: readonly (readonly [RegExp, string])[] = [
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
  [/^md5$/, 'module.exports = () => ""'], // names a database for other tabs, which are not told
  [/\/generateRestHandlers$/, unused('generateRestHandlers')],
  [
    /\/generateGraphQLHandlers$/,
    `${unused('generateGraphQLHandlers')}; ${unused('generateGraphQLSchema')}`,
  ],
  [/\/extensions\/sync$/, 'exports.sync = () => {}'],
  // our records link by ID
  [/\/Relation$/, 'exports.Relation = class {}; exports.RelationKind = {}'],
  [/\/defineRelationalProperties$/, 'exports.defineRelationalProperties = () => {}'],
]

/** Cookies of a page are the browser's own; those that a mocked answer sets, msw gives to it. */
const noJar = `
  export class Cookie { static fromJSON() {} }
  export class MemoryCookieStore {}
  export class CookieJar { getCookiesSync() { return [] } async setCookie() {} }`

const stubs: readonly Stub[] = [
  ...ofData.map(([filter, contents]): Stub => ['@mswjs/data', filter, contents]),
  ['/msw/', /^tough-cookie$/, noJar],
  ['/commander/', /^node:child_process$/, ''], // for commands that are programs of their own
]

/**
 * Bundles `@mswjs/data` without the parts nobody uses here: its relations, its request handlers, its own msw, graphql
 * and lodash and date-fns, which would cost 400 ms at every start; msw without its jar of
 * cookies, which is two thirds of it; commander without what starts programs.
 */
export const withoutUnused: Plugin = {
  name: 'stubs',
  setup({ onResolve, onLoad }) {
    for (const [n, [part, filter]] of stubs.entries()) {
      onResolve({ filter }, ({ importer }) =>
        importer.includes(part) ? { path: String(n), namespace: 'stub' } : undefined,
      )
    }
    onLoad({ filter: /.*/, namespace: 'stub' }, ({ path }) => ({
      contents: stubs[Number(path)]?.[2] ?? '',
    }))
  },
}
