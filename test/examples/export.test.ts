import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../browser/launch.ts'
import { useFolder } from '../folder.ts'
import { serveRequests } from '../free-port.ts'
import { node, root } from '../packed.ts'

const at = useFolder()
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }

test('the example of a page without a bundler shows three events of an export', async () => {
  const flags = ['--sites', 'en', '--events', '12']
  const { code, stderr } = await node(['bin/calmock.js', 'export', at('mock'), ...flags], root)
  expect(code, stderr).toBe(0)
  const { port, close } = await serveRequests(async ({ url = '' }, response) => {
    const path = url === '/' ? `${root}examples/export/index.html` : at(url)
    const file = await readFile(path).catch(() => undefined)
    const headers = { 'Content-Type': types[extname(path)] ?? 'application/json' }
    response.writeHead(file ? 200 : 404, headers).end(file)
  })
  onTestFinished(close)
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${port}/`)
  await expect.poll(() => page.locator('li').count(), { timeout: 10_000 }).toBe(3)
}, 60_000)
