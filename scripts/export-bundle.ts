import type { BuildOptions } from 'esbuild'
import { inlineLanguagePacks } from './language-packs.ts'
import { stubs } from './stubs.ts'

/** esbuild options for the modules that run in an exported page. */
export const exportBundle: BuildOptions = {
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  charset: 'utf8',
  minify: true,
  plugins: [stubs, inlineLanguagePacks],
  legalComments: 'none',
}
