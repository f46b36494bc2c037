/**
 * Builds `dist/`: the entry points, with separate bundles for Cloudflare Workers and for Jest in CommonJS; the
 * command line as a bundle that starts quickly; the files that `calmock export` copies (`dist/page/`); and the
 * licences of the bundled packages. The dashboard is built first: other bundles contain it.
 */

import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { languagePacks } from '../fixtures/languages/index.ts'
import manifest from '../package.json' with { type: 'json' }
import { messages } from '../src/contract/messages/index.ts'
import { buildDashboard, inlineDashboard, lazyDashboard } from './dashboard.ts'
import { exportBundle } from './export-bundle.ts'
import { inlineLanguagePacks, lazyLanguagePacks } from './language-packs.ts'
import { collectLicences } from './licences.ts'
import { noDatabase, stubs } from './stubs.ts'

/** The source files of the entry points, by name, as "exports" in package.json lists them. */
const entryPoints = Object.fromEntries(
  Object.keys(manifest.exports).map((path) => {
    const name = path === '.' ? 'index' : path.slice(2)
    return [name, `src/${name}.ts`]
  }),
)
const peers = Object.keys(manifest.peerDependenciesMeta)

await rm('dist', { recursive: true, force: true })

const sharedOptions = {
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'node20',
  charset: 'utf8',
  external: ['node:*', 'cloudflare:*', '@jest/globals', ...peers],
  legalComments: 'none',
  metafile: true,
} as const satisfies BuildOptions

const dashboard = await buildDashboard()
await mkdir('dist/dashboard', { recursive: true })
await writeFile('dist/dashboard/index.html', dashboard.page)

const { worker = '', ...libraryEntryPoints } = entryPoints
const libraryBuild = await build({
  ...sharedOptions,
  entryPoints: libraryEntryPoints,
  plugins: [stubs, inlineLanguagePacks, inlineDashboard(dashboard)],
})
// bundlers warn about imports without names, because package.json says that no module has side effects
for (const name of Object.keys(libraryBuild.metafile.outputs)) {
  const text = await readFile(name, 'utf8')
  await writeFile(name, text.replace(/^import "\.\/[\w-]+\.js";\n/gm, ''))
}
// wrangler bundles this file again without minifying it: short names take a tenth less to upload
const workerBuild = await build({
  ...sharedOptions,
  entryPoints: { worker },
  splitting: false,
  minify: true,
  // without the API reference, which is larger than the rest: the page links to the OpenAPI document
  plugins: [
    noDatabase,
    stubs,
    inlineLanguagePacks,
    inlineDashboard({ ...dashboard, reference: '' }),
  ],
})
/** Makes MSW in the bundle available to `requireBundledMsw` and `importHttp`, which load it on first use. */
const bundledMsw: Plugin = {
  name: 'bundled-msw',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/msw\/bundled-msw\.ts$/ }, () => ({
      contents: "export const requireBundledMsw = () => require('./msw-exports.ts')",
      resolveDir: 'src/msw',
    }))
    onLoad({ filter: /\/src\/msw\/import-http\.ts$/ }, () => ({
      // esbuild accepts that an import with `catch` cannot be resolved, as with msw 3
      contents: `export const importHttp = async () =>
        (await import('msw/core/http').catch(() => import('msw'))).http`,
      resolveDir: 'src/msw',
    }))
  },
}
// Jest loads CommonJS by default, and MSW has parts that are ES modules only: this file contains MSW
const jestBuild = await build({
  ...sharedOptions,
  entryPoints: { jest: 'src/jest.ts' },
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  splitting: false,
  platform: 'node',
  conditions: ['node'],
  external: ['@jest/globals', 'tsx'],
  define: { 'import.meta.url': 'undefined' },
  minifyWhitespace: true,
  plugins: [stubs, inlineLanguagePacks, bundledMsw],
})
await mkdir('dist/types/src', { recursive: true })
await writeFile('dist/types/src/jest.d.cts', "export * from './jest.js'\n")

const cliBuild = await build({
  ...sharedOptions,
  entryPoints: { cli: 'src/cli/index.ts' },
  plugins: [stubs, lazyLanguagePacks, lazyDashboard],
  minifyWhitespace: true,
  // commander is CommonJS
  banner: {
    js: "import { createRequire as nodeCreateRequire } from 'node:module'\nconst require = nodeCreateRequire(import.meta.url)",
  },
})
await mkdir('dist/packs')
for (const [code, pack] of Object.entries(languagePacks))
  await writeFile(`dist/packs/${code}.json`, JSON.stringify(pack))

const exportBuild = await build({
  entryPoints: { calmock: 'src/export/entry.ts', pools: 'src/export/pools.ts' },
  outdir: 'dist/page',
  ...exportBundle,
  metafile: true,
})
await copyFile('node_modules/msw/lib/mockServiceWorker.js', 'dist/page/mockServiceWorker.js')
for (const [code, translations] of Object.entries(messages))
  await writeFile(`dist/page/words.${code}.json`, JSON.stringify(translations))
const startedPage = dashboard.page.replace('<html', '<html data-start="./calmock.js"')
await writeFile('dist/page/index.html', startedPage)
await writeFile('dist/page/reference.js', dashboard.reference)

// `calmock export --format types` prints this file
const wire = await readFile('src/wire.ts', 'utf8')
await writeFile('dist/wire.d.ts', wire.slice(wire.indexOf('\n\n') + 2))

await writeFile(
  'dist/LICENSES.txt',
  await collectLicences([
    ...[libraryBuild, workerBuild, jestBuild, cliBuild, exportBuild],
    ...dashboard.builds,
  ]),
)
