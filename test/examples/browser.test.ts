import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { launchBrowser } from '../browser/launch.ts'

const root = new URL('../..', import.meta.url).pathname

const hindi = /^\p{Script=Devanagari}.* · .* · .*$/su

test.each<{ name: string; shown: RegExp; jar?: string }>([
  { name: 'main', shown: hindi },
  { name: 'main', shown: hindi, jar: 'cookie-jar.ts' },
  { name: 'fetch-only', shown: /^\w.* · .* · .*$/s },
  { name: 'own-worker', shown: /^\w.* · .* · .*$/s },
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
    const files: Readonly<Record<string, readonly [type: string, text: string | Buffer]>> = {
      '/': ['text/html', await readFile(`${root}examples/browser/index.html`)],
      '/main.js': ['text/javascript', text],
      '/mockServiceWorker.js': [
        'text/javascript',
        await readFile(`${root}node_modules/msw/lib/mockServiceWorker.js`),
      ],
    }
    const server = createServer(({ url = '' }, response) => {
      const [type, text] = files[url] ?? ['text/plain', '']
      response
        .writeHead(files[url] ? 200 : 404, { 'Content-Type': `${type}; charset=utf-8` })
        .end(text)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const browser = await launchBrowser()
    try {
      const page = await (await browser.newContext()).newPage()
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`) // a listening server has an address
      await expect.poll(() => page.textContent('body')).toMatch(shown)
    } finally {
      await browser.close()
      server.close()
    }
  },
  60_000,
)
