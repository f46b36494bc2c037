import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { launchBrowser } from '../../test/browser/launch.ts'
import type { Bench } from './bench.ts'
import { median, type Row, rowOf } from './report.ts'

const LIST = '/de/cal/events/v1/events'

/** What a page measures, in ms: from its navigation to the answer, and of that the request alone. */
interface Measured {
  readonly whole: number
  readonly request: number
  readonly text: string
}

type Visit = (name: 'bare' | 'calmock') => Promise<Measured>

/**
 * How long a page waits for its first intercepted answer: the exported mock against one bare msw
 * handler that gives the same body. Fresh browser contexts, turn by turn.
 */
export async function intercept({ root, scratch, rounds }: Bench): Promise<readonly Row[]> {
  const folder = join(scratch, 'exported')
  await promisify(execFile)(process.execPath, ['bin/calmock.js', 'export', folder], { cwd: root })
  const made = await pagesOf(root)
  const server = createServer(async ({ url = '/' }, response) => {
    const content = made[url] ?? (await readFile(join(folder, url)).catch(() => ''))
    response.setHeader('Content-Type', types[extname(url)] ?? 'application/json')
    response.end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  const browser = await launchBrowser()
  const visit: Visit = async (name) => {
    const context = await browser.newContext()
    const tab = await context.newPage()
    await tab.goto(`http://127.0.0.1:${port}/${name}.html`)
    await tab.waitForFunction('globalThis.measured')
    const measured = (await tab.evaluate('globalThis.measured')) as Measured // see `measure`
    await context.close()
    return measured
  }
  made['/body.json'] = (await visit('calmock')).text
  const seen = await turns(visit, rounds * 2)
  await browser.close()
  server.close()
  return [
    rowFor('from navigation to the answer', seen, ({ whole }) => whole),
    rowFor('the request alone', seen, ({ request }) => request),
  ]
}

type Seen = Readonly<Record<'bare' | 'calmock', readonly Measured[]>>

async function turns(visit: Visit, rounds: number): Promise<Seen> {
  const seen: Record<'bare' | 'calmock', Measured[]> = { bare: [], calmock: [] }
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 ? (['bare', 'calmock'] as const) : (['calmock', 'bare'] as const))
      seen[name].push(await visit(name))
  }
  return seen
}

function rowFor(what: string, seen: Seen, timeOf: (one: Measured) => number): Row {
  const [bare, ours] = [seen.bare.map(timeOf), seen.calmock.map(timeOf)]
  return rowOf(
    `first intercepted answer, ${what}, times a bare handler's`,
    ours.map((time, round) => time / (bare[round] ?? 0)),
    {},
    `${median(ours).toFixed(1)} ms, bare ${median(bare).toFixed(1)} ms`,
  )
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }

const measure = `
  const before = performance.now()
  const text = await (await fetch('${LIST}')).text()
  globalThis.measured = { whole: performance.now(), request: performance.now() - before, text }`

/** The two pages that are visited, and the bundle of the bare one, by address. */
async function pagesOf(root: string): Promise<Record<string, string>> {
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
  return {
    '/bare.html': page(`import '/bare.js'`),
    '/bare.js': outputFiles[0]?.text ?? '',
    '/calmock.html': page(`
      import { start } from '/calmock.js'
      await start()
      ${measure}`),
  }
}
