import { writeFile } from 'node:fs/promises'
import type { Metafile } from 'esbuild'
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'

/**
 * Writes the declarations of each entry point to `dist/`, for ES modules and for CommonJS, and the declarations that
 * several of them share to `dist/types/`. Packages stay imports. So do the types of requests and responses, which are in `dist/wire.d.ts`.
 */
export async function buildDeclarations(
  entryPoints: Readonly<Record<string, string>>,
  outputs: Metafile['outputs'],
) {
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
  for (const name of Object.keys(entryPoints)) {
    const values = outputs[`dist/${name}.js`]?.exports ?? []
    await writeFile(`dist/${name}.d.cts`, declareForCommonJs(name, values))
  }
}

/** Returns the declarations of an entry point for CommonJS modules, which can import declarations of ES modules as types alone. */
const declareForCommonJs = (name: string, values: readonly string[]): string =>
  `import type * as module from './${name}.js' with { 'resolution-mode': 'import' }
export type * from './${name}.js' with { 'resolution-mode': 'import' }
${values.map((value) => (value === 'default' ? 'declare const reporter: typeof module.default\nexport default reporter\n' : `export declare const ${value}: typeof module.${value}\n`)).join('')}`
