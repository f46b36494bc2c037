import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { NOW } from '../call.ts'
import { serveFiles } from './serve-files.ts'
import { useBrowser } from './use-browser.ts'

const browser = useBrowser()

/** Exports a mock with flags, and returns the address of a static server with its files. */
async function serveExport(...flags: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'calmock-preset-'))
  const args = ['bin/calmock.js', 'export', folder, '--force', '--now', NOW, ...flags]
  await promisify(execFile)(process.execPath, args)
  const { url, close } = await serveFiles((name) => readFile(join(folder, name)))
  onTestFinished(async () => {
    await close()
    await rm(folder, { recursive: true })
  })
  return `${url}/`
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
