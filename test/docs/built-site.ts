import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSite } from '../../docs/.vitepress/site.ts'
import { serveFiles } from '../browser/serve-files.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const cache = join(root, 'node_modules/.cache/calmock-site')

/** The files from which the site is built. */
const sources =
  'package.json docs examples scripts/docs dist/page dist/dashboard-text.js src/cli'.split(' ')

/** Returns the folder of the built site. It is built once for the same sources, by whichever test file is first. */
export async function findSite(): Promise<string> {
  const hash = await hashSources()
  const folder = join(cache, hash)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  for (const name of await readdir(cache))
    if (!name.startsWith(hash)) await rm(join(cache, name), { recursive: true, force: true })
  const building = await mkdtemp(`${folder}-`)
  await buildSite(building)
  // another test file can be faster
  await rename(building, folder).catch(() => rm(building, { recursive: true }))
  return folder
}

/** Returns whether a build of the site writes a file. A build of another test file may be running. */
const isGenerated = (path: string): boolean =>
  /^docs\/(node_modules|\.vitepress\/(dist|cache|\.temp)|public\/(mock|examples))\//.test(path)

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    const found = source.includes('.')
      ? [source]
      : (await readdir(join(root, source), { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    for (const path of found.filter((path) => !isGenerated(path)).sort())
      hash.update(`${path}\0`).update(await readFile(join(root, path)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** The site on a static file server. */
export interface ServedSite {
  readonly folder: string
  /** The address of the first page: `http://127.0.0.1:<port>/some/where/`. */
  readonly url: string
  close(): Promise<void>
}

/** Builds the site if necessary, and serves its files below a path. */
export async function serveSite(path = 'some/where/'): Promise<ServedSite> {
  const folder = await findSite()
  const { url, close } = await serveFiles(
    async (name) =>
      name.startsWith(path) ? readFile(join(folder, name.slice(path.length))) : undefined,
    () => readFile(join(folder, '404.html')),
  )
  return { folder, url: `${url}/${path}`, close }
}

/** Returns the addresses of all pages, from the first page of the site: `hosts/vite.html`. */
export async function listPages(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true })
  return names.filter((name) => /^(?!mock\/|404).*\.html$/.test(name)).sort()
}
