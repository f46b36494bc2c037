/**
 * Takes docs/calendar.png: the calendar page of an export in English, on the day of the default clock.
 * Reads what `npm run build` wrote. `npm run screenshot` runs it.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { launchBrowser } from '../test/browser/launch.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const flags = ['--force', '--sites', 'en', '--now', '2030-01-07T12:00:00Z']
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
}

const folder = await mkdtemp(join(tmpdir(), 'calmock-screenshot-'))
const server = createServer(async ({ url = '/' }, response) => {
  const name = url === '/' ? 'index.html' : url.slice(1)
  const file = await readFile(join(folder, name)).catch(() => undefined)
  response
    .writeHead(file ? 200 : 404, { 'Content-Type': types[extname(name)] ?? 'text/plain' })
    .end(file)
})

try {
  await promisify(execFile)(process.execPath, ['bin/calmock.js', 'export', folder, ...flags], {
    cwd: root,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a listening TCP server has a port
  const browser = await launchBrowser()
  const page = await browser.newPage({
    viewport: { width: 1200, height: 800 },
    colorScheme: 'light',
    locale: 'en-GB',
  })
  await page.goto(`http://127.0.0.1:${port}/`)
  await page.waitForSelector('main[data-state=ready]')
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(root, 'docs/calendar.png') })
  await browser.close()
} finally {
  server.close()
  await rm(folder, { recursive: true })
}
