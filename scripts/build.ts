/**
 * Bundles `dist/`: the doors, the program on its own as it has to start quickly, in `dist/page/` what an
 * export copies, and the licences of what is bundled.
 */

import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { type BuildOptions, build } from 'esbuild'
import { languagePacks } from '../fixtures/languages/index.ts'
import manifest from '../package.json' with { type: 'json' }
import { messages } from '../src/contract/messages/index.ts'
import { noticesOf } from './notices.ts'
import { packsAsJson, packsFromFiles } from './packs.ts'
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

const common = {
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'node20',
  charset: 'utf8',
  external: ['node:*', ...peers],
  legalComments: 'none',
  metafile: true,
} as const satisfies BuildOptions

const ofDoors = await build({
  ...common,
  entryPoints: doors,
  plugins: [withoutUnused, packsAsJson],
})
const ofProgram = await build({
  ...common,
  entryPoints: { cli: 'src/cli/index.ts' },
  plugins: [withoutUnused, packsFromFiles],
  minifyWhitespace: true,
  // what commander is written for
  banner: {
    js: "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)",
  },
})
await mkdir('dist/packs')
for (const [code, pack] of Object.entries(languagePacks))
  await writeFile(`dist/packs/${code}.json`, JSON.stringify(pack))

/** What an export copies: the page, msw's worker, the mock as one module, and the pools beside it. */
const ofPage = await build({
  entryPoints: { calmock: 'src/export/entry.ts', pools: 'src/seed/create-seed.ts' },
  outdir: 'dist/page',
  ...pageBundle,
  metafile: true,
})
await copyFile('node_modules/msw/lib/mockServiceWorker.js', 'dist/page/mockServiceWorker.js')
for (const [code, spoken] of Object.entries(messages))
  await writeFile(`dist/page/words.${code}.json`, JSON.stringify(spoken))
await copyFile('src/export/index.html', 'dist/page/index.html')

await writeFile('dist/LICENSES.txt', await noticesOf([ofDoors, ofProgram, ofPage]))
