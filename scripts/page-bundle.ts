import type { BuildOptions } from 'esbuild'
import { packsAsJson } from './packs.ts'
import { withoutUnused } from './without-unused.ts'

/** How what runs in an exported page is bundled. */
export const pageBundle: BuildOptions = {
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  charset: 'utf8',
  minify: true,
  plugins: [withoutUnused, packsAsJson],
  legalComments: 'none',
}
