import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { NOW } from '../call.ts'
import { useBrowser } from './use-browser.ts'

const browser = useBrowser()

const types = new Map([
  ['.html', 'text/html'],
  ['.js', 'text/javascript'],
  ['.json', 'application/json'],
])

/** Exports a mock with flags, and returns the address of a static server with its files. */
async function serveExport(...flags: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'calmock-preset-'))
  const args = ['bin/calmock.js', 'export', folder, '--force', '--now', NOW, ...flags]
  await promisify(execFile)(process.execPath, args)
  const server = createServer(async ({ url = '' }, response) => {
    const name = url === '/' ? 'index.html' : url.slice(1)
    const file = await readFile(join(folder, name)).catch(() => '')
    const type = types.get(extname(name)) ?? 'text/plain'
    response.writeHead(file ? 200 : 404, { 'Content-Type': `${type}; charset=utf-8` }).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.close()
    await rm(folder, { recursive: true })
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/` // a listening server has an address
}

test('an exported mock with a preset has its paths, and the page decodes its titles', async () => {
  const url = await serveExport('--preset', 'the-events-calendar', '--sites', 'fr')
  const page = await browser().newPage()
  await page.goto(url)
  await page.locator('.ec-event').first().waitFor()
  await expect.poll(() => page.locator('.calendar').innerText()).toContain('’')
  expect(await page.locator('.calendar').innerText()).not.toContain('&#')
  const sent = await page.evaluate(async () => {
    const response = await fetch('/wp-json/tribe/events/v1/events?per_page=50')
    return { total: response.headers.get('x-tec-total'), text: await response.text() }
  })
  expect(Number(sent.total)).toBeGreaterThan(20)
  expect(sent.text).toContain('&#8217;')
})
