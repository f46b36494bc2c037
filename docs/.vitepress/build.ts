/**
 * Builds the site of the documentation: static files for any path of any host in docs/.vitepress/dist.
 * `npm run docs` also serves them, and `npm run docs:dev` serves the pages while they are written. The build
 * fails with one sentence per problem: an outdated answer or table, a dead link, a page that the sidebar lacks.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { preview } from 'vite'
import { createServer } from 'vitepress'
import { listDocuments, updateDocument } from '../../scripts/docs/update.ts'
import { checkBraces, checkLinks, checkRequests, checkSidebar, type Document } from './check.ts'
import { sidebar, unlisted } from './sidebar.ts'
import { buildSite, copyExamples, docs, exportMock } from './site.ts'

const root = new URL('../../', import.meta.url)

/** Returns why the build of the package cannot be exported, if it cannot. */
async function checkPackage(): Promise<readonly string[]> {
  const built = new URL('dist/page/', root)
  if (!existsSync(built)) return ['dist/ is missing: run npm run build']
  const { mtimeMs } = await stat(built)
  for (const folder of ['src/', 'fixtures/'])
    for (const name of await readdir(new URL(folder, root), { recursive: true })) {
      const source = await stat(new URL(folder + name, root))
      if (source.isFile() && source.mtimeMs > mtimeMs)
        return [`dist/ is older than ${folder}${name}: run npm run build`]
    }
  return []
}

/** Returns where the generated parts of a document are not up to date. */
async function checkGeneratedParts({ path, text }: Document): Promise<readonly string[]> {
  try {
    const updated = (await updateDocument(text, ['languages'])).split('\n')
    if (updated.join('\n') === text) return []
    const line = text.split('\n').findIndex((line, n) => line !== updated[n]) + 1
    return [`${path}: line ${line} is not up to date: run npm run docs:update`]
  } catch (error) {
    return [`${path}: ${(error as Error).message}`]
  }
}

async function check(): Promise<readonly string[]> {
  const read = async (path: string): Promise<Document> => {
    return { path, text: await readFile(new URL(path, root), 'utf8') }
  }
  const documents = await Promise.all((await listDocuments()).map(read))
  const problems = [
    ...(await checkPackage()),
    ...checkLinks(documents, (path) => existsSync(new URL(path, root))),
    ...checkBraces(documents),
    ...checkRequests(documents),
    ...checkSidebar(documents, sidebar, unlisted),
  ]
  if (problems.length > 0) return problems
  for (const document of documents) problems.push(...(await checkGeneratedParts(document)))
  return problems
}

async function serve(): Promise<void> {
  const mock = fileURLToPath(new URL('docs/public/mock', root))
  const exported = await mkdtemp(fileURLToPath(new URL('docs/node_modules/.calmock-mock-', root)))
  await exportMock(exported)
  // a build that copies docs/public at the same time sees a complete folder or none
  await rm(mock, { recursive: true, force: true })
  await rename(exported, mock)
  await copyExamples(fileURLToPath(new URL('docs/public/examples', root)))
  const server = await createServer(docs)
  await server.listen()
  server.printUrls()
}

async function build(): Promise<void> {
  const problems = await check()
  if (problems.length > 0) throw new Error(problems.join('\n'))
  await buildSite(fileURLToPath(new URL('docs/.vitepress/dist/', root)))
}

/** Serves the built site, and prints its address. */
async function serveBuilt(): Promise<void> {
  const server = await preview({
    root: docs,
    configFile: false,
    appType: 'mpa',
    build: { outDir: '.vitepress/dist' },
  })
  server.printUrls()
}

try {
  if (process.argv.includes('--dev')) await serve()
  else await build()
  if (process.argv.includes('--serve')) await serveBuilt()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
