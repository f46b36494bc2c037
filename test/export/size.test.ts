import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Metafile } from 'esbuild'
import { expect, test } from 'vitest'
import { exportBundle } from '../../scripts/export-bundle.ts'
import { exportWorld } from '../../src/cli/export-world.ts'
import { NOW } from '../call.ts'

const root = new URL('../..', import.meta.url).pathname
const KB = 1000

const sizeOf = (text: string | Uint8Array): number => gzipSync(text, { level: 9 }).length

test('the module of an export and its static imports have at most 81 kB gzip without msw', async () => {
  const { outputFiles, metafile } = await build({
    ...exportBundle,
    entryPoints: [`${root}src/export/entry.ts`],
    outdir: '/export',
    write: false,
    metafile: true,
    external: ['msw'],
  })
  const files = new Map(outputFiles.map(({ path, contents }) => [path, contents]))
  const names = listStaticImports(metafile.outputs)
  const sizes = names.map((name) => sizeOf(files.get(resolve(name)) ?? ''))
  const size = sizes.reduce((sum, size) => sum + size, 0)
  console.log(`module of an export without msw: ${(size / KB).toFixed(1)} kB gzip`)
  expect(size).toBeGreaterThan(20 * KB) // a smaller bundle would not be the module
  expect(size).toBeLessThanOrEqual(81 * KB)
})

/** Returns the output of the entry point, and the outputs that it imports when it is loaded. */
function listStaticImports(outputs: Metafile['outputs']): readonly string[] {
  const entry = Object.keys(outputs).find((name) => name.endsWith('/entry.js')) ?? ''
  const names = new Set([entry])
  for (const name of names) // the loop visits the added ones too
    for (const { path, kind, external } of outputs[name]?.imports ?? [])
      if (kind === 'import-statement' && !external) names.add(path)
  return [...names]
}

test('the default world has at most 60 kB gzip in each language', () => {
  const { languages } = exportWorld({}, new Date(NOW))
  const sizes = languages.map(([code, records]) => [code, sizeOf(JSON.stringify(records))] as const)
  const shown = sizes.map(([code, size]) => `${code} ${(size / KB).toFixed(1)}`)
  console.log(`default world, kB gzip: ${shown.join(', ')}`)
  expect(sizes.filter(([, size]) => size > 60 * KB || size < 20 * KB)).toEqual([])
})
