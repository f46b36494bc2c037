import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import ts from 'typescript'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { root } from './packed.ts'

/** Returns the packages that a module of the build imports when it is loaded, directly or through other modules. */
async function listPackages(file: string): Promise<ReadonlySet<string>> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [file],
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    write: false,
    metafile: true,
    logLevel: 'error',
  })
  const packages = new Set<string>()
  const modules = new Set([file])
  // modules that are added during the iteration are visited too
  for (const module of modules) {
    for (const { path, kind, external } of metafile.inputs[module]?.imports ?? []) {
      if (kind !== 'import-statement') continue
      if (external) packages.add(path)
      else modules.add(path)
    }
  }
  return packages
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

test.each([
  ['index', []],
  ['vite', []],
  ['cli', []],
  ['playwright', ['@playwright/test']],
  ['browser', []],
  ['storybook', ['storybook/preview-api']],
  ['vitest', ['vitest']],
  ['jest', ['@jest/globals']],
  ['msw', ['msw']],
  ['node', ['msw', 'msw/node']],
  ['cypress', []],
  ['worker', ['cloudflare:workers']],
])('dist/%s.js loads the packages %j', async (name, packages) => {
  expect(nodeModules(await listPackages(`dist/${name}.js`))).toEqual(packages)
})

test.each([
  ['.', []],
  ['./vite', ['vite']],
  ['./playwright', ['@playwright/test']],
  ['./msw', ['msw']],
] as const)('the types of %s import the packages %j', (door, packages) => {
  const { types } = manifest.exports[door]
  expect(nodeModules(listTypePackages(join(root, types)))).toEqual(packages)
})
