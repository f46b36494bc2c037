import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import golden from '../seed/golden.json' with { type: 'json' }
import { useBrowser } from './use-browser.ts'

const root = new URL('../..', import.meta.url).pathname
const browser = useBrowser()
let script = ''
const server = createServer((request, response) => {
  const isScript = request.url === '/golden.js'
  response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
  response.end(isScript ? script : '<!doctype html><meta charset="utf-8"><title>golden</title>')
})

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: "export { goldenHashes } from './scripts/golden.ts'", resolveDir: root },
    ...{ bundle: true, format: 'esm', write: false, charset: 'utf8' },
  })
  script = outputFiles[0]?.text ?? ''
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())

test('Chromium generates the same bytes as Node for every scenario', async () => {
  const options = { timezoneId: 'Asia/Kathmandu', locale: 'ar-EG' }
  const page = await (await browser().newContext(options)).newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const hashes = await page.evaluate("import('/golden.js').then((golden) => golden.goldenHashes())")
  expect(hashes).toEqual(golden)
})
