import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { edit, readParts, run, waitForMock, waitForOutcome } from './live-page.ts'
import { type SiteTab, useSite } from './use-site.ts'

const { openPage } = useSite()

let live: SiteTab

/** The first live request of the page. */
let request: Locator

const LIST = 'GET /en/cal/events/v1/events?per_page=1&_fields=events.title,total'

/** Opens a page, loads the mock and everything else that it may need, and cuts the network. */
async function openOffline(path: string): Promise<void> {
  live = await openPage(path)
  const { page } = live
  await page.waitForLoadState('networkidle')
  request = page.locator('.live-request:visible').first()
  const loaded = waitForMock(page)
  await run(request)
  await loaded
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
}

/** Runs a request in place of the page's. */
async function runText(text: string): Promise<{ status: string; headers: string; body: string }> {
  await edit(request, text)
  await run(request)
  return readParts(request)
}

/** Polls the body that the first live request shows. */
const expectBody = () => expect.poll(async () => (await readParts(request)).body)

const pages = ['index.html', 'api/events.html', 'faults.html', 'api/venues.html', 'languages.html']

test.each(pages)(
  'two requests of %s give their recorded answers without a network',
  async (path) => {
    await openOffline(path)
    for (const n of [0, 1]) {
      const own = live.page.locator('.live-request:visible').nth(n)
      await run(own)
      await own.locator('.live-status', { hasText: 'the same as recorded' }).waitFor()
    }
    expect(live.problems).toEqual([])
  },
)

test.each(pages)('edited requests of %s run without a network', async (path) => {
  await openOffline(path)
  const toolbar = live.page.locator('.live-toolbar:visible').first()
  const list = await runText(LIST)
  expect(list).toMatchObject({
    status: '200 OK',
    headers: expect.stringContaining('X-Cal-Total'),
  })
  expect(list.body).toMatch(/"title": "“?[A-Za-z]/)

  await toolbar.getByLabel(/^Language/).selectOption('hi')
  await waitForOutcome(request)
  await expectBody().toMatch(/"title": ".*[\u0900-\u097f]/)
  expect(await request.getByRole('textbox').inputValue()).toMatch(/^GET \/hi\//)

  await toolbar.getByLabel(/^Language/).selectOption('ar')
  await expectBody().toMatch(/"title": ".*[\u0600-\u06ff]/)
  const title = request.locator('.live-text', { hasText: /[\u0600-\u06ff]/ }).first()
  expect(await title.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')

  await toolbar.getByLabel(/^Scenario/).selectOption('empty')
  await expectBody().toContain('"total": 0')
  await request.getByRole('button', { name: 'Reset' }).click()

  await runText('GET /en/cal/events/v1/events?per_page=1&_fields=events.start_date')
  await toolbar.getByLabel(/^Clock/).selectOption({ label: '2030-01-07 (tests)' })
  await expectBody().toContain('"2030-01-')
  await toolbar.getByLabel(/^Clock/).selectOption('own')
  await toolbar.locator('[type=date]').fill('2028-02-29')
  await toolbar.locator('[type=date]').blur()
  await expectBody().toMatch(/"2028-0[23]-/)
  await request.getByRole('button', { name: 'Reset' }).click()

  const { status, headers } = await runText(`${LIST}\nx-calmock-fault: 503`)
  expect(status).toBe('503 Service Unavailable')
  expect(headers).toContain('Retry-After10')

  await runText('GET /en/cal/events/v1/events?serach=jazz&per_page=1&_fields=total')
  const note = 'GET /events ignores "serach"; did you mean "search"?'
  await request.locator('.live-notes', { hasText: note }).waitFor()
  expect(live.problems).toEqual([])
})

test('a write of a block is read by its next request, and each run begins in a new world', async () => {
  live = await openPage('api/events.html')
  const session = live.page.locator('.live-session:has(.live-request + .live-request)').first()
  const [write, read] = await session.locator('.live-request').all()
  if (!write || !read) throw new Error('no block with two requests')
  await edit(
    write,
    'POST /en/cal/events/v1/events?_fields=id\nContent-Type: application/json\n\n{"title": "Mine", "start_date": "tomorrow 7pm", "end_date": "tomorrow 9pm"}',
  )
  await edit(read, 'GET /en/cal/events/v1/events?search=Mine&_fields=events.title,total')
  for (const _ of [1, 2]) {
    await run(read)
    expect((await readParts(write)).status).toBe('201 Created')
    expect(JSON.parse((await readParts(read)).body)).toEqual({
      events: [{ title: 'Mine' }],
      total: 1,
    })
  }
  expect(live.problems).toEqual([])
})

const mistakes = [
  ['GTE /en/cal/events/v1/events', 'is not a request line; expected a method and a path'],
  [`${LIST}\nx-calmock-delay 500`, 'is not a header; expected a name, a colon and a value'],
  [`${LIST}\n\nhello`, 'is a body, and GET has none'],
  ['GET /xx/cal/events/v1/events', 'This mock has no site "xx"; a path begins with one of /en'],
  [`${LIST}\nx-calmock-fault: offline`, 'fetch rejects with a TypeError'],
  [`${LIST}\nx-calmock-fault: drop`, 'fetch rejects with a TypeError'],
  [`${LIST}\nx-calmock-fault: truncate`, 'The connection ended here'],
  [`${LIST}\nx-calmock-fault: sleepy`, 'sleepy'],
] as const

test('a request without an answer is explained in words', async () => {
  live = await openPage('index.html')
  request = live.page.locator('.live-request').first()
  for (const [text, message] of mistakes) {
    await runText(text)
    await expect.poll(() => request.locator('.live-answer').innerText()).toContain(message)
    expect(await request.getByRole('button', { name: 'Run' }).count()).toBe(1)
  }
  expect(live.problems).toEqual([])
})

test('a request that waits can be stopped', async () => {
  live = await openPage('index.html')
  request = live.page.locator('.live-request').first()
  await edit(request, `${LIST}\nx-calmock-delay: 60000`)
  const button = request.locator('.live-run')
  await button.click()
  await expect.poll(() => button.innerText()).toBe('Stop')
  await button.click()
  await request.locator('.live-status', { hasText: 'You stopped' }).waitFor()
})

test('without a network before the first run, a message says so, and the recorded answer stays', async () => {
  live = await openPage('index.html')
  await live.page.waitForLoadState('networkidle')
  request = live.page.locator('.live-request').first()
  const recorded = await readParts(request)
  await live.page.context().setOffline(true)
  await run(request)
  await request.locator('.live-status', { hasText: 'could not be loaded' }).waitFor()
  expect((await readParts(request)).body).toBe(recorded.body)
  await live.page.context().setOffline(false)
  await run(request)
  expect(await readParts(request)).toEqual(recorded)
})
