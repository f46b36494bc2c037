/**
 * Builds the site of the documentation: `npm run docs` writes static files for any path of any host to
 * docs/.vitepress/dist, and `npm run docs:dev` serves the pages while they are written. The build fails if a
 * generated part of a document is not up to date, or if a link is dead.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vitepress'
import { buildSite, docs, exportMock } from './site.ts'
import { listDocuments, updateDocument } from './update.ts'

const root = new URL('../../', import.meta.url)

/** Throws an error that names each document whose generated parts are not up to date. */
async function requireUpToDate(): Promise<void> {
  const outdated: string[] = []
  for (const path of await listDocuments()) {
    const text = await readFile(new URL(path, root), 'utf8')
    if ((await updateDocument(text, ['languages'])) !== text) outdated.push(path)
  }
  if (outdated.length > 0)
    throw new Error(`not up to date, run npm run docs:update: ${outdated.join(', ')}`)
}

if (process.argv.includes('--dev')) {
  await exportMock(fileURLToPath(new URL('docs/public/mock/', root)))
  const server = await createServer(docs)
  await server.listen()
  server.printUrls()
} else {
  await requireUpToDate()
  await buildSite(fileURLToPath(new URL('docs/.vitepress/dist/', root)))
}
