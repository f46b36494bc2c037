import { copyFile, cp, readFile, writeFile } from 'node:fs/promises'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { serveFiles } from '../browser/serve-files.ts'
import { useBrowser } from '../browser/use-browser.ts'
import { useFolder } from '../folder.ts'
import { node, root } from '../packed.ts'

const browser = useBrowser()
const at = useFolder()

/** Sends a request by `XMLHttpRequest`, as axios does. Returns its status, or 0 if it went to the network and failed. */
const requestStatus = `new Promise((resolve) => {
  const request = new XMLHttpRequest()
  request.onloadend = () => resolve(request.status)
  request.open('GET', 'https://api.example/en/cal/events/v1/events')
  request.send()
})`

const read = (path: string, options = '{}') =>
  `fetch('https://api.example/en/cal/events/v1${path}', ${options}).then((response) => response.json())`

const createTag = (name: string) =>
  read('/tags', `{ method: 'POST', body: new URLSearchParams({ name: '${name}' }) }`)

test('a static host below a path serves an export as docs/hosts/static-export.md says', async () => {
  const { code, stderr } = await node(
    ['bin/calmock.js', 'export', at('mock'), '--sites', 'en'],
    root,
  )
  expect(code, stderr).toBe(0)
  const again = await node(['bin/calmock.js', 'export', at('mock'), '--sites', 'en'], root)
  expect(again.stderr).toContain('mock is not empty')
  const text = await readFile(`${root}examples/export/index.html`, 'utf8')
  const [start] =
    /await start\(\{ workerUrl.*\}\)/.exec(await readFile('docs/hosts/static-export.md', 'utf8')) ??
    []
  await writeFile(at('index.html'), text)
  await writeFile(at('axios.html'), text.replace('await start()', String(start)))
  await copyFile(at('mock/mockServiceWorker.js'), at('mockServiceWorker.js'))
  const server = await serveFiles(async (name) =>
    name.startsWith('some/where/') ? readFile(at(name.slice('some/where/'.length))) : undefined,
  )
  onTestFinished(server.close)
  const page = await (await browser().newContext()).newPage()
  onTestFinished(() => page.context().close())
  const open = async (name: string) => {
    await page.goto(`${server.url}/some/where/${name}`)
    await expect.poll(() => page.locator('li').count()).toBe(3)
  }

  await open('index.html')
  expect(await page.evaluate(requestStatus)).toBe(0)
  const { image } = await page.evaluate<{ image: { url: string } }>(read('/events/102'))
  expect(image.url).toMatch(/^data:/)

  await open('axios.html')
  expect(await page.evaluate(requestStatus)).toBe(200)
  expect(await page.evaluate(createTag('Sold out'))).toMatchObject({ name: 'Sold out' })
  const tags = read('/tags?search=sold&hide_empty=false')
  expect(await page.evaluate(tags)).toMatchObject({ total: 1 })
  await open('axios.html')
  expect(await page.evaluate(tags)).toMatchObject({ total: 0 })

  const keep = (await readFile('docs/hosts/static-export.md', 'utf8')).match(
    /start\(\{ persist.*?\}\)/,
  )
  await writeFile(at('keep.html'), text.replace('await start()', `globalThis.mock = await ${keep}`))
  await open('keep.html')
  await page.evaluate(createTag('Sold out'))
  await open('keep.html')
  expect(await page.evaluate(tags)).toMatchObject({ total: 1 })
  const second = await page.context().newPage()
  await second.goto(page.url())
  await expect.poll(() => second.locator('li').count()).toBe(3)
  await second.evaluate(createTag('Sold out twice'))
  await expect.poll(() => page.evaluate(tags)).toMatchObject({ total: 2 })
  await page.evaluate(createTag('Sold out again'))
  await expect.poll(() => second.evaluate(tags)).toMatchObject({ total: 3 })
  await second.close()
  await page.evaluate('mock.reset()')
  await open('keep.html')
  expect(await page.evaluate(tags)).toMatchObject({ total: 0 })
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await page.evaluate('for (const key in localStorage) localStorage.setItem(key, "[]\\n")')
  await open('keep.html')
  expect(warnings).toEqual([expect.stringContaining('the saved changes are removed')])

  expect((await fetch(`${server.url}/some/where/en/cal/events/v1/events`)).status).toBe(404)
}, 120_000)

test('an app that Vite builds for a path loads an export before its own code, and keeps writes', async () => {
  await cp(`${root}examples/export`, at('.'), { recursive: true })
  await writeFile(at('index.html'), '<body><script type="module" src="/main.ts"></script></body>')
  await node(['bin/calmock.js', 'export', at('public/mock'), '--sites', 'en'], root)
  await build({ root: at('.'), base: '/my-app/', logLevel: 'error', configFile: false })
  const server = await serveFiles(async (name) =>
    name.startsWith('my-app/') ? readFile(at(`dist/${name.slice('my-app/'.length)}`)) : undefined,
  )
  onTestFinished(server.close)
  const page = await (await browser().newContext()).newPage()
  onTestFinished(() => page.context().close())
  const open = async () => {
    await page.goto(`${server.url}/my-app/`)
    await page.getByText(' · ').waitFor()
  }
  await open()
  await page.evaluate(createTag('Sold out'))
  await open()
  const tags = read('/tags?search=sold&hide_empty=false')
  expect(await page.evaluate(tags)).toMatchObject({ total: 1 })
})
