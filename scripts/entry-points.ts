/**
 * The entry points of the package. "exports" of package.json, the build, the tests of the package and of its imports,
 * the tables of hosts in the documents and the sidebar are derived from the lists of this file.
 * `test/entry-points.test.ts` names what an entry point lacks.
 */

/** An entry point: `src/<name>.ts`. */
export interface EntryPoint {
  /** The packages and modules that it imports when it is loaded. Each package is an optional peer dependency. */
  readonly packages: readonly string[]
  /** A folder of `examples/` that uses it. */
  readonly example: string
  /** True if it intercepts requests with MSW, or the circumstances. */
  readonly needsMsw?: true | 'in ES modules'
  /** True if it reads the config file. `programs` of `test/config/entry-points.test.ts` then has a program that imports it. */
  readonly readsConfig?: true
  /** True if it runs in its host alone, and no program of Node imports it. */
  readonly isHosted?: true
  /** A project with this package needs the entry point: `calmock init` prints its lines. */
  readonly tool?: string
  /** True if it has a bundle in CommonJS. */
  readonly hasCommonJs?: true
  /** The file of its build for pages, without the extension. */
  readonly page?: string
}

/** By name. `index` is `calmock` itself. */
export const entryPoints: Readonly<Record<string, EntryPoint>> = {
  index: { packages: [], example: 'fetch' },
  msw: { packages: ['msw'], example: 'migrating-msw', needsMsw: true },
  node: {
    packages: [],
    example: 'server',
    needsMsw: true,
    readsConfig: true,
    tool: 'express',
  },
  vite: { packages: [], example: 'vite', readsConfig: true, tool: 'vite' },
  playwright: {
    packages: ['@playwright/test'],
    example: 'playwright',
    readsConfig: true,
    tool: '@playwright/test',
  },
  vitest: {
    packages: ['vitest'],
    example: 'vitest',
    needsMsw: true,
    readsConfig: true,
    tool: 'vitest',
    page: 'vitest-page',
  },
  jest: {
    packages: ['@jest/globals'],
    example: 'jest',
    needsMsw: 'in ES modules',
    readsConfig: true,
    isHosted: true,
    tool: 'jest',
    hasCommonJs: true,
  },
  coverage: { packages: [], example: 'vitest-coverage' },
  cypress: { packages: [], example: 'cypress', isHosted: true, tool: 'cypress' },
  browser: { packages: [], example: 'browser', needsMsw: true, tool: '@angular/core' },
  storybook: {
    packages: ['storybook/preview-api'],
    example: 'storybook',
    needsMsw: true,
    tool: 'storybook',
  },
  ssr: { packages: [], example: 'ssr-next' },
  worker: { packages: ['cloudflare:workers'], example: 'cloudflare', isHosted: true },
}

/** A row of the tables of hosts: a task of a reader, and its entry points. Each entry point is in a row. */
interface Task {
  readonly task: string
  /** The titles of the pages that describe it, and their addresses from `docs/`. */
  readonly pages: Readonly<Record<string, string>>
  /** The names of entry points, or commands. Empty if the page names them. */
  readonly with: readonly string[]
  /** The advice to coding agents. Default: the row is not in the skill. */
  readonly use?: string
}

/** In the order of the tables and of the sidebar. */
export const tasks: readonly Task[] = [
  {
    task: 'an app with Vite, in development, with data from today',
    pages: { Vite: 'hosts/vite.md' },
    with: ['vite'],
    use: 'the plugin `calmock()` of `calmock/vite`',
  },
  {
    task: 'a page that a bundler builds, also without a server',
    pages: { Browser: 'hosts/browser.md' },
    with: ['browser'],
    use: '`setupCalmock()` of `calmock/browser`',
  },
  {
    task: 'a demo on a static file server, without a build',
    pages: { 'Static export': 'hosts/static-export.md' },
    with: ['calmock export'],
  },
  {
    task: 'stories in every language, empty, failing and slow',
    pages: { Storybook: 'hosts/storybook.md' },
    with: ['storybook'],
    use: '`calmockPreview()` of `calmock/storybook`',
  },
  {
    task: 'tests of components and functions',
    pages: {
      Vitest: 'hosts/vitest.md',
      Jest: 'hosts/jest.md',
      'node:test': 'hosts/node-test.md',
      Mocha: 'hosts/node-test.md#mocha',
    },
    with: ['vitest', 'jest', 'node'],
    use: '`useCalmock()` of `calmock/vitest` or `calmock/jest`; in node:test, `calmock/node`',
  },
  {
    task: 'tests of an app in a real browser',
    pages: { Playwright: 'hosts/playwright.md', Cypress: 'hosts/cypress.md' },
    with: ['playwright', 'cypress'],
    use: '`test` and `expect` of `calmock/playwright`; `useCalmock()` of `calmock/cypress`',
  },
  {
    task: 'such tests of an app that renders on a server',
    pages: { 'Server rendering': 'hosts/server-rendering.md' },
    with: ['playwright', 'ssr'],
    use: '`followWorlds()` of `calmock/ssr` in that server',
  },
  {
    task: 'which states of the API no test has seen',
    pages: { 'Coverage of API states': 'coverage.md' },
    with: ['coverage'],
    use: 'the option `coverage: true` and the reporter `calmock/coverage`, in Vitest, Jest and Playwright',
  },
  { task: 'an app with Next', pages: { Next: 'hosts/next.md' }, with: ['index'] },
  {
    task: 'an app with Nuxt, SvelteKit, Astro, React Router, Angular, webpack, Rspack or Parcel',
    pages: { 'Other frameworks': 'hosts/other-frameworks.md' },
    with: [],
  },
  {
    task: 'tests with React Native, Bun or Deno',
    pages: { 'Other frameworks': 'hosts/other-frameworks.md#react-native' },
    with: ['jest', 'node'],
  },
  {
    task: 'the mock as a function, in Node, Bun, Deno or at the edge',
    pages: { 'Programs and servers': 'hosts/node-servers.md' },
    with: ['index'],
    use: '`createCalmock().fetch` of `calmock`',
  },
  {
    task: 'the mock in a Node server, such as Express',
    pages: { 'Programs and servers': 'hosts/node-servers.md#a-server-of-node' },
    with: ['node'],
    use: '`toNodeListener()` of `calmock/node`',
  },
  {
    task: 'handlers of MSW that exist',
    pages: { 'Your own set-up of MSW': 'hosts/msw.md' },
    with: ['msw'],
    use: '`handlersFor(mock)` of `calmock/msw`',
  },
  {
    task: 'one mock for a team, with a world for each pull request',
    pages: { 'Cloudflare Workers': 'hosts/cloudflare.md', deployment: 'deployment.md' },
    with: ['worker'],
    use: '`calmock/worker`',
  },
  {
    task: 'a server for any app, in any language',
    pages: { 'command line': 'cli.md' },
    with: ['npx calmock'],
    use: 'the server `npx calmock`',
  },
  {
    task: 'a coding agent that uses the mock',
    pages: { 'Coding agents': 'agents.md' },
    with: ['calmock mcp'],
  },
]

/** The guides of hosts, as titles and addresses from `docs/`, in the order of the sidebar. */
export const guides: readonly (readonly [string, string])[] = tasks
  .flatMap(({ pages }) => Object.entries(pages))
  .filter(([, page]) => page.startsWith('hosts/') && !page.includes('#'))

/** Returns the name that programs import: `calmock/node`. */
export const nameImport = (name: string): string =>
  name === 'index' ? 'calmock' : `calmock/${name}`

export const listWith = (member: keyof EntryPoint): readonly string[] =>
  Object.keys(entryPoints).filter((name) => entryPoints[name]?.[member])

export const createExports = (): object =>
  Object.fromEntries(
    Object.entries(entryPoints).map(([name, entry]) => [
      name === 'index' ? '.' : `./${name}`,
      createConditions(`./dist/${name}`, entry),
    ]),
  )

const createConditions = (file: string, { hasCommonJs, page }: EntryPoint): object =>
  hasCommonJs
    ? {
        require: { types: `${file}.d.cts`, default: `${file}.cjs` },
        types: `${file}.d.ts`,
        default: `${file}.js`,
      }
    : {
        types: { require: `${file}.d.cts`, default: `${file}.d.ts` },
        ...(page && { browser: `./dist/${page}.js` }),
        default: `${file}.js`,
      }

/** Returns the packages of npm that an entry point imports when it is loaded. */
export const listPeers = ({ packages }: EntryPoint): readonly string[] =>
  packages
    .filter((name) => !name.includes(':'))
    .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
    .filter((name, n, names) => names.indexOf(name) === n)
