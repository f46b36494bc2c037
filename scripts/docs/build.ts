/**
 * Builds the site of the documentation: `npm run docs` writes static files for any path of any host to
 * docs/.vitepress/dist, and `npm run docs:dev` serves the pages while they are written. The build fails if a
 * generated part of a document is not up to date, or if a link is dead.
 */
import { readFile, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, createServer } from 'vitepress'
import { BLOCK_SITES } from '../../docs/.vitepress/live/http-block.ts'
import { main } from '../../src/cli/main.ts'
import { listDocuments, updateDocument } from './update.ts'

const root = new URL('../../', import.meta.url)
const docs = fileURLToPath(new URL('docs/', root))
const mock = fileURLToPath(new URL('docs/public/mock/', root))

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

/** Exports the mock that answers the requests of the pages. */
async function exportMock(): Promise<void> {
  await rm(mock, { recursive: true, force: true })
  const io = {
    stdout: process.stdout,
    stderr: process.stderr,
    env: {},
    pid: process.pid,
    page: new URL('dist/page/', root),
    stopped: new Promise<void>(() => {}),
  }
  const status = await main(['export', mock, '--sites', BLOCK_SITES.join()], io)
  if (status !== 0) throw new Error(`calmock export ended with ${status}; run npm run build first`)
}

await exportMock()
if (process.argv.includes('--dev')) {
  const server = await createServer(docs)
  await server.listen()
  server.printUrls()
} else {
  await requireUpToDate()
  await build(docs)
}
