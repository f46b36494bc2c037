import { cp, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { launchBrowser } from '../../test/browser/launch.ts'
import { node, type Packed } from '../../test/packed.ts'
import { EVENTS, type Group, measureInTurns, prepareVariants, readList } from './bench.ts'

/** The modules that start a mock of one language, by page. `export` has no bundler. */
const starts: Readonly<Record<string, string>> = {
  msw: `import { http, HttpResponse } from 'msw'
    import { setupWorker } from 'msw/browser'
    import list from './list.json'
    await setupWorker(http.get('*/events', () => HttpResponse.json(list))).start({ quiet: true })`,
  'calmock/browser': `import { setupCalmock } from 'calmock/browser'
    await setupCalmock({ sites: ['de'] }).start()`,
  "intercept: 'fetch'": `import { setupCalmock } from 'calmock/browser'
    await setupCalmock({ sites: ['de'], intercept: 'fetch' }).start()`,
  export: `import { start } from './calmock.js'
    await start()`,
}

const createPage = (start: string): string => `<!doctype html><title>page</title><body>
  <script type="module">
    ${start}
    const { events } = await fetch('${EVENTS}').then((response) => response.json())
    for (const { title } of events) document.body.append(title)
    globalThis.drawn = { count: events.length, ms: performance.now() }
  </script>`

/** Measures what pages load until their first list is drawn. */
export const measurePages: Group = async ({ builds, rounds, verify }, table) => {
  const variants = await prepareVariants(builds, starts, buildPage)
  const browser = await launchBrowser()
  await measureInTurns(table, { variants, rounds }, async ({ name, made: folder }) => {
    const { count, ...measured } = await loadPage(folder, browser)
    verify(count === 9, `the page ${name} shows ${count} events`)
    return measured
  })
  await browser.close()
}

/** Builds a page with Vite, or exports the mock of a page. Returns the folder. */
async function buildPage(start: string, packed: Packed): Promise<string> {
  const files = { 'index.html': createPage(start), 'list.json': await readList(packed) }
  const root = await packed.project(['msw'], files)
  const folder = join(root, 'dist')
  if (start === starts.export) {
    await node(['node_modules/calmock/bin/calmock.js', 'export', folder, '--sites', 'de'], root)
    await writeFile(join(folder, 'index.html'), files['index.html'])
    return folder
  }
  await build({ root, configFile: false, logLevel: 'error', build: { target: 'esnext' } })
  const worker = 'mockServiceWorker.js'
  await cp(join(root, 'node_modules/msw/lib', worker), join(folder, worker))
  return folder
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
}

/** Loads a page in a new browser context, and weighs what its server has sent until the list is drawn. */
async function loadPage(folder: string, browser: Browser) {
  const loaded: string[] = []
  let bytes = 0
  const server = createServer(async (request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    const content = await readFile(join(folder, path)).catch(() => undefined)
    const body = gzipSync(content ?? '')
    loaded.push(path)
    bytes += body.length
    const headers = { 'content-type': types[extname(path)], 'content-encoding': 'gzip' }
    response.writeHead(content ? 200 : 404, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const context = await browser.newContext()
  const page = await context.newPage()
  const { port } = server.address() as AddressInfo // a listening TCP server has a port
  await page.goto(`http://127.0.0.1:${port}/`)
  await page.waitForFunction('globalThis.drawn')
  const sent = { 'gzip, kB': bytes / 1000, files: loaded.length }
  const drawn = await page.evaluate<{ count: number; ms: number }>('globalThis.drawn')
  await context.close()
  server.close()
  return { count: drawn.count, ...sent, 'ms after the navigation': drawn.ms }
}
