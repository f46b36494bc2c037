import { rm } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { Metafile } from 'esbuild'
import { type GetModuleInfo, rollup } from 'rollup'

/** The chunks to merge. */
interface Merge {
  readonly folder: string
  /** The start of the paths of the other chunks in it. */
  readonly chunks: string
  readonly entryPoints: readonly string[]
  /** The entry points whose common chunks become one file. */
  readonly roots: readonly string[]
  /** The name of this file, which may be an entry point: the other files then import it. */
  readonly name: string
}

/**
 * Merges the chunks that several entry points import when they are loaded. esbuild makes a chunk for each set of entry points
 * that share modules, so that a page, and the build of an app, loaded fifteen small files. Returns the files of the
 * build, which replace its outputs.
 */
export async function mergeChunks(
  outputs: Metafile['outputs'],
  { folder, chunks, entryPoints, roots, name }: Merge,
): Promise<string[]> {
  const files = Object.keys(outputs)
  const own = new Set(files.map((file) => basename(file)))
  const input = Object.fromEntries(
    entryPoints.map((entry) => [entry, resolve(folder, `${entry}.js`)]),
  )
  const isEntryPoint = entryPoints.includes(name)
  const bundle = await rollup({
    input,
    external: (id) => !own.has(basename(id)),
    treeshake: false, // esbuild has done it
    preserveEntrySignatures: isEntryPoint ? 'allow-extension' : 'strict',
    onLog: (level, log, write) => log.code === 'UNUSED_EXTERNAL_IMPORT' || write(level, log),
  })
  const isMerged = (id: string, getModuleInfo: GetModuleInfo): boolean =>
    (id === input[name] || !Object.values(input).includes(id)) &&
    roots.every((root) => listImports(resolve(folder, `${root}.js`), getModuleInfo).has(id))
  for (const file of files) await rm(file)
  const { output } = await bundle.write({
    dir: folder,
    chunkFileNames: (chunk) =>
      chunk.name === name ? `${name}.js` : `${chunks}${chunk.name.replace(/-\w+$/, '')}-[hash].js`,
    compact: isEntryPoint,
    hoistTransitiveImports: false,
    onlyExplicitManualChunks: true,
    manualChunks: (id, { getModuleInfo }) => (isMerged(id, getModuleInfo) ? name : undefined),
  })
  return output.map(({ fileName }) => `${folder}/${fileName}`)
}

/** Returns a module and all modules that are loaded with it. */
function listImports(id: string, getModuleInfo: GetModuleInfo): ReadonlySet<string> {
  const modules = new Set([id])
  // modules that are added during the iteration are visited too
  for (const module of modules)
    for (const imported of getModuleInfo(module)?.importedIds ?? []) modules.add(imported)
  return modules
}
