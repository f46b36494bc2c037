import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { exportBundle } from '../../scripts/export-bundle.ts'
import { exportWorld } from '../../src/cli/export-world.ts'
import { NOW } from '../call.ts'

const root = new URL('../..', import.meta.url).pathname
const KB = 1000

const sizeOf = (text: string | Uint8Array): number => gzipSync(text, { level: 9 }).length

test('the module of an export has at most 65 kB gzip without msw', async () => {
  const { outputFiles } = await build({
    ...exportBundle,
    entryPoints: [`${root}src/export/entry.ts`],
    write: false,
    external: ['msw'],
  })
  const size = sizeOf(outputFiles[0]?.contents ?? '')
  console.log(`module of an export without msw: ${(size / KB).toFixed(1)} kB gzip`)
  expect(size).toBeGreaterThan(20 * KB) // a smaller bundle would not be the module
  expect(size).toBeLessThanOrEqual(65 * KB)
})

test('the default world has at most 60 kB gzip in each language', () => {
  const { languages } = exportWorld({}, new Date(NOW))
  const sizes = languages.map(([code, records]) => [code, sizeOf(JSON.stringify(records))] as const)
  const shown = sizes.map(([code, size]) => `${code} ${(size / KB).toFixed(1)}`)
  console.log(`default world, kB gzip: ${shown.join(', ')}`)
  expect(sizes.filter(([, size]) => size > 60 * KB || size < 20 * KB)).toEqual([])
})
