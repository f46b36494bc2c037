import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { Command } from 'commander'
import { canLoadTypeScript, readJson } from '../config/load-module.ts'
import { findConfigFile } from '../config/load-options.ts'
import { Failure, helpPlace, type Io } from './io.ts'

/** All languages: the default would leave out English, and one language alone would break requests to another. */
const configBody = `export default {
  // remove the languages that you do not need
  sites: ['en', 'ar', 'de', 'es', 'fr', 'hi', 'zh-hans'],
}`

/** By extension. They import types alone, so that the file loads where calmock is not installed. */
const configTexts = {
  mjs: `/** @type {import('calmock').Config} */\n${configBody}\n`,
  ts: `import type { Config } from 'calmock'\n\n${configBody} satisfies Config\n`,
}

/** The lines that connect a tool to the mock, and the file that they belong in. */
interface ToolSetup {
  readonly file: string
  readonly lines: readonly string[]
  /** The files that show the tool, if it needs no package. */
  readonly marks?: readonly string[]
  /** Another file of the project that may import calmock in place of `file`. */
  readonly or?: string
  /** True if the lines import in a file that may be CommonJS, which then has `require`. */
  readonly requires?: boolean
  /** The tools whose own lines do not work in a project of this tool. */
  readonly replaces?: readonly string[]
}

const createMock = "createCalmock({ baseUrl: '/api', now: 'today', sites: ['en'] })"

const devServerLines = [
  "import { setupCalmock, toNodeListener } from 'calmock/node'",
  'devServer: { setupMiddlewares: (others) => [',
  "  { path: '/api', middleware: toNodeListener(setupCalmock({ now: 'today' })) }, ...others,",
  '] },',
]

/** By the name of the tool's package. */
export const toolSetups: Readonly<Record<string, ToolSetup>> = {
  vite: {
    file: 'vite.config.ts',
    lines: ["import { calmock } from 'calmock/vite'", 'plugins: [calmock()],'],
  },
  vitest: {
    file: 'a test file',
    lines: ["import { useCalmock } from 'calmock/vitest'", 'useCalmock()'],
    replaces: ['bun', 'deno'],
  },
  jest: {
    file: 'a test file',
    lines: ["import { useCalmock } from 'calmock/jest'", 'useCalmock()'],
    requires: true,
    replaces: ['bun', 'deno'],
  },
  mocha: {
    file: 'a test file such as test/calendar.test.mjs, with npm install --save-dev msw',
    lines: [
      "import { after, afterEach, before, describe } from 'mocha'",
      "import { setupCalmock } from 'calmock/node'",
      "describe('the calendar', () => {",
      '  const mock = setupCalmock()',
      '  before(() => mock.start())',
      '  afterEach(() => mock.reset())',
      '  after(() => mock.stop())',
      '})',
    ],
  },
  storybook: {
    file: '.storybook/preview.ts',
    lines: [
      "import { calmockPreview } from 'calmock/storybook'",
      "export default { ...calmockPreview({ sites: ['en'] }) }",
    ],
  },
  '@playwright/test': {
    file: 'a test file',
    lines: [
      "import { expect, test } from 'calmock/playwright'",
      "test('lists events', async ({ page, calmock }) => { /* calmock.api('en') */ })",
    ],
  },
  cypress: {
    file: 'cypress/support/e2e.ts, with npx calmock running',
    lines: ["import { useCalmock } from 'calmock/cypress'", 'export const calmock = useCalmock()'],
  },
  next: {
    file: 'src/app/api/[...path]/route.ts',
    or: 'src/mock.ts',
    lines: [
      "import { createCalmock } from 'calmock'",
      'const holder = globalThis as { calmock?: ReturnType<typeof createCalmock> }',
      `holder.calmock ??= ${createMock} // it survives hot reloads`,
      'const mock = holder.calmock',
      'const handle = (request: Request) => mock.fetch(request)',
      'export { handle as DELETE, handle as GET, handle as HEAD, handle as OPTIONS }',
      'export { handle as PATCH, handle as POST, handle as PUT }',
    ],
  },
  nuxt: {
    file: 'server/api/[...path].ts',
    lines: [
      "import { createCalmock } from 'calmock'",
      `const mock = ${createMock}`,
      'export default defineEventHandler((event) => mock.fetch(toWebRequest(event)))',
    ],
    replaces: ['vite', 'vitest'],
  },
  '@nuxt/test-utils': {
    file: 'a test file, with npm install --save-dev ofetch',
    lines: [
      "import { mockNuxtImport } from '@nuxt/test-utils/runtime'",
      "import { createFetch } from 'ofetch'",
      "import { vi } from 'vitest'",
      "const { createCalmock } = await vi.hoisted(() => import('calmock'))",
      "const mock = vi.hoisted(() => createCalmock({ baseUrl: '/api', sites: ['en'] }))",
      "mockNuxtImport('$fetch', () => createFetch({ fetch: mock.fetch }))",
    ],
  },
  '@sveltejs/kit': {
    file: 'src/routes/api/[...path]/+server.ts',
    lines: [
      "import { createCalmock } from 'calmock'",
      `const mock = ${createMock}`,
      'export const fallback = ({ request }: { request: Request }) => mock.fetch(request)',
    ],
    replaces: ['vite'],
  },
  astro: {
    file: 'astro.config.mjs',
    lines: ["import { calmock } from 'calmock/vite'", 'vite: { plugins: [calmock()] },'],
    replaces: ['vite'],
  },
  '@angular/core': {
    file: 'src/main.ts, with npx msw init public --save',
    lines: [
      'declare const ngDevMode: boolean',
      "const startMock = async () => { if (ngDevMode) await (await import('calmock/browser')).setupCalmock().start() }",
      'startMock().then(() => bootstrapApplication(App, appConfig))',
    ],
  },
  'webpack-dev-server': { file: 'webpack.config.js', lines: devServerLines, requires: true },
  '@rspack/dev-server': { file: 'rspack.config.js', lines: devServerLines, requires: true },
  '@rspack/cli': {
    file: 'rspack.config.js',
    lines: devServerLines,
    requires: true,
    replaces: ['@rspack/dev-server'],
  },
  parcel: {
    file: 'the script of the page, with npx msw init dist --save for its folder, and to package.json "@parcel/resolver-default": { "packageExports": true }',
    lines: [
      'const startMock = async () => {',
      "  if (process.env.NODE_ENV === 'development') {",
      "    await (await import('calmock/browser')).setupCalmock().start()",
      '  }',
      '}',
      'startMock().then(startApp)',
    ],
  },
  bun: {
    file: 'a file of bun test, with bun add --dev msw',
    lines: [
      "import { afterAll, afterEach, beforeAll } from 'bun:test'",
      "import { setupCalmock } from 'calmock/node'",
      'const mock = setupCalmock()',
      'beforeAll(() => mock.start())',
      'afterEach(() => mock.reset())',
      'afterAll(() => mock.stop())',
    ],
    marks: ['bun.lock', 'bun.lockb', 'bunfig.toml'],
  },
  deno: {
    file: 'a file of deno test, with deno add --dev npm:msw',
    lines: [
      "import { setupCalmock } from 'calmock/node'",
      'const mock = setupCalmock()',
      'Deno.test.beforeAll(() => mock.start())',
      'Deno.test.afterEach(() => mock.reset())',
      'Deno.test.afterAll(() => mock.stop())',
    ],
    marks: ['deno.json', 'deno.jsonc', 'deno.lock'],
  },
  express: {
    file: 'the server',
    lines: [
      "import { setupCalmock, toNodeListener } from 'calmock/node'",
      "app.use('/api', toNodeListener(setupCalmock({ now: 'today' })))",
    ],
    requires: true,
  },
  hono: {
    file: 'the server',
    lines: [
      "import { createCalmock } from 'calmock'",
      `const mock = ${createMock}`,
      "app.all('/api/*', (context) => mock.fetch(context.req.raw))",
    ],
    requires: true,
  },
  wrangler: {
    file: 'worker.js, which npx calmock init --worker writes with its configuration',
    lines: [
      "import { calmockWorker } from 'calmock/worker'",
      "const { CalmockWorld, fetch } = calmockWorker({ now: 'today' })",
      'export { CalmockWorld }',
      'export default { fetch }',
    ],
  },
}

/** The files of a Cloudflare worker by name, as in `examples/cloudflare/`. */
export const workerFiles: Readonly<Record<string, string>> = {
  'worker.js': `import { calmockWorker } from 'calmock/worker'

const { CalmockWorld, fetch } = calmockWorker({
  now: 'today',
  worldIdle: 20_160, // two weeks, in minutes
})

export { CalmockWorld }
export default { fetch }
`,
  'wrangler.jsonc': `{
  "$schema": "node_modules/wrangler/config-schema.json",
  "name": "calmock",
  "main": "worker.js",
  "compatibility_date": "2026-04-01",
  "minify": true,
  "durable_objects": { "bindings": [{ "name": "WORLDS", "class_name": "CalmockWorld" }] },
  "migrations": [{ "tag": "v1", "new_sqlite_classes": ["CalmockWorld"] }]
}
`,
}

const wranglerFiles = ['wrangler.jsonc', 'wrangler.json', 'wrangler.toml']

export function initCommand(io: Io, canLoad = canLoadTypeScript): Command {
  return new Command('init')
    .description('write a config file, and print the lines that connect the tools of the project')
    .option('--worker', 'write the files of a Cloudflare worker instead')
    .allowExcessArguments(false)
    .action(({ worker = false }: { worker?: boolean }) => {
      if (worker) initWorker(io)
      // Node does not read a .ts file as an ES module in such a package
      else initConfig(io, canLoad() && readManifest().type !== 'commonjs' ? 'ts' : 'mjs')
    })
}

function initConfig({ stdout }: Io, extension: 'ts' | 'mjs'): void {
  const tools = findTools()
  const existing = findConfigFile()
  const file = existing ?? `calmock.config.${extension}`
  if (!existing) writeNewFile(file, configTexts[extension])
  stdout.write(existing ? `${file} exists already, and stays as it is.\n` : `Created ${file}.\n`)
  for (const [tool, setup] of tools) {
    const connected = [setup.file, setup.or ?? ''].map(findConnected).find(Boolean)
    const text = connected
      ? `${connected} imports calmock already`
      : `add to ${setup.file}\n\n  ${formatLines(setup).join('\n  ')}`
    stdout.write(`\n${tool}: ${text}\n`)
  }
  if (tools.length === 0) stdout.write(`\nFor a tool that is not in package.json: ${helpPlace}\n`)
  stdout.write('\nStart the mock: npx calmock\n')
}

/** Returns the lines, with `require` in a file of CommonJS. */
function formatLines({ file, lines, requires }: ToolSetup): readonly string[] {
  const texts = listSources(file).map((path) => readFileSync(path, 'utf8'))
  const isCommonJs =
    texts.length > 0
      ? texts.some((text) => /\bmodule\.exports\b|\brequire\(/.test(text))
      : readManifest().type !== 'module' && !existsSync('tsconfig.json')
  if (!requires || !isCommonJs) return lines
  return lines.map((line) => line.replace(/^import (.*) from (.*)$/, 'const $1 = require($2)'))
}

function initWorker(io: Io): void {
  const names = Object.keys(workerFiles)
  const existing = [...names, ...wranglerFiles].find((name) => existsSync(name))
  if (existing) throw new Failure(`${existing} exists already, and calmock init does not change it`)
  for (const [name, text] of Object.entries(workerFiles)) writeNewFile(name, text)
  io.stdout.write(`Created ${names.join(' and ')}.

Run the worker on this machine: npx wrangler dev
Deploy it: npx wrangler secret put CALMOCK_TOKEN
           npx wrangler deploy
`)
}

/** Writes a file that does not exist. Leaves none if it fails, as on a full disk. */
function writeNewFile(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx' })
  } catch (error) {
    const { code, message } = Object(error)
    if (code !== 'EEXIST') rmSync(file, { force: true })
    throw new Failure(`cannot write ${file}: ${message}`)
  }
}

/** Returns the name of the file, with any extension, if it exists and imports calmock. */
const findConnected = (file: string): string | undefined =>
  listSources(file).find((path) => /['"]calmock['"/]/.test(readFileSync(path, 'utf8')))

/** Returns the paths of a file with any extension. Text after a comma is not part of its name. */
function listSources(file: string): readonly string[] {
  const { dir, name } = parse(file.replace(/,.*/, ''))
  const entries = existsSync(dir || '.') ? readdirSync(dir || '.', { withFileTypes: true }) : []
  return entries
    .filter((entry) => entry.isFile() && parse(entry.name).name === name)
    .map((entry) => join(dir, entry.name))
}

const readManifest = () =>
  existsSync('package.json') ? Object(readJson({ kind: 'package', file: 'package.json' })) : {}

/** Returns the tools that package.json lists or whose files are there, without those whose lines another tool replaces. */
function findTools(): readonly (readonly [string, ToolSetup])[] {
  const { dependencies, devDependencies } = readManifest()
  const packages = { ...dependencies, ...devDependencies }
  const tools = Object.entries(toolSetups).filter(
    ([tool, { marks = [] }]) => Object.hasOwn(packages, tool) || marks.some(existsSync),
  )
  const replaced = tools.flatMap(([, { replaces = [] }]) => replaces)
  return tools.filter(([tool]) => !replaced.includes(tool))
}
