import { writeFile } from 'node:fs/promises'
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'

/**
 * Writes one declaration file for each entry point to `dist/`, and the declarations that several of them share to
 * `dist/types/`. Packages stay imports. So do the types of requests and responses, which are in `dist/wire.d.ts`.
 */
export async function buildDeclarations(entryPoints: Readonly<Record<string, string>>) {
  const bundle = await rollup({
    input: entryPoints,
    external: (id) => !/^\.|^\/|\.ts$/.test(id) || id.endsWith('/src/wire.ts'),
    plugins: [dts({ tsconfig: 'tsconfig.json' })],
    // types without a public name, as before the bundle
    onwarn: (warning, warn) => /private shared type/.test(warning.message) || warn(warning),
  })
  await bundle.write({
    dir: 'dist',
    entryFileNames: '[name].d.ts',
    chunkFileNames: 'types/[name].d.ts',
    hoistTransitiveImports: false,
    paths: (id) => (id.endsWith('/src/wire.ts') ? './wire.js' : id),
  })
  await writeFile('dist/jest.d.cts', jestInCommonJs)
}

/** The declarations of `jest.cjs`: they are those of `jest.js`, which a CommonJS module can import as types alone. */
const jestInCommonJs = `import type * as jest from './jest.js' with { 'resolution-mode': 'import' }
export type * from './jest.js' with { 'resolution-mode': 'import' }
${['HttpResponse', 'http', 'landmarks', 'useCalmock']
  .map((name) => `export declare const ${name}: typeof jest.${name}\n`)
  .join('')}`
