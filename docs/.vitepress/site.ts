/** Builds the site of the documentation: VitePress writes the pages, and `calmock export` the mock that answers their requests. */
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vitepress'
import { main } from '../../src/cli/main.ts'
import { BLOCK_SITES } from './live/http-block.ts'

const root = new URL('../../', import.meta.url)

/** The folder of the pages. */
export const docs = fileURLToPath(new URL('docs/', root))

/** Writes the site to a folder. Sites can be built at the same time. */
export async function buildSite(folder: string): Promise<void> {
  const environment = process.env.NODE_ENV
  // VitePress imports the pages from here, and they import the packages of this repository
  const temporary = await mkdtemp(fileURLToPath(new URL('docs/node_modules/.calmock-site-', root)))
  try {
    await build(docs, {
      outDir: folder,
      onAfterConfigResolve: (config) => {
        config.tempDir = temporary
      },
    })
  } finally {
    await rm(temporary, { recursive: true, force: true })
    if (environment === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = environment // VitePress sets it
  }
  await exportMock(join(folder, 'mock'))
  await copyExamples(join(folder, 'examples'))
}

/** Copies the files of examples/ as texts, which a browser shows. */
export async function copyExamples(folder: string): Promise<void> {
  const examples = fileURLToPath(new URL('examples/', root))
  for (const entry of await readdir(examples, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (!entry.isFile() || /node_modules|package-lock/.test(file)) continue
    const copy = `${join(folder, relative(examples, file))}.txt`
    await mkdir(dirname(copy), { recursive: true })
    await copyFile(file, copy)
  }
}

/** Exports the mock that answers the requests of the pages. */
export async function exportMock(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  let output = ''
  const write = (text: string): void => {
    output += text
  }
  const io = {
    stdout: { write },
    stderr: { write },
    env: {},
    pid: process.pid,
    dist: new URL('dist/', root),
    untilStopped: () => new Promise<void>(() => {}),
    beforeComputing: () => {},
  }
  const status = await main(['export', folder, '--sites', BLOCK_SITES.join()], io)
  if (status !== 0) throw new Error(`cannot export the mock: ${output.trim()}; run npm run build`)
}
