import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { readParts } from './live-page.ts'
import { useSite } from './use-site.ts'

const { site, openPage } = useSite()

/** Returns the paths of the pages with live requests. */
async function listLivePages(): Promise<readonly string[]> {
  const names = await readdir(site().folder, { recursive: true })
  const pages = names.filter((name) => name.endsWith('.html') && !name.startsWith('mock'))
  const texts = await Promise.all(pages.map((name) => readFile(join(site().folder, name), 'utf8')))
  return pages.filter((_, n) => texts[n]?.includes('live-session')).sort()
}

test('each request of each page has its recorded answer in the page, to the byte', async () => {
  const pages = await listLivePages()
  expect(pages.length).toBeGreaterThan(0)
  for (const path of pages) {
    const { page, problems } = await openPage(path)
    const details = page.locator('details.live-console')
    for (const element of await details.all()) await element.locator('summary').first().click()
    for (const [n, session] of (await page.locator('.live-session').all()).entries()) {
      const requests = await session.locator('.live-request').all()
      const isConsole = (await session.locator('xpath=ancestor::details').count()) > 0
      const recorded = await Promise.all(requests.map(readParts))
      await session.getByRole('button', { name: 'Run', exact: true }).last().click()
      for (const [m, request] of requests.entries()) {
        await request.getByText('from this page').waitFor()
        const parts = await readParts(request)
        const name = `${path}, block ${n + 1}, request ${m + 1}`
        if (!isConsole) expect(parts, name).toEqual(recorded[m])
        else expect(parts.body, name).toBe(await readTerminal(session, m))
      }
    }
    expect(problems, path).toEqual([])
    await page.close()
  }
}, 600_000)

/** Returns the recorded output of the nth `curl` of the terminal above a session, with line breaks as in the page. */
async function readTerminal(session: Locator, n: number): Promise<string> {
  const terminal = session.locator('xpath=ancestor::details/preceding-sibling::div[1]//code')
  const [, ...outputs] = (await terminal.innerText()).split(/^\$ curl .*$/m)
  const output = outputs[n]?.trim() ?? ''
  return output.startsWith('{') ? JSON.stringify(JSON.parse(output), null, 2) : output
}

test('language, scenario and clock change the app of the first page, and nothing moves while it loads', async () => {
  const { page, problems } = await openPage('index.html')
  const app = page.locator('.live-app')
  const toolbar = page.locator('.live-toolbar').first()
  const readHeight = () =>
    page.locator('.live-columns').evaluate(({ clientHeight }) => clientHeight)
  const height = await readHeight()
  const countPictures = () =>
    app.locator('img').evaluateAll(
      (images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length, // of the type
    )
  await expect.poll(countPictures).toBe(4)
  await toolbar.getByLabel(/^Language/).selectOption('ar')
  await expect.poll(() => app.innerText()).toMatch(/الفعاليات.*[\u0600-\u06ff]{4}/s)
  await expect.poll(countPictures).toBe(4)
  expect(await readHeight()).toBe(height)
  expect(
    await app.locator('.live-cards').evaluate((list) => getComputedStyle(list).direction),
  ).toBe('rtl')
  await toolbar.getByLabel(/^Language/).selectOption('en')
  await toolbar.getByLabel(/^Clock/).selectOption({ label: '2030-01-07 (tests)' })
  await expect.poll(() => app.innerText()).toMatch(/Jan 2030/)
  await toolbar.getByLabel(/^Scenario/).selectOption('empty')
  await expect.poll(() => app.innerText()).toMatch(/No events/)
  expect(await readHeight()).toBe(height)
  await page.getByRole('button', { name: 'Reset' }).first().click()
  await expect.poll(() => app.innerText()).toMatch(/Nov 2026/)
  expect(problems).toEqual([])
})

test('without scripts, the recorded answers are visible, and no controls', async () => {
  const { page } = await openPage('index.html', {
    javaScriptEnabled: false,
  })
  const request = page.locator('.live-request').first()
  expect(await request.locator('.live-status').innerText()).toContain('200 OK')
  expect(await request.locator('.live-body').isVisible()).toBe(true)
  expect(await request.locator('.live-editor pre').innerText()).toMatch(/^GET \/en\//)
  expect(await page.locator('.live-script:visible').count()).toBe(0)
  expect(await page.locator('.live-app img:visible').count()).toBe(4)
})
