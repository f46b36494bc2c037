import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../browser/launch.ts'

const root = new URL('../..', import.meta.url).pathname
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }

test('the example of a page without a bundler shows three events of an export', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'calmock-example-'))
  const flags = ['--sites', 'en', '--events', '12']
  const args = ['bin/calmock.js', 'export', join(folder, 'mock'), ...flags]
  await promisify(execFile)(process.execPath, args, { cwd: root })

  const server = createServer(async ({ url = '' }, response) => {
    const path = url === '/' ? `${root}examples/export/index.html` : join(folder, url)
    const file = await readFile(path).catch(() => undefined)
    response
      .writeHead(file ? 200 : 404, { 'Content-Type': types[extname(path)] ?? 'application/json' })
      .end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = await launchBrowser()
  onTestFinished(async () => {
    await browser.close()
    server.close()
    await rm(folder, { recursive: true })
  })

  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`) // it has a port
  await expect.poll(() => page.locator('li').count(), { timeout: 10_000 }).toBe(3)
}, 60_000)
