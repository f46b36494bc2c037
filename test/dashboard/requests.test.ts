import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findViolations } from '../browser/find-violations.ts'
import { choose, useDashboard, viewContents } from './use-dashboard.ts'

const api = '/en/cal/events/v1'

const openDashboard = useDashboard()

/** Opens the request log, or another view, and returns what its tests use. */
async function open(path = '/#requests') {
  const permissions = ['clipboard-read', 'clipboard-write']
  const { page, server, mock } = await openDashboard({ path, context: { permissions } })
  /** Sends a request as an app does. */
  const send = async (path: string, init?: RequestInit): Promise<number> => {
    const response = await fetch(server.url + path, init)
    await response.text()
    return response.status
  }
  const rows = page.locator('td.path button')
  return {
    ...{ page, server, mock, send, rows },
    /** Polls the paths of the shown requests. */
    expectPaths: () => expect.poll(() => rows.allTextContents()),
    expectNotice: () => expect.poll(() => page.getByRole('status').last().textContent()),
    isLive: () => page.locator('.feed-state.live').waitFor(),
  }
}

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const select = (page: Page, name: string, value: string) =>
  page.getByRole('combobox', { name, exact: true }).selectOption(value)

describe('the request log', () => {
  test('a fault of the fault builder is in the log as a 503, with its note', async () => {
    const { page, server, mock, send, rows, isLive } = await open()
    await isLive()
    await send(`${api}/events?page=3&i18n_language=ar`)
    await rows.first().click()
    await page.getByRole('link', { name: 'Edit as a fault' }).click()
    await page.getByRole('combobox', { name: 'Method' }).and(page.locator(':focus')).waitFor()
    await click(page, 'Add fault')
    await expect.poll(() => mock.faults).toEqual(['GET /events?page=3&i18n_language=ar 503'])
    expect(await send(`${api}/events?page=3&i18n_language=ar`)).toBe(503)
    await page.goto(`${server.url}/#requests`)
    const row = page.locator('.requests tbody tr').first()
    await expect.poll(() => row.locator('.status').textContent()).toBe('503')
    const rule = 'GET /events?page=3&i18n_language=ar 503'
    await expect.poll(() => row.locator('.fault').textContent()).toBe(rule)
  })

  test('Make this fail lets a request fail at once, before other rules, and Undo takes it back', async () => {
    const { page, mock, send, rows, expectNotice, isLive } = await open()
    await isLive()
    mock.faults = ['* delay:1', 'GET /events 404']
    await send(`${api}/events?page=3`)
    await rows.first().click()
    await click(page, 'Make this fail')
    await expectNotice().toMatch(/^From now on, GET \/events\?page=3 fails with 503\./)
    expect(await send(`${api}/events?page=3`)).toBe(503)
    expect(await send(`${api}/events?page=2`)).toBe(404)
    await click(page, 'Undo')
    await expectNotice().toMatch(/^The list of faults is back as it was\./)
    expect(mock.faults).toEqual(['* delay:1', 'GET /events 404'])
  })

  test('requests arrive while the page is open, and not those of the page', async () => {
    const { page, send, expectPaths, isLive } = await open()
    await isLive()
    await send(`${api}/events?serach=jazz`)
    await expectPaths().toEqual(['/events?serach=jazz'])
    await page.locator('td.notes', { hasText: 'unknown-parameter' }).first().waitFor()
  })

  test('the row of a list has its total, and a list without records is marked and found', async () => {
    const { page, send, expectPaths, isLive } = await open()
    await isLive()
    await send(`${api}/events?per_page=5`)
    await send(`${api}/events?categories=jazz&tags=no-such-tag`)
    await send(`${api}/events?search=nosuchword`)
    await send(`${api}/events/102`)
    await expect
      .poll(() => page.locator('td.total').allTextContents())
      .toEqual(['', '0, empty', '', expect.stringMatching(/^[1-9]\d*$/)])
    await page.getByLabel('Search').fill('empty')
    await expectPaths().toEqual(['/events?search=nosuchword'])
  })

  test('filters, pausing and clearing change the list', async () => {
    const { page, mock, send, expectPaths, isLive } = await open()
    await isLive()
    await send(`${api}/events/1`)
    await send(`${api}/venues`, { method: 'POST', body: new URLSearchParams({ venue: 'Neu' }) })
    const both = ['/venues', '/events/1']
    await expectPaths().toEqual(both)
    await select(page, 'Status', '4')
    await expectPaths().toEqual(['/events/1'])
    await select(page, 'Status', '')
    await select(page, 'Method', 'POST')
    await expectPaths().toEqual(['/venues'])
    await select(page, 'Method', '')
    await page.getByRole('searchbox').fill('EVENTS')
    await expectPaths().toEqual(['/events/1'])
    await page.getByRole('searchbox').fill('')
    await expectPaths().toEqual(both)
    await click(page, 'Pause')
    await page.getByText('Paused', { exact: true }).waitFor()
    await send(`${api}/tags`)
    await expectPaths().toEqual(both)
    await click(page, 'Pause')
    await expectPaths().toEqual(['/tags', ...both])
    await click(page, 'Clear log')
    await expectPaths().toEqual([])
    expect(mock.requests).toEqual([])
  })

  test('each snippet is copied, with the keyboard', async () => {
    const { page, send, rows, expectNotice } = await open()
    await send(`${api}/events?per_page=1`)
    await rows.first().press('Enter')
    const snippets = {
      curl: /^curl 'http/,
      fetch: /^\/\/ GET \/events\?per_page=1 \(200\)\nconst response = await fetch\(/,
      'Playwright test': /from 'calmock\/playwright'/,
      'Vitest test': /from 'calmock\/vitest'/,
    }
    for (const [name, pattern] of Object.entries(snippets)) {
      await page.getByRole('button', { name, exact: true }).press('Enter')
      await expectNotice().toBe(`Copied: ${name}`)
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(pattern)
    }
  })

  test('a row opens by a click anywhere in it, by keyboard and by its address, and has tabs', async () => {
    const { page, send, rows, isLive } = await open()
    await isLive()
    await send(`/ar/cal/events/v1/events?serach=x&per_page=1`)
    await send(`${api}/events?i18n_language=de&per_page=1`)
    await rows.nth(1).waitFor()
    expect(await page.locator('td.site').allTextContents()).toEqual(['/en German', '/ar '])
    await page.locator('td.status').nth(1).click()
    const panel = page.getByRole('tabpanel')
    await expect.poll(() => panel.innerText()).toMatch(/unknown-parameter.*serach/s)
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Notes (1)' }).press('ArrowRight')
    await expect.poll(() => panel.innerText()).toContain('"events": [')
    await page.keyboard.press('ArrowRight')
    await expect
      .poll(() => panel.innerText())
      .toMatch(/^Request[\s\S]*Response\s[\s\S]*content-type:/i)
    await page.reload() // the address names the row
    await page.getByRole('tab', { name: 'Notes (1)' }).waitFor()
    await rows.first().press('Enter')
    await page.getByRole('tab', { name: 'Notes (0)' }).waitFor()
    await page.keyboard.press('Enter')
    await panel.waitFor({ state: 'detached' })
  })

  test('a request is sent again', async () => {
    const { page, mock, send, rows, expectNotice } = await open()
    await send(`${api}/events?per_page=1`)
    await rows.first().click()
    await click(page, 'Send again')
    await expectNotice().toBe('Sent again: 200')
    expect(mock.requests).toHaveLength(2)
  })
})

describe('the API reference', () => {
  test('a request of the reference is in the log of the chosen world', async () => {
    const { page, mock } = await open('/~shop/__calmock/#reference')
    await page.locator('#link-tag--events').click()
    await page.locator('.nav-bar-path', { hasText: '/events' }).first().click()
    await page.getByRole('button', { name: 'Execute' }).first().click()
    const statuses = () => mock.world('shop').requests.map(({ status }) => status)
    await expect.poll(statuses).toEqual([200])
  })

  test('the reference describes the control routes, too', async () => {
    const { page } = await open('/#reference')
    await select(page, 'API', 'control')
    await page.locator('#link-overview', { hasText: 'Control routes of calmock' }).waitFor()
  })
})

describe.each(['light', 'dark'])('in the theme %s', (theme) => {
  test.each(['en', 'hi', 'ar'])('axe finds nothing with the site %s', async (language) => {
    const { page, server, mock, send, rows } = await open('/')
    await choose(page, 'Theme', theme)
    await choose(page, 'Site', language)
    mock.faults = ['GET /tags 503']
    await send(`/${language}/cal/events/v1/tags`)
    await send(`/${language}/cal/events/v1/events?serach=jazz&per_page=1`)
    await send(`/${language}/cal/events/v1/events/1`)
    await page.goto(`${server.url}/#requests`)
    await page.reload()
    await rows.nth(1).click()
    await click(page, 'curl')
    await page.locator('.snippet').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.goto(`${server.url}/#reference`)
    await page.locator(viewContents.reference).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.locator('#link-tag--events').click()
    const menu = page.locator('.nav-bar-path:visible')
    await expect
      .poll(() => menu.allInnerTexts())
      .toContainEqual(expect.stringMatching(/PUT\s*\/events\s*\/\{id\}/i))
    await menu.filter({ hasText: /post/i }).first().click()
    await page.getByRole('button', { name: 'Execute' }).first().hover()
    expect(await findViolations(page)).toEqual([])
  })
})
