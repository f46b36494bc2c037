import { readFile } from 'node:fs/promises'
import { build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../browser/launch.ts'
import { serveRequests } from '../free-port.ts'

const root = new URL('../..', import.meta.url).pathname

const hindi = /^\p{Script=Devanagari}.* · .* · .*$/su

test.each<{ name: string; shown: RegExp; jar?: string }>([
  { name: 'main', shown: hindi },
  { name: 'main', shown: hindi, jar: 'cookie-jar.ts' },
  { name: 'fetch-only', shown: /^“?\w.* · .* · .*$/s },
  { name: 'own-worker', shown: /^“?\w.* · .* · .*$/s },
])(
  'the browser example $name shows events without a network; cookie jar: $jar',
  async ({ name, shown, jar }) => {
    const { outputFiles } = await build({
      entryPoints: [`${root}examples/browser/${name}.ts`],
      bundle: true,
      format: 'esm',
      target: 'es2022',
      write: false,
      ...(jar && { alias: { 'tough-cookie': `${root}examples/browser/${jar}` } }),
    })
    const text = outputFiles[0]?.text ?? ''
    if (jar) expect(text).not.toMatch(/publicsuffix|tldts/)
    const worker = await readFile(`${root}node_modules/msw/lib/mockServiceWorker.js`)
    const files: Readonly<Record<string, readonly [type: string, text: string | Buffer]>> = {
      '/': ['text/html', await readFile(`${root}examples/browser/index.html`)],
      '/main.js': ['text/javascript', text],
      '/mockServiceWorker.js': ['text/javascript', worker],
    }
    const { port, close } = await serveRequests(({ url = '' }, response) => {
      const [type, text] = files[url] ?? ['text/plain', '']
      const headers = { 'Content-Type': `${type}; charset=utf-8` }
      response.writeHead(files[url] ? 200 : 404, headers).end(text)
    })
    onTestFinished(close)
    const browser = await launchBrowser()
    onTestFinished(() => browser.close())
    const page = await (await browser.newContext()).newPage()
    await page.goto(`http://127.0.0.1:${port}/`)
    await expect.poll(() => page.textContent('body')).toMatch(shown)
  },
  60_000,
)
