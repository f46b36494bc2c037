/**
 * How long a page waits for its first intercepted answer: the exported mock against one bare msw
 * handler that gives the same body. Fresh browser contexts, turn by turn; medians.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { launchBrowser } from '../../test/browser/launch.ts'

const ROUNDS = 15
const root = new URL('../..', import.meta.url).pathname
const LIST = '/de/cal/events/v1/events'

/** What a page measures, in ms: from its navigation to the answer, and of that the request alone. */
interface Measured {
  readonly whole: number
  readonly request: number
  readonly text: string
}

const folder = await mkdtemp(join(tmpdir(), 'calmock-intercept-'))
await promisify(execFile)(process.execPath, ['bin/calmock.js', 'export', folder], { cwd: root })
const measure = `
  const before = performance.now()
  const text = await (await fetch('${LIST}')).text()
  globalThis.measured = { whole: performance.now(), request: performance.now() - before, text }`
const { outputFiles } = await build({
  stdin: {
    contents: `
      import { http, HttpResponse } from 'msw'
      import { setupWorker } from 'msw/browser'
      const body = await (await fetch('/body.json')).text()
      const headers = { 'Content-Type': 'application/json; charset=UTF-8' }
      await setupWorker(http.get('*${LIST}', () => new HttpResponse(body, { headers })))
        .start({ quiet: true, onUnhandledRequest: 'bypass' })
      ${measure}`,
    resolveDir: root,
  },
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  write: false,
})
const page = (script: string): string => `<!doctype html><script type="module">${script}</script>`
const made: Record<string, string> = {
  '/bare.html': page(`import '/bare.js'`),
  '/bare.js': outputFiles[0]?.text ?? '',
  '/calmock.html': page(`
    import { start } from '/calmock.js'
    await start()
    ${measure}`),
}
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }
const server = createServer(async ({ url = '/' }, response) => {
  const content = made[url] ?? (await readFile(join(folder, url)).catch(() => ''))
  response.setHeader('Content-Type', types[extname(url)] ?? 'application/json')
  response.end(content)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
const browser = await launchBrowser()

async function visit(name: string): Promise<Measured> {
  const context = await browser.newContext()
  const tab = await context.newPage()
  await tab.goto(`${home}/${name}.html`)
  await tab.waitForFunction('globalThis.measured')
  const measured = (await tab.evaluate('globalThis.measured')) as Measured
  await context.close()
  return measured
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

made['/body.json'] = (await visit('calmock')).text
const seen: Record<'bare' | 'calmock', Measured[]> = { bare: [], calmock: [] }
for (let round = 0; round < ROUNDS; round++) {
  for (const name of round % 2 ? (['bare', 'calmock'] as const) : (['calmock', 'bare'] as const))
    seen[name].push(await visit(name))
}
await browser.close()
server.close()
await rm(folder, { recursive: true })

for (const part of ['whole', 'request'] as const) {
  const [bare, ours] = [seen.bare, seen.calmock].map((all) => median(all.map((one) => one[part])))
  const ratio = (ours ?? 0) / (bare ?? 1)
  const what = part === 'whole' ? 'from navigation to the answer' : 'the request alone'
  console.log(
    `first intercepted answer, ${what}: ${ours?.toFixed(1)} ms against ${bare?.toFixed(1)} ms of a bare handler, ${ratio.toFixed(2)} times`,
  )
}
