/**
 * Bundles `dist/`. `@mswjs/data` goes in without the parts nobody uses here: its request handlers, its
 * own msw, graphql and most of lodash and date-fns, which would cost 400 ms at every start.
 */

import { rm } from 'node:fs/promises'
import { build, type Plugin } from 'esbuild'

const unused = (name: string): string =>
  `exports.${name} = () => { throw new Error('${name} is not part of calmock') }`

const stubs: readonly (readonly [RegExp, string])[] = [
  [/^date-fns$/, 'exports.compareAsc = (a, b) => Math.sign(a - b)'],
  [/^lodash$/, 'exports.isFunction = (value) => typeof value === "function"'],
  [/^debug$/, 'exports.debug = () => () => {}'],
  [/\/generateRestHandlers$/, unused('generateRestHandlers')],
  [
    /\/generateGraphQLHandlers$/,
    `${unused('generateGraphQLHandlers')}; ${unused('generateGraphQLSchema')}`,
  ],
  [/\/extensions\/sync$/, 'exports.sync = () => {}'],
]

const withoutUnused: Plugin = {
  name: 'stubs',
  setup({ onResolve, onLoad }) {
    for (const [n, [filter]] of stubs.entries()) {
      onResolve({ filter }, ({ importer }) =>
        importer.includes('@mswjs/data') ? { path: String(n), namespace: 'stub' } : undefined,
      )
    }
    onLoad({ filter: /.*/, namespace: 'stub' }, ({ path }) => ({
      contents: stubs[Number(path)]?.[1] ?? '',
    }))
  },
}

await rm('dist', { recursive: true, force: true })
await build({
  entryPoints: { index: 'src/index.ts', node: 'src/node.ts', cli: 'src/cli/index.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'node20',
  charset: 'utf8',
  external: ['node:*', 'msw', 'commander', 'tsx'],
  plugins: [withoutUnused],
  legalComments: 'none',
})
