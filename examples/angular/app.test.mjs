import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'

/** Builds the app, and returns the folder. */
async function build(configuration) {
  const args = ['node_modules/@angular/cli/bin/ng.js', 'build', '--configuration', configuration]
  await promisify(execFile)(process.execPath, args)
  return `dist/${configuration}/browser`
}

test('a production build contains no mock', async () => {
  const folder = await build('production')
  const scripts = (await readdir(folder)).filter((name) => /^(main|chunk)\b.*\.js$/.test(name))
  const texts = await Promise.all(scripts.map((name) => readFile(`${folder}/${name}`, 'utf8')))
  assert.match(texts.join(), /events\/v1/)
  assert.doesNotMatch(texts.join(), /calmock/)
})

test('a development build lists events of the mock in the page', async () => {
  const folder = await build('development')
  const server = createServer(async ({ url }, response) => {
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html'
    response.setHeader('Content-Type', `${type}; charset=utf-8`)
    response.end(await readFile(folder + (url === '/' ? '/index.html' : url)).catch(() => ''))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const executablePath = process.env.BROWSER_PATH || undefined
  const browser = await chromium.launch({ executablePath })
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${server.address().port}/`)
  await page.locator('li').nth(4).waitFor()
  const english = await page.locator('li').allTextContents()
  await page.getByText('Deutsch').click()
  await page.locator('li').first().filter({ hasNotText: english[0] }).waitFor()
  await page.locator('li').nth(4).waitFor()
  assert.equal(await page.locator('li').count(), 5)
  await browser.close()
  server.closeAllConnections()
  server.close()
})
