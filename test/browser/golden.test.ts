import { build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../packed.ts'
import golden from '../seed/golden.json' with { type: 'json' }
import { serveFiles } from './serve-files.ts'
import { useBrowser } from './use-browser.ts'

const browser = useBrowser()

test('Chromium generates the same bytes as Node for every scenario', async () => {
  const { outputFiles } = await build({
    stdin: { contents: "export { goldenHashes } from './scripts/golden.ts'", resolveDir: root },
    ...{ bundle: true, format: 'esm', write: false, charset: 'utf8' },
  })
  const script = outputFiles[0]?.text
  const { url, close } = await serveFiles(async (name) => (name === 'golden.js' ? script : ' '))
  onTestFinished(close)
  const options = { timezoneId: 'Asia/Kathmandu', locale: 'ar-EG' }
  const page = await (await browser().newContext(options)).newPage()
  await page.goto(url)
  const hashes = await page.evaluate("import('/golden.js').then((golden) => golden.goldenHashes())")
  expect(hashes).toEqual(golden)
})
