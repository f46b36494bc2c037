import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import ts from 'typescript'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { entryPoints } from '../scripts/entry-points.ts'
import { node, root } from './packed.ts'

/** The entry points of the build, and the packages that they import when they are loaded. */
const loaded: readonly (readonly [string, readonly string[]])[] = [
  ...Object.entries(entryPoints).map(([name, { packages }]) => [name, packages] as const),
  ['vitest-page', ['vitest']],
]

const { metafile } = await build({
  ...{
    absWorkingDir: root,
    entryPoints: [...loaded.map(([name]) => `dist/${name}.js`), 'dist/page/calmock.js'],
  },
  ...{ bundle: true, format: 'esm', platform: 'node', packages: 'external', logLevel: 'error' },
  ...{ outdir: 'out', write: false, metafile: true },
})

/** Returns the packages that a module of the build imports when it is loaded, directly or through other modules. */
const listPackages = (file: string): ReadonlySet<string> => listImports(file).packages

/** Returns the packages and modules of the build that a module imports when it is loaded, or also later, on demand. */
function listImports(file: string, { onDemand = false } = {}) {
  const packages = new Set<string>()
  const modules = new Set([file])
  // modules that are added during the iteration are visited too
  for (const module of modules) {
    for (const { path, kind, external } of metafile.inputs[module]?.imports ?? []) {
      if (!onDemand && kind !== 'import-statement') continue
      if (external) packages.add(path)
      else modules.add(path)
    }
  }
  expect(metafile.inputs).toHaveProperty([file])
  return { packages, modules }
}

/** Returns the packages that a declaration file imports, directly or through other declaration files. */
function listTypePackages(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return new Set()
  seen.add(file)
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'))
  const found = importedFiles.flatMap(({ fileName }) =>
    fileName.startsWith('.')
      ? [...listTypePackages(join(dirname(file), fileName.replace(/\.[jt]s$/, '.d.ts')), seen)]
      : [fileName],
  )
  return new Set(found)
}

const nodeModules = (packages: ReadonlySet<string>) =>
  [...packages].filter((name) => !name.startsWith('node:')).sort()

test.each(loaded)('dist/%s.js loads the packages %j', (name, packages) => {
  expect(nodeModules(listPackages(`dist/${name}.js`))).toEqual(packages)
})

test.each(['index', 'ssr', 'cypress', 'coverage'])(
  'an app that imports dist/%s.js is built without msw',
  (name) => {
    const { packages } = listImports(`dist/${name}.js`, { onDemand: true })
    expect([...packages].filter((path) => path.startsWith('msw'))).toEqual([])
  },
)

test('a page loads at most seven files of calmock before the mock starts', () => {
  expect(listImports('dist/browser.js').modules.size).toBeLessThanOrEqual(7)
  expect(listImports('dist/page/calmock.js').modules.size).toBe(1)
})

test('code is ASCII: `bin/start.js` reads the program so, and engines keep it in half the memory', () => {
  const files = Object.keys(metafile.inputs).filter((path) => path.startsWith('dist/'))
  const code = [...files, 'dist/cli.cjs', 'dist/jest.cjs'].filter(
    (path) => !/\/(packs|messages|[a-z]+-text)\b/.test(path),
  )
  expect(code.length).toBeGreaterThan(40)
  for (const path of code)
    expect(readFileSync(join(root, path), 'utf8'), path).not.toMatch(/\P{ASCII}/u)
})

test('dist/cli.cjs loads no other file at its start, such as the SDK of the Model Context Protocol', async () => {
  const code = `require('./dist/cli.cjs'); console.log(Object.keys(require.cache).join())`
  expect(await node(['-e', code], root)).toMatchObject({
    stdout: `${join(root, 'dist/cli.cjs')}\n`,
  })
})

test.each([
  ['.', []],
  ['./vite', ['vite']],
  ['./playwright', ['@playwright/test']],
  ['./msw', ['msw']],
] as const)('the types of %s import the packages %j', (door, packages) => {
  const { types } = manifest.exports[door]
  expect(nodeModules(listTypePackages(join(root, types.default)))).toEqual(packages)
})

test.each(['dashboard-text', 'reference-text', 'packs/de', 'messages/de'])(
  'the bundles load dist/%s.js from its file, which is not empty',
  (name) => {
    const users = Object.values(metafile.inputs).flatMap(({ imports }) => imports)
    expect(users.map(({ path }) => path)).toContain(`dist/${name}.js`)
    expect(readFileSync(join(root, `dist/${name}.js`), 'utf8').length).toBeGreaterThan(1000)
  },
)

test('Node reads the language pack of the site that a program asks, and a host that reads no files has the same answer', async () => {
  const code = `
    const fs = process.getBuiltinModule('node:fs')
    const { readFileSync } = fs
    const packs = []
    fs.readFileSync = (file, ...rest) => {
      packs.push(String(file).split('/').at(-1))
      return readFileSync(file, ...rest)
    }
    const { createCalmock } = await import('./dist/index.js')
    const mock = createCalmock({ sites: ['hi', 'en'] })
    const { events } = await (await mock.fetch('/hi/cal/events/v1/events')).json()
    console.log(JSON.stringify([packs, events.map(({ title }) => title)]))`
  const run = async (...flags: readonly string[]): Promise<readonly unknown[]> => {
    const { stdout } = await node([...flags, '--input-type=module', '-e', code], root)
    return JSON.parse(stdout)
  }
  const [[packs, titles], [none, same]] = await Promise.all([run(), run('--no-addons')])
  expect(packs).toEqual(['hi.js'])
  expect(none).toEqual([])
  expect(titles).not.toHaveLength(0)
  expect(same).toEqual(titles)
})
