/**
 * Builds `dist/`: the entry points with their types, with separate bundles for Cloudflare Workers and for Jest in
 * CommonJS; the command line as a bundle that starts quickly; the files that `calmock export` copies
 * (`dist/page/`); the language packs and the dashboard, which all of these share; and the licences of the bundled
 * packages.
 */

import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { languages } from '../fixtures/languages/index.ts'
import { messages } from '../fixtures/languages/messages.ts'
import { languagePacks } from '../fixtures/languages/packs.ts'
import manifest from '../package.json' with { type: 'json' }
import { buildDashboard, isLinked } from './dashboard.ts'
import { buildDeclarations } from './declarations.ts'
import { createExports, entryPoints } from './entry-points.ts'
import { collectLicences } from './licences.ts'
import { mergeChunks } from './merge-chunks.ts'
import {
  formatTexts,
  languageImports,
  languageModules,
  languagesByHost,
  lazyLanguages,
  sharedFiles,
  sharedTexts,
} from './shared-files.ts'
import { noDatabase, stubs } from './stubs.ts'

/** The source files of the entry points, by name. */
const sources = Object.fromEntries(Object.keys(entryPoints).map((name) => [name, `src/${name}.ts`]))
const current = { ...manifest, imports: languageImports, exports: createExports() }
if (JSON.stringify(current) !== JSON.stringify(manifest))
  await writeFile('package.json', `${JSON.stringify(current, null, 2)}\n`)
const peers = Object.keys(manifest.peerDependenciesMeta)

await rm('dist', { recursive: true, force: true })

const sharedOptions = {
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'node20',
  charset: 'ascii',
  external: ['node:*', 'cloudflare:*', '@jest/globals', ...peers],
  legalComments: 'none',
  preserveSymlinks: isLinked, // else the names of CommonJS modules tell where node_modules is
  metafile: true,
} as const satisfies BuildOptions

for (const folder of ['packs', 'messages']) await mkdir(`dist/${folder}`, { recursive: true })
for (const code of languages) {
  await writeFile(`dist/packs/${code}.js`, formatTexts('pack', languagePacks[code]))
  await writeFile(`dist/messages/${code}.js`, formatTexts('messages', messages[code]))
}
for (const [name, text] of Object.entries(languageModules)) {
  await writeFile(`dist/${name}`, text)
}

const dashboard = await buildDashboard()
const writeText = (file: string, name: string, text: string): Promise<void> =>
  writeFile(`dist/${file}.js`, `export const ${name} = ${JSON.stringify(text)}\n`)
await writeText('dashboard-text', 'dashboardPage', dashboard.page)
await writeText('reference-text', 'referenceModule', dashboard.reference)

/** Leaves the help of flags out of bundles without a command line: 1 kB gzip of each page. */
const noFlags: Plugin = {
  name: 'no flags',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/options\/mock-options\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/\bhelp:\s+(['"`]).*?\1,?/g, ''),
      loader: 'ts',
    }))
  },
}

const { worker = '', coverage = '', cypress = '', ssr = '', ...libraryEntryPoints } = sources
const collect = 'src/hosts/coverage/collect.ts'

/** Leaves the collector of coverage in its file, which is loaded on demand. */
const lazyCollector: Plugin = {
  name: 'lazy collector',
  setup({ onResolve }) {
    onResolve({ filter: /\/collect\.ts$/ }, () => ({ path: './collect.js', external: true }))
  },
}
const libraryBuild = await build({
  ...sharedOptions,
  entryPoints: { ...libraryEntryPoints, 'vitest-page': 'src/hosts/vitest/in-page.ts' },
  splitting: true,
  plugins: [stubs, noFlags, lazyCollector, languagesByHost, sharedFiles],
})
const libraryFiles = await mergeChunks(libraryBuild.metafile.outputs, {
  folder: 'dist',
  chunks: '',
  entryPoints: [...Object.keys(libraryEntryPoints), 'vitest-page'],
  roots: ['index', 'browser'], // what `browser` alone has imports MSW on demand
  name: 'core',
})

// separate bundles, which need a small part of the library
const smallBuild = await build({
  ...sharedOptions,
  entryPoints: { coverage, collect, cypress, ssr },
  minify: true,
  plugins: [stubs, noFlags, sharedFiles],
})

/** Leaves out the API reference, which is larger than the rest: the page links to the OpenAPI document. */
const noReference: Plugin = {
  name: 'no reference',
  setup({ onResolve }) {
    onResolve({ filter: /\/reference-text\.ts$/ }, () => ({
      path: resolve('src/seed/source/reference-text.ts'),
    }))
  },
}
// wrangler bundles this file again without minifying it: short names take a tenth less to upload
const workerBuild = await build({
  ...sharedOptions,
  entryPoints: { worker },
  minify: true,
  plugins: [noDatabase, stubs, noFlags, noReference, sharedFiles],
})

/** Makes MSW in the bundle available to `requireBundledMsw` and `importHttp`, which load it on first use. */
const bundledMsw: Plugin = {
  name: 'bundled-msw',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/intercept\/msw\/bundled-msw\.ts$/ }, () => ({
      contents: "export const requireBundledMsw = () => require('./msw-exports.ts')",
      resolveDir: 'src/intercept/msw',
    }))
    onLoad({ filter: /\/src\/intercept\/msw\/import-http\.ts$/ }, () => ({
      // esbuild accepts that an import with `catch` cannot be resolved, as with msw 3
      contents: `export const importHttp = async () =>
        (await import('msw/core/http').catch(() => import('msw'))).http`,
      resolveDir: 'src/intercept/msw',
    }))
  },
}
// Jest loads CommonJS by default, and MSW has parts that are ES modules only: this file contains MSW
const jestBuild = await build({
  ...sharedOptions,
  entryPoints: { jest: 'src/jest.ts' },
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  platform: 'node',
  conditions: ['node'],
  external: ['@jest/globals', 'tsx'],
  define: { 'import.meta.url': 'bundleUrl' },
  banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href" },
  minifyWhitespace: true,
  plugins: [stubs, lazyLanguages, bundledMsw],
})

/** Leaves the SDK of `calmock mcp` in a separate file, which other commands do not read. */
const separateSdk: Plugin = {
  name: 'separate SDK',
  setup({ onResolve }) {
    onResolve({ filter: /^@modelcontextprotocol\// }, () => ({
      path: './mcp-sdk.cjs',
      external: true,
    }))
  },
}
// one file of CommonJS: `bin/calmock.js` compiles it with the code cache of V8
const cliOptions = {
  ...sharedOptions,
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  platform: 'node',
  minifyWhitespace: true,
} as const satisfies BuildOptions
const sdk = `
  export { Server } from '@modelcontextprotocol/sdk/server/index.js'
  export { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
  export { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError }
    from '@modelcontextprotocol/sdk/types.js'`
const cliBuilds = await Promise.all([
  build({
    ...cliOptions,
    entryPoints: { cli: 'src/cli/index.ts' },
    define: { 'import.meta.url': 'bundleUrl' },
    banner: {
      js: `const bundleUrl = require('node:url').pathToFileURL(__filename).href
const { importDynamically = (name) => import('' + name) } = module`,
    },
    plugins: [stubs, lazyLanguages, separateSdk, sharedTexts],
  }),
  build({
    ...cliOptions,
    stdin: { contents: sdk, resolveDir: '.' },
    entryNames: 'mcp-sdk',
    plugins: [stubs],
  }),
])

// `bin/calmock.js` passes a function: compiled code has no loader. The texts of `init` have quotes after the bracket
const cli = await readFile('dist/cli.cjs', 'utf8')
await writeFile('dist/cli.cjs', cli.replace(/(?<![\w$.])import\((?!')/g, 'importDynamically('))

const exportBuild = await build({
  ...sharedOptions,
  entryPoints: { calmock: 'src/hosts/export/entry.ts', pools: 'src/hosts/export/pools.ts' },
  outdir: 'dist/page',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  platform: 'browser',
  target: 'es2022',
  external: [],
  minify: true,
  plugins: [stubs, noFlags, sharedFiles],
})
const exportFiles = await mergeChunks(exportBuild.metafile.outputs, {
  folder: 'dist/page',
  chunks: 'chunks/',
  entryPoints: ['calmock', 'pools'],
  roots: ['calmock'],
  name: 'calmock',
})
await copyFile('node_modules/msw/lib/mockServiceWorker.js', 'dist/page/mockServiceWorker.js')

// `bin/start.js` reads the program as Latin-1, and engines keep a module with other characters in twice the memory;
// esbuild escapes texts, but not regular expressions
const bundles = [smallBuild, workerBuild, jestBuild, ...cliBuilds]
const bundleFiles = bundles.flatMap(({ metafile }) => Object.keys(metafile.outputs))
for (const name of [...libraryFiles, ...bundleFiles, ...exportFiles]) {
  const code = await readFile(name, 'utf8')
  const escapeUnit = (unit: string): string =>
    `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  // bundlers warn about imports without names, because package.json says that no module has side effects
  const imported = code.replace(/^import ['"]\.\/[\w-]+\.js['"];\n/gm, '')
  await writeFile(name, imported.replace(/[\u0080-\uffff]/g, escapeUnit))
}

await buildDeclarations(sources, {
  ...libraryBuild.metafile.outputs,
  ...smallBuild.metafile.outputs,
  ...workerBuild.metafile.outputs,
})
// declarations import this file, and `calmock export --format types` prints it
const wire = await readFile('src/wire.ts', 'utf8')
await writeFile('dist/wire.d.ts', wire.slice(wire.indexOf('\n\n') + 2))

await writeFile(
  'dist/LICENSES.txt',
  await collectLicences([libraryBuild, ...bundles, exportBuild, ...dashboard.builds]),
)
