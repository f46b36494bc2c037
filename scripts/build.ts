/** Bundles `dist/`: the doors, the program, and in `dist/page/` what an export copies. */

import { copyFile, rm, writeFile } from 'node:fs/promises'
import { build } from 'esbuild'
import manifest from '../package.json' with { type: 'json' }
import { words } from '../src/contract/words/index.ts'
import { packsAsJson } from './packs-as-json.ts'
import { pageBundle } from './page-bundle.ts'
import { withoutUnused } from './without-unused.ts'

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
  plugins: [withoutUnused, packsAsJson],
  legalComments: 'none',
})

/** What an export copies: the page, msw's worker, the mock as one module, and the pools beside it. */
await build({
  entryPoints: { calmock: 'src/page/index.ts', pools: 'src/seed.ts' },
  outdir: 'dist/page',
  ...pageBundle,
})
await copyFile('node_modules/msw/lib/mockServiceWorker.js', 'dist/page/mockServiceWorker.js')
for (const [code, spoken] of Object.entries(words))
  await writeFile(`dist/page/words.${code}.json`, JSON.stringify(spoken))
await copyFile('src/page/index.html', 'dist/page/index.html')
