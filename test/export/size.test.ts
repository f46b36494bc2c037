import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { exportWorld } from '../../src/cli/export-world.ts'
import { NOW } from '../call.ts'

const KB = 1000

const sizeOf = (text: string | Uint8Array): number => gzipSync(text, { level: 9 }).length

test('the module of an export and its static imports have at most 97 kB gzip without msw, with any version of msw', async () => {
  const { metafile } = await build({
    ...{ entryPoints: ['dist/page/calmock.js'], bundle: true, format: 'esm', splitting: true },
    ...{ outdir: 'export', write: false, metafile: true, logLevel: 'error' },
  })
  const names = new Set(['dist/page/calmock.js'])
  for (const name of names) // the loop visits the added ones too
    for (const { path, kind } of metafile.inputs[name]?.imports ?? [])
      if (kind === 'import-statement' && path in metafile.inputs) names.add(path) // not esbuild's own helpers
  const sizes = await Promise.all([...names].map(async (name) => sizeOf(await readFile(name))))
  const size = sizes.reduce((sum, size) => sum + size, 0)
  console.log(`module of an export without msw: ${(size / KB).toFixed(1)} kB gzip`)
  expect(size).toBeGreaterThan(20 * KB) // a smaller bundle would not be the module
  expect(size).toBeLessThanOrEqual(97 * KB)
})

test('the default world has at most 60 kB gzip in each language', () => {
  const { languages } = exportWorld({}, new Date(NOW))
  const sizes = languages.map(([code, records]) => [code, sizeOf(JSON.stringify(records))] as const)
  const shown = sizes.map(([code, size]) => `${code} ${(size / KB).toFixed(1)}`)
  console.log(`default world, kB gzip: ${shown.join(', ')}`)
  expect(sizes.filter(([, size]) => size > 60 * KB || size < 20 * KB)).toEqual([])
})
