import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import react from '@vitejs/plugin-react'
import { chromium } from 'playwright-core'
import { build, createServer } from 'vite'

let browser
before(async () => {
  browser = await chromium.launch({ executablePath: process.env.BROWSER_PATH || undefined })
})
after(() => browser.close())

/** Opens a page of the app on a dev server. Returns the listed events, and the console. */
async function open(path, config = {}) {
  const server = await createServer({ ...config, server: { port: 0 }, logLevel: 'error' })
  await server.listen()
  const page = await browser.newPage()
  const lines = []
  page.on('console', (message) => lines.push(message.text()))
  const [origin] = server.resolvedUrls.local
  await page.goto(new URL(path, origin).href)
  await page.locator('li').nth(4).waitFor()
  const items = await page.locator('section[lang=en] li').allTextContents()
  await page.close()
  await server.close()
  return { items, console: lines.join('\n') }
}

test('the dev server with calmock/vite serves the events', async () => {
  const { items } = await open('/')
  assert.equal(items.length, 5)
  assert.match(items[0], /[a-z]{3}/)
})

test('calmock/browser intercepts the requests of the page', async () => {
  const { items, console } = await open('/browser.html', {
    configFile: false,
    plugins: [react()],
  })
  assert.equal(items.length, 5)
  assert.match(console, /\[calmock\] intercepting \*\/api\/en\/cal\/events\/v1, .*; 60 events/)
  assert.doesNotMatch(console, /did not start/)
})

test('a build of both pages contains no mock', async () => {
  delete process.env.NODE_ENV // the dev servers set it, and it decides about import.meta.env.DEV
  const input = ['index.html', 'browser.html']
  await build({ build: { rollupOptions: { input } }, logLevel: 'error' })
  const names = await readdir('dist/assets')
  for (const name of names)
    assert.ok(!(await readFile(`dist/assets/${name}`, 'utf8')).includes('calmock'), name)
})
