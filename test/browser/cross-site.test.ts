import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../src/http/server.ts'
import { createTestMock } from '../call.ts'
import { browserOptions } from './launch.ts'

/** Opens a page of http://evil.test. Flags let it reach this machine, as browsers without such a check do. */
async function openForeignPage() {
  const server = createServer((_, response) => response.end('evil'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a listening server has an address
  const args = [
    '--host-resolver-rules=MAP evil.test 127.0.0.1',
    '--disable-features=LocalNetworkAccessChecks',
  ]
  const browser = await chromium.launch({ ...(await browserOptions()), args })
  onTestFinished(async () => {
    await browser.close()
    server.close()
  })
  const page = await browser.newPage()
  await page.goto(`http://evil.test:${port}/`)
  return page
}

test('in Chromium, pictures, forms and requests without CORS of another site change nothing', async () => {
  const mock = createTestMock({ empty: true, maxWorlds: 2 })
  const seen: string[] = []
  const { url, close } = await listen(mock, {
    onResponse: ({ method, status }) => seen.push(`${method} ${status}`),
  })
  onTestFinished(close)
  const tags = `${url}/de/cal/events/v1/tags`
  const body = new URLSearchParams({ name: 'kept' })
  const { id } = await (await fetch(tags, { method: 'POST', body })).json()
  await fetch(`${url}/~mine/de/cal/events/v1/tags`, { method: 'POST', body })

  seen.length = 0
  const page = await openForeignPage()
  const pictures = [`${tags}/${id}?_method=DELETE`, ...['a', 'b', 'c'].map((n) => `${url}/~${n}/`)]
  await page.evaluate(async (sources) => {
    for (const src of sources)
      await new Promise((resolve) => {
        Object.assign(new Image(), { onload: resolve, onerror: resolve, src })
      })
  }, pictures)
  await page.evaluate(async (tags) => {
    const body = new URLSearchParams({ name: 'no-cors' })
    await fetch(tags, { method: 'POST', mode: 'no-cors', body })
  }, tags)
  await page.setContent(
    `<form method="post" action="${tags}"><button name="name">A</button></form>`,
  )
  await page.click('button')
  await page.waitForURL(tags)
  await page.getByText('calmock_cross_site').waitFor()

  const expected = [...pictures, 'no-cors', 'form'].map((_, n) => `${n < 4 ? 'GET' : 'POST'} 403`)
  await expect.poll(() => seen).toEqual(expected)

  const list = await (await fetch(`${tags}?hide_empty=false`)).json()
  expect(list.tags.map(({ name }: { name: string }) => name)).toEqual(['kept'])
  expect(mock.worlds).toEqual(['default', 'mine'])
})
