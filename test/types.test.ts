import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { toolSetups } from '../src/cli/init.ts'
import { mockOptions } from '../src/options/mock-options.ts'
import type { OptionTable } from '../src/options/option-types.ts'
import { configOptions } from '../src/options/serve-options.ts'
import { node, type Packed, pack, peers, root } from './packed.ts'

/** A program of a user, with deliberate type errors. */
const program = `
import { createServer } from 'node:http'
import { createCalmock, defineScenario, landmarks } from 'calmock'
import type { Clock, Draft, Drafts, Event, EventListQuery, Landmark, Now, Problem, ScenarioContext, ScenarioNames } from 'calmock'
import { type Interception, setupCalmock as setupInPage } from 'calmock/browser'
import { handlersFor } from 'calmock/msw'
import { listen, setupCalmock, toNodeListener } from 'calmock/node'
import { expect, test } from 'calmock/playwright'
import { calmockPreview, type StoryOptions } from 'calmock/storybook'
import { calmock } from 'calmock/vite'
import { useCalmock } from 'calmock/vitest'
import { setupServer } from 'msw/node'
import { defineConfig } from 'vite'

export const slug: string = landmarks.events.jazzNight.slug.hi
// @ts-expect-error there is no such landmark
landmarks.events.nothing
export const mock = createCalmock({ events: 3, scenario: 'one' })
export const url: Promise<string> = listen(mock).then((listening) => listening.url)
export const renamed: string | undefined = mock.db.event.findFirst({ where: { title: { contains: 'x' } } })?.title
export const links: readonly number[] = mock.db.event.getAll().flatMap((event) => event.categories)
// @ts-expect-error there is no such column
mock.db.venue.update({ where: { id: { equals: 1 } }, data: { town: 'Bonn' } })
// @ts-expect-error a title is text
mock.db.event.create({ title: 1 })
// @ts-expect-error there is no such kind
mock.db.evnt
// @ts-expect-error there is no such option
createCalmock({ evnts: 3 })
createCalmock({ scenario: 'today+long-text', sites: ['en', 'zh-hans'], now: 'today' })
createCalmock({ scenario: ['rtl', defineScenario({ name: 'mine', about: 'y' })], now: new Date(0) })
// @ts-expect-error there is no such language
createCalmock({ sites: ['xx'] })
// @ts-expect-error there is no such language
calmockPreview({ language: 'xx' })
export const names: ScenarioNames[] = ['city', 'page-plus-one', 'my-own']
export const story: StoryOptions = { language: 'ar', scenario: 'empty' }
// @ts-expect-error there is no such language
test('a page', async ({ calmock }) => calmock.api('xx'))
export const query: EventListQuery = { per_page: 5, status: ['draft'] }
// @ts-expect-error there is no such status
export const wrong: EventListQuery = { status: ['gone'] }
export const title = ({ title }: Event): string => title
export type Others = [Clock, Draft, Drafts, Landmark, Now, Problem, ScenarioContext]
defineScenario({ name: 'x', about: 'y', change: (drafts) => ({ ...drafts, event: [] }) })

export const server = setupServer(...handlersFor(mock))
export const started: Promise<Interception> = setupInPage().start({ workerUrl: '/w.js' })
setupCalmock({ intercept: 'fetch' }).start({ onUnhandledRequest: 'error' })
createServer(toNodeListener(mock))
test('a page', async ({ page, calmock }) => expect(page.url()).toBe(calmock.url))
// @ts-expect-error there is no such fixture
test('a page', async ({ calmok }) => calmok)
export const preview = { ...calmockPreview() }
export const config = defineConfig({ plugins: [calmock({ path: '/x', sites: ['de'] })] })
calmock({ baseUrl: '/x' })
export const used: string = useCalmock({ onUnhandledRequest: 'error' }).world('x').name
// @ts-expect-error there is no such way
useCalmock({ onUnhandledRequest: 'ignore' })
// @ts-expect-error there is no server without MSW
useCalmock({ intercept: 'fetch' }).server
// @ts-expect-error there is no worker without MSW
setupInPage({ intercept: 'fetch' }).worker
export const listed = useCalmock({ intercept: 'msw' }).server.listHandlers()
`

/** An object of the options of a dev server. */
const devServer = `export const config: {
  devServer: { setupMiddlewares(others: object[]): object[] }
} = { LINES }`

/** The code around the lines that `calmock init` prints, in place of `LINES`, by tool. */
const surroundings: Readonly<Record<string, string>> = {
  vite: 'export default { LINES } satisfies import("vite").UserConfig',
  astro: 'export default { LINES } satisfies { vite: import("vite").UserConfig }',
  'webpack-dev-server': devServer,
  '@rspack/dev-server': devServer,
  '@rspack/cli': devServer,
  nuxt: `declare function defineEventHandler(handle: (event: object) => Promise<Response>): void
declare function toWebRequest(event: object): Request
LINES`,
  '@angular/core': `declare function bootstrapApplication(app: unknown, config: unknown): void
declare const App: unknown, appConfig: unknown
LINES`,
  parcel: 'declare function startApp(): void\nLINES\nexport {}',
  deno: `declare const Deno: { test: Record<'beforeAll' | 'afterEach' | 'afterAll', (hook: () => void) => void> }
LINES`,
  hono: `declare const app: {
  all(path: string, handle: (context: { req: { raw: Request } }) => Promise<Response>): void
}
LINES`,
  express: `declare const app: {
  use(path: string, handle: import("node:http").RequestListener): void
}
LINES`,
}

/** Programs with the lines that `calmock init` prints, by file name. */
const initPrograms = Object.fromEntries(
  Object.entries(toolSetups).map(([tool, { lines }]) => {
    const imports = lines.filter((line) => line.startsWith('import '))
    const others = lines.slice(imports.length)
    const program = (surroundings[tool] ?? 'LINES').replace('LINES', () => others.join('\n'))
    return [`init-${tool.replace(/\W/g, '')}.ts`, `${imports.join('\n')}\n${program}\n`]
  }),
)

/** The parts of packages that the lines for tests of Nuxt, of Mocha and of Bun use. */
const testModules = `
declare module 'ofetch' {
  export function createFetch(options: { fetch: typeof fetch }): typeof fetch
}
declare module '@nuxt/test-utils/runtime' {
  export function mockNuxtImport(name: string, create: () => unknown): void
}
declare module 'mocha' {
  export const after: (hook: () => void) => void, afterEach: typeof after
  export const before: (hook: () => Promise<void>) => void
  export const describe: (title: string, define: () => void) => void
}
declare module 'bun:test' {
  export const afterAll: (hook: () => void) => void, afterEach: typeof afterAll
  export const beforeAll: (hook: () => Promise<void>) => void
}`

const routeCheck = `
import * as route from './init-next'
type Handle = (request: Request, context: { params: Promise<{ path: string[] }> }) => Promise<Response>
const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const
export const handles: readonly Handle[] = methods.map((method) => route[method])
`

/** A CommonJS module of a user, with deliberate type errors. */
const commonJsProgram = `
import { createCalmock, landmarks, type Event } from 'calmock'
import jest = require('calmock/jest')
import { listen, type RunningServer, setupCalmock } from 'calmock/node'
import { test } from 'calmock/playwright'
import { calmock } from 'calmock/vite'
import { useCalmock } from 'calmock/vitest'
export const title = ({ title }: Event): string => title
// @ts-expect-error there is no such option
createCalmock({ evnts: 3 })
export const server: Promise<RunningServer> = listen(setupCalmock({ events: 3 }))
export const name: string = [calmock().name, useCalmock().world('x').name, landmarks.events.jazzNight.slug.hi][0]
test('a page', async ({ calmock }) => calmock.api('en'))
export const mock = jest.useCalmock({ events: 3 })
export const options: jest.UseOptions = { onUnhandledRequest: 'error' }
mock.server.use(jest.http.get('*', () => jest.HttpResponse.json(jest.landmarks.events.jazzNight)))
// @ts-expect-error there is no such landmark
jest.landmarks.events.nothing
`

/** A CommonJS module that requires every entry point. */
const requiring = Object.keys(manifest.exports)
  .map(
    (door, n) =>
      `import door${n} = require('calmock${door.slice(1)}')\nexport type Door${n} = typeof door${n}`,
  )
  .join('\n')

let packed: Packed
let folder = ''

beforeAll(async () => {
  packed = await pack()
  folder = await packed.project([...peers, '@types/node', 'undici-types'], {
    'package.json': '{"type":"module"}',
    'program.ts': program,
    'common.cts': commonJsProgram,
    'requiring.cts': requiring,
    'page.ts': "export * as jest from 'calmock/jest'\nexport * as vitest from 'calmock/vitest'\n",
    'route.ts': routeCheck,
    'test-modules.d.ts': testModules,
    ...initPrograms,
  })
})
afterAll(() => packed?.remove())

/** Compiles files of the project for a module resolution. The output is empty if there are no errors. */
async function compile(
  files: readonly string[],
  [resolution, module]: readonly string[],
  more = '',
) {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const flags = `--noEmit --strict --target es2023 --types node --moduleResolution ${resolution}`
  const args = `${flags} --module ${module} ${more}`.trim().split(' ')
  const { stdout, code } = await node([tsc, ...args, ...files], folder)
  return { stdout, code }
}

const compiles = { stdout: '', code: 0 }

test.each([
  // checks all libraries once, because that is slow
  { resolution: ['bundler', 'esnext'], more: '' },
  { resolution: ['node16', 'node16'], more: '--skipLibCheck' },
])('the types of every entry point compile with %j', async ({ resolution, more }) => {
  expect(await compile(['program.ts'], resolution, more)).toEqual(compiles)
})

test('the types of every entry point compile in CommonJS, with the libraries', async () => {
  const files = ['common.cts', 'requiring.cts']
  expect(await compile(files, ['node16', 'node16'])).toEqual(compiles)
})

test('the types of calmock/vitest and calmock/jest compile without the ones of Node, with the libraries', async () => {
  const more = '--types vite/client' // as create-vite writes it
  expect(await compile(['page.ts'], ['bundler', 'esnext'], more)).toEqual(compiles)
})

test('the lines that calmock init prints compile, and the route of Next exports every method', async () => {
  const files = ['route.ts', 'test-modules.d.ts', ...Object.keys(initPrograms)]
  expect(await compile(files, ['bundler', 'esnext'], '--skipLibCheck')).toEqual(compiles)
})

/** Returns what an editor shows for each key of the object in a call, by key. */
function readHovers(call: string, keys: readonly string[]): Record<string, string> {
  const file = join(folder, 'hover.ts')
  const lines = keys.map((key) => `  ${key}: undefined!,`)
  const text = `import { createCalmock, defineConfig } from 'calmock'\n${call}({\n${lines.join('\n')}\n})\n`
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      strict: true,
      types: [],
    }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const content = name === file ? text : ts.sys.readFile(name)
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
  })
  return Object.fromEntries(
    keys.map((key) => {
      const info = service.getQuickInfoAtPosition(file, text.indexOf(`  ${key}:`) + 2)
      return [key, ts.displayPartsToString(info?.documentation)]
    }),
  )
}

test.each<[string, OptionTable]>([
  ['createCalmock', mockOptions],
  ['defineConfig', configOptions],
])('an editor shows a sentence, and the default, for each option of %s', (call, table) => {
  const hovers = readHovers(call, Object.keys(table))
  for (const [key, entry] of Object.entries(table)) {
    expect(`${key}: ${hovers[key]}`).toMatch(/^\w+: [A-Z].*\.$/s)
    if (typeof entry.default === 'number' && key !== 'maxBody')
      expect(hovers[key]).toContain(`Default: ${entry.default}`)
  }
  expect(hovers.maxPerPage).toBe('Maximum number of records on a page of a list. Default: 50.')
})
