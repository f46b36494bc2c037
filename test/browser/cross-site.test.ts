import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../src/http/server.ts'
import { createTestMock } from '../call.ts'
import { browserOptions } from './launch.ts'

/** Opens a page of http://evil.test, and returns a function that opens pages of other hosts. Flags let them reach this machine, as browsers without such a check do. */
async function openForeignPage() {
  const server = createServer((_, response) => response.end('evil'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a listening server has an address
  const args = [
    '--host-resolver-rules=MAP *.test 127.0.0.1',
    '--disable-features=LocalNetworkAccessChecks',
  ]
  const browser = await chromium.launch({ ...(await browserOptions()), args })
  onTestFinished(async () => {
    await browser.close()
    server.close()
  })
  const context = await browser.newContext()
  const open = async (host: string) => {
    const page = await context.newPage()
    await page.goto(`http://${host}:${port}/`)
    return page
  }
  return { page: await open('evil.test'), open, context, port }
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
  const { page } = await openForeignPage()
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
  await page.getByText('calmock_foreign_origin').waitFor()

  const expected = [...pictures, 'no-cors', 'form'].map((_, n) => `${n < 4 ? 'GET' : 'POST'} 403`)
  await expect.poll(() => seen).toEqual(expected)

  const list = await (await fetch(`${tags}?hide_empty=false`)).json()
  expect(list.tags.map(({ name }: { name: string }) => name)).toEqual(['kept'])
  expect(mock.worlds).toEqual(['default', 'mine'])
})

/** Reads and changes a draft from a page, with and without a password. Returns each status and whether the draft can be read, or "blocked" by CORS. */
const tryFrom = (page: Page, draft: string) =>
  page.evaluate(async (draft) => {
    let asked = 0 // browsers cache preflights by URL
    const ask = (init: RequestInit) =>
      fetch(`${draft}?${++asked}`, init).then(
        async (response) => `${response.status} ${(await response.text()).includes('Secret')}`,
        () => 'blocked',
      )
    const write = (credentials: RequestCredentials, headers = {}) =>
      ask({
        method: 'POST',
        credentials,
        headers,
        body: new URLSearchParams({ website: 'http://a.test' }),
      })
    return {
      read: await ask({}),
      write: await write('omit'),
      readByPassword: await ask({ headers: { Authorization: `Basic ${btoa('editor:pw')}` } }),
      writeByPassword: await write('omit', { Authorization: `Basic ${btoa('editor:pw')}` }),
      readByKeptPassword: await ask({ credentials: 'include' }),
      writeByKeptPassword: await write('include'),
    }
  }, draft)

test('in Chromium, a page of another site uses no kept password, unless --allow-origin names it (20.4b)', async () => {
  const { page, open, context, port } = await openForeignPage()
  const allowOrigin = `http://app.test:${port}`
  const mock = createTestMock({ empty: true, auth: 'editor:pw', allowOrigin })
  const seen: string[] = []
  const server = await listen(mock, {
    onResponse: ({ method, status }) => seen.push(`${method} ${status}`),
  })
  onTestFinished(server.close)
  const venues = `${server.url}/de/cal/events/v1/venues`
  const headers = { Authorization: `Basic ${btoa('editor:pw')}` }
  const body = new URLSearchParams({ venue: 'Secret', status: 'draft' })
  const { id } = await (await fetch(venues, { method: 'POST', headers, body })).json()
  const draft = `${venues}/${id}`
  const readDraft = async () => (await fetch(draft, { headers })).text()
  const before = await readDraft()

  const own = await context.newPage()
  /** Signs in as a user does. The browser keeps the password, until a response rejects it. */
  const signIn = async () => {
    await own.goto(draft.replace('//', '//editor:pw@'))
    await own.goto(draft)
    await own.getByText('Secret').waitFor()
  }
  await signIn()
  expect(await tryFrom(page, draft)).toEqual({
    read: '401 false',
    write: '403 false',
    readByPassword: '401 false',
    writeByPassword: 'blocked',
    readByKeptPassword: 'blocked',
    writeByKeptPassword: 'blocked',
  })

  await signIn()
  seen.length = 0
  await page.evaluate(
    (src) =>
      new Promise((resolve) => {
        Object.assign(new Image(), { onload: resolve, onerror: resolve, src })
      }),
    `${draft}?_method=POST&website=b.test`,
  )
  await page.setContent(
    `<form method="post" action="${draft}"><button name="website">A</button></form>`,
  )
  await page.click('button')
  await page.getByText('calmock_foreign_origin').waitFor()
  await page.goto(`http://evil.test:${port}/`)
  await page.setContent(`<a href="${draft}?_method=POST&website=c.test">A</a>`)
  await page.click('a')
  await page.getByText('calmock_override_on_read').waitFor()
  expect(seen).toEqual(['GET 403', 'POST 403', 'GET 403'])
  expect(await readDraft()).toBe(before)

  await signIn()
  expect(await tryFrom(await open('app.test'), draft)).toEqual({
    read: '401 false',
    write: '401 false',
    readByPassword: '200 true',
    writeByPassword: '200 true',
    readByKeptPassword: '200 true',
    writeByKeptPassword: '200 true',
  })
  expect(await readDraft()).not.toBe(before)
})
