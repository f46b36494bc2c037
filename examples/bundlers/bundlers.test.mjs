import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { rspack } from '@rspack/core'
import { RspackDevServer } from '@rspack/dev-server'
import { chromium } from 'playwright-core'
import webpack from 'webpack'
import WebpackDevServer from 'webpack-dev-server'
import { devServer } from './dev-server.mjs'

/** A record of every mock: its ID and its title in each language. */
const records = {
  en: [102, 'Blue Hour: A Night of Jazz'],
  de: [104, 'Blaue Stunde: Eine Nacht voller Jazz'],
}

/** The commands that build the page, by bundler. */
const commands = {
  webpack: (mode) =>
    `webpack --entry ./src/main.js --mode ${mode} --output-path dist/webpack-${mode}`,
  rspack: (mode) =>
    `rspack build --entry ./src/main.js --mode ${mode} --output-path dist/rspack-${mode}`,
  parcel: (mode) =>
    `parcel build src/index.html --no-cache --no-autoinstall --dist-dir dist/parcel-${mode}`,
}

/** Builds the page, and returns the folder. */
async function build(bundler, mode) {
  const [program, ...args] = commands[bundler](mode).split(' ')
  await promisify(execFile)(`node_modules/.bin/${program}`, args, {
    env: { ...process.env, NODE_ENV: mode },
  })
  return `dist/${bundler}-${mode}`
}

/** Serves a folder, with the worker of MSW at its root. */
async function serve(folder) {
  const server = createServer(async ({ url }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    const file =
      pathname === '/mockServiceWorker.js' ? `node_modules/msw/lib${pathname}` : folder + pathname
    const type = pathname.endsWith('.js') ? 'text/javascript' : 'text/html'
    response.setHeader('Content-Type', `${type}; charset=utf-8`)
    response.end(await readFile(file).catch(() => '<script type="module" src="main.js"></script>'))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

let browser
before(async () => {
  browser = await chromium.launch({ executablePath: process.env.BROWSER_PATH || undefined })
})
after(() => browser.close())

for (const bundler of Object.keys(commands))
  describe(bundler, () => {
    test('a development build lists events of the mock in the page', async () => {
      const server = await serve(await build(bundler, 'development'))
      const page = await browser.newPage()
      const lists = []
      for (const language of Object.keys(records)) {
        await page.goto(`http://127.0.0.1:${server.address().port}/index.html?language=${language}`)
        await page.locator('li').nth(4).waitFor()
        lists.push(await page.locator('li').allTextContents())
      }
      assert.deepEqual(
        lists.map(({ length }) => length),
        [5, 5],
      )
      assert.notDeepEqual(lists[0], lists[1])
      await page.close()
      server.close()
    })

    test('a production build contains no mock', async () => {
      const folder = await build(bundler, 'production')
      const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'))
      assert.equal(scripts.length, 1)
      const text = await readFile(`${folder}/${scripts[0]}`, 'utf8')
      assert.match(text, /events\/v1/)
      assert.doesNotMatch(text, /calmock/)
    })
  })

const config = { entry: './src/main.js', mode: 'production' }
const servers = {
  webpack: (options) => new WebpackDevServer(options, webpack(config)),
  rspack: (options) => new RspackDevServer(options, rspack(config)),
}

for (const [bundler, create] of Object.entries(servers))
  test(`the dev server of ${bundler} has the mock, and its links lead back to it`, async () => {
    const server = create({ ...devServer, port: 'auto', host: '127.0.0.1' })
    await server.start()
    const api = `http://127.0.0.1:${server.server.address().port}/api`
    const read = async (path) => {
      const response = await fetch(api + path)
      return { status: response.status, ...(await response.json()) }
    }
    const put = (path, body) =>
      fetch(`${api}/__calmock/${path}`, { method: 'PUT', body: JSON.stringify(body) })
    for (const [language, [id, title]] of Object.entries(records)) {
      const { next_rest_url } = await read(`/${language}/cal/events/v1/events?per_page=1`)
      assert.ok(next_rest_url.startsWith(api), next_rest_url)
      assert.equal((await read(`/${language}/cal/events/v1/events/${id}`)).title, title)
    }
    await put('scenario', { scenario: 'empty' })
    assert.equal((await read('/en/cal/events/v1/events')).total, 0)
    await put('faults', { faults: ['GET /events 503'] })
    assert.equal((await read('/en/cal/events/v1/events')).status, 503)
    await fetch(`${api}/__calmock/reset`, { method: 'POST' })
    await server.stop()
  })
