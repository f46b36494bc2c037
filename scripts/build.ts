/**
 * Bundles `dist/`. `@mswjs/data` goes in without the parts nobody uses here: its request handlers, its
 * own msw, graphql and most of lodash and date-fns, which would cost 400 ms at every start.
 */

import { copyFile, rm, writeFile } from 'node:fs/promises'
import { build, type Plugin } from 'esbuild'
import manifest from '../package.json' with { type: 'json' }
import { words } from '../src/contract/words/index.ts'

const unused = (name: string): string =>
  `exports.${name} = () => { throw new Error('${name} is not part of calmock') }`

const stubs: readonly (readonly [RegExp, string])[] = [
  [/^date-fns$/, 'exports.compareAsc = (a, b) => Math.sign(a - b)'],
  [/^lodash$/, 'exports.isFunction = (value) => typeof value === "function"'],
  [/^debug$/, 'exports.debug = () => () => {}'],
  [/^md5$/, 'module.exports = () => ""'], // names a database for other tabs, which are not told
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

/** The public modules by name, those of "exports" in package.json. */
const doors = Object.fromEntries(
  Object.keys(manifest.exports).map((name) => {
    const door = name === '.' ? 'index' : name.slice(2)
    return [door, `src/${door}.ts`]
  }),
)
const peers = Object.keys(manifest.peerDependencies)

await rm('dist', { recursive: true, force: true })
await build({
  entryPoints: { ...doors, cli: 'src/cli/index.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'node20',
  charset: 'utf8',
  external: ['node:*', ...peers, 'commander'],
  plugins: [withoutUnused],
  legalComments: 'none',
})

/** What an export copies: the page, msw's worker, the mock as one module, and the pools beside it. */
await build({
  entryPoints: { calmock: 'src/page/index.ts', pools: 'src/seed.ts' },
  outdir: 'dist/page',
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  charset: 'utf8',
  minify: true,
  plugins: [withoutUnused],
  legalComments: 'none',
})
await copyFile('node_modules/msw/lib/mockServiceWorker.js', 'dist/page/mockServiceWorker.js')
for (const [code, spoken] of Object.entries(words))
  await writeFile(`dist/page/words.${code}.json`, JSON.stringify(spoken))
await copyFile('src/page/index.html', 'dist/page/index.html')
