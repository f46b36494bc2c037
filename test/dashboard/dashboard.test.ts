import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../browser/launch.ts'
import { type OpenedDashboard, openDashboard, waitForEvents } from './open-dashboard.ts'

let browser: Browser
let opened: OpenedDashboard | undefined
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
})
afterEach(async () => {
  expect(opened?.foreign).toEqual([])
  await opened?.close()
})
afterAll(() => browser?.close())

async function open(
  ...options: Parameters<typeof openDashboard> extends [unknown, ...infer R] ? R : never
) {
  opened = await openDashboard(browser, ...options)
  page = opened.page
  return opened
}

const field = (name: string) => page.locator(`#field-${name}`)

/** Waits until an element has the focus. The page gives it after it has shown the element. */
const hasFocus = (element: Locator) =>
  expect.poll(() => element.evaluate((node) => node === document.activeElement)).toBe(true)

describe('the calendar', () => {
  test('it shows the events of the month in the chosen language', async () => {
    await open()
    await waitForEvents(page)
    expect(await page.locator('.pane').innerText()).toContain('Blue Hour')
    await page.getByLabel('Record language').selectOption('de')
    await expect.poll(() => page.locator('.pane').innerText()).toContain('Blaue Stunde')
    await page.getByLabel('Record language').selectOption('ar')
    await expect.poll(() => page.locator('.calendar').getAttribute('dir')).toBe('rtl')
    await expect.poll(() => page.locator('.pane').innerText()).toMatch(/\p{Script=Arabic}{4}/u)
  }, 60_000)

  test('it shows all events of a month with more than one page, and past ones', async () => {
    const { mock, server } = await open({ options: { scenario: 'huge' } })
    await page.getByRole('button', { name: 'Previous' }).click()
    const count = async () => {
      const text = await page.locator('.count').innerText()
      return Number(/\d+/.exec(text)?.[0] ?? 0)
    }
    await expect.poll(count, { timeout: 15_000 }).toBeGreaterThan(60)
    const query =
      'ends_after=2029-11-26+00:00:00&starts_before=2030-01-07&per_page=1&strict_dates=true'
    const response = await mock.fetch(`${server.url}/en/cal/events/v1/events?${query}`)
    const { total } = await response.json()
    const difference = async () => Math.abs((await count()) - total)
    await expect.poll(difference, { timeout: 15_000 }).toBeLessThan(15) // the edges of the range are days
  }, 60_000)

  test('two languages are next to each other, with the same dates', async () => {
    await open()
    await page.getByLabel('Second language').selectOption('hi')
    await expect.poll(() => page.locator('.pane').count()).toBe(2)
    await waitForEvents(page)
    const panes = page.locator('.pane')
    await expect.poll(() => panes.nth(1).innerText()).toMatch(/\p{Script=Devanagari}{3}/u)
    const titles = (n: number) => panes.nth(n).locator('.ec-event').count()
    // one event of the month has no translation
    await expect.poll(async () => Math.abs((await titles(0)) - (await titles(1)))).toBeLessThan(2)
    const boxes = await Promise.all([panes.nth(0).boundingBox(), panes.nth(1).boundingBox()])
    expect(boxes[0]?.y).toBe(boxes[1]?.y)
    await page.getByRole('button', { name: 'Agenda' }).click()
    await expect.poll(() => page.locator('.ec-list').count()).toBe(2)
  }, 60_000)

  test('an event opens with its facts and links, by keyboard alone', async () => {
    await open()
    await waitForEvents(page)
    const event = page.locator('.event').first()
    await event.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await dialog.innerText()).toMatch(/When[\s\S]*Venue[\s\S]*Organizer/)
    const link = await dialog.getByRole('link', { name: 'JSON' }).getAttribute('href')
    expect((await page.request.get(link ?? '')).status()).toBe(200)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await hasFocus(event)
  }, 60_000)

  test('an event that an app adds appears without a reload', async () => {
    const { server } = await open()
    await waitForEvents(page)
    await page.waitForTimeout(300) // the stream of the log begins
    await page.request.post(`${server.url}/en/cal/events/v1/events`, {
      data: {
        title: 'Added by an app',
        start_date: '2030-01-09 10:00',
        end_date: '2030-01-09 11:00',
      },
    })
    await page.getByText('Added by an app').first().waitFor({ timeout: 15_000 })
  }, 60_000)
})

describe('the records', () => {
  test('an event can be added, changed and deleted, and the API returns it', async () => {
    const { server } = await open({ path: '/#records/events/new' })
    await field('title').fill('Made in the dashboard')
    await field('start_date').fill('2030-01-10 19:00')
    await field('end_date').fill('2030-01-10 21:00')
    await field('categories').fill('Brand new')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect.poll(() => page.url()).toMatch(/#records\/events\/\d+$/)
    const url = `${server.url}/en/cal/events/v1/events/${page.url().split('/').at(-1)}`
    const created = await (await page.request.get(url)).json()
    expect([created.title, created.categories[0].name]).toEqual([
      'Made in the dashboard',
      'Brand new',
    ])
    await field('title').fill('Changed in the dashboard')
    await field('featured').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/was saved/).waitFor()
    const changed = await (await page.request.get(url)).json()
    expect([changed.title, changed.featured]).toEqual(['Changed in the dashboard', true])
    await page.goto(`${server.url}/#calendar`)
    await page.getByText('Changed in the dashboard').first().waitFor()
    await page.goto(`${server.url}/#records/events/${created.id}`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('The record was deleted.').waitFor()
    expect((await (await page.request.get(url)).json()).status).not.toBe('publish')
  }, 60_000)

  test('the errors of the service are at the fields and in a summary with the focus', async () => {
    await open({ path: '/#records/events/new' })
    await field('title').fill('No dates')
    await field('start_date').fill('tomorrowish')
    await field('end_date').fill('2030-01-10 21:00')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const summary = page.getByRole('alert')
    await summary.waitFor()
    await hasFocus(summary)
    expect(await field('start_date').getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('#field-start_date-error').innerText()).toContain('tomorrowish')
    await summary.getByRole('button').first().click()
    await hasFocus(field('start_date'))
  }, 60_000)

  test.each(['venues', 'organizers', 'categories', 'tags'])(
    '%s can be found and created',
    async (kind) => {
      const { server } = await open({ path: `/#records/${kind}/new` })
      const name = { venues: 'venue', organizers: 'organizer' }[kind] ?? 'name'
      await field(name).fill('Zebra Crossing')
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await expect.poll(() => page.url()).toMatch(/\/\d+$/)
      await page.getByRole('searchbox').fill('Zebra')
      await expect.poll(() => page.locator('.records a').count()).toBe(1)
      const list = await page.request.get(
        `${server.url}/en/cal/events/v1/${kind}?search=Zebra&hide_empty=false`,
      )
      expect((await list.json()).total).toBe(1)
    },
    60_000,
  )
})

describe('the control', () => {
  test('a fault that was built fails requests, and the log shows the 503', async () => {
    const { server, mock } = await open({ path: '/#control' })
    await page.getByLabel('Query').fill('page=3&i18n_language=ar')
    await page.getByLabel('Share').fill('1/3')
    expect(await page.getByLabel('Rule').inputValue()).toBe(
      'GET /events?page=3&i18n_language=ar 503 1/3',
    )
    await page.getByLabel('Query').fill('')
    await page.getByLabel('Share').fill('')
    await page.getByRole('combobox', { name: 'Fault' }).selectOption('delay:1000') // slows one route down
    expect(await page.getByLabel('Rule').inputValue()).toBe('GET /events delay:1000')
    await page.getByRole('combobox', { name: 'Fault' }).selectOption('503')
    await page.getByRole('button', { name: 'Add fault' }).click()
    await page.getByRole('link', { name: 'Faults: 1' }).waitFor()
    expect(mock.faults).toEqual(['GET /events 503'])
    const failed = await page.request.get(`${server.url}/en/cal/events/v1/events?search=jazz`)
    expect(failed.status()).toBe(503)
    await page.getByRole('link', { name: 'Requests' }).click()
    const row = page.locator('tr', { hasText: 'search=jazz' })
    await row.waitFor({ timeout: 15_000 })
    expect(await row.innerText()).toContain('503')
    await page.getByRole('link', { name: 'Calendar' }).click()
    await waitForEvents(page) // the dashboard itself gets no faults
    await page.getByRole('link', { name: 'Control' }).click()
    await page.getByRole('button', { name: 'Remove all' }).click()
    await expect.poll(() => mock.faults).toEqual([])
  }, 60_000)

  test('the focus stays at the faults when one is removed by keyboard', async () => {
    const { mock } = await open({
      options: { fault: ['/tags 503', '/venues 503'] },
      path: '/#control',
    })
    await page.getByRole('button', { name: 'Remove fault /tags 503' }).press('Enter')
    await expect.poll(() => mock.faults).toEqual(['/venues 503'])
    await page.locator(':focus', { hasText: '/venues 503' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => mock.faults).toEqual([])
    await page.locator(':focus', { hasText: 'No faults' }).waitFor()
  }, 60_000)

  test('an invalid rule is rejected with the message of the mock', async () => {
    await open({ path: '/#control' })
    await page.getByLabel('Rule').fill('GET /events explode')
    await page.getByRole('button', { name: 'Add fault' }).click()
    await expect.poll(() => page.getByRole('status').innerText()).toContain('explode')
  }, 60_000)

  test('settings that somebody else changes appear with the focus, and with the next request of an app', async () => {
    const { mock, server } = await open()
    mock.faults = ['/tags 503']
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await page.getByRole('link', { name: 'Faults: 1' }).waitFor()
    mock.faults = ['/tags 503', '/venues 503']
    const readChips = async () => {
      await page.request.get(`${server.url}/en/cal/events/v1/events?per_page=1`)
      return page.locator('.top').innerText()
    }
    await expect.poll(readChips, { timeout: 15_000 }).toContain('Faults: 2')
  }, 60_000)

  test('the clock moves by slider, button and field', async () => {
    const { mock } = await open({ path: '/#control' })
    const slider = page.getByRole('slider', { name: /Time of day/ })
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => mock.clock.now().toISOString()).toBe('2030-01-07T12:01:00.000Z')
    await page.getByRole('button', { name: '+1 week' }).click()
    await expect.poll(() => mock.clock.now().toISOString()).toBe('2030-01-14T12:01:00.000Z')
    await page.getByRole('button', { name: 'New Year’s Eve, 23:59' }).click()
    await expect.poll(() => mock.clock.now().toISOString()).toBe('2030-12-31T23:59:00.000Z')
    await page.getByRole('button', { name: 'Stop the clock' }).click()
    await expect.poll(() => mock.clock.frozen).toBe(false)
  }, 60_000)

  test('delay, scenario, world, snapshot and reset', async () => {
    const { mock } = await open({ path: '/#control' })
    await page.getByRole('button', { name: '200 ms' }).click()
    await expect.poll(() => String(mock.delay)).toBe('200')
    await page.getByLabel('year-end').check()
    await page.getByLabel(/^city/).uncheck()
    await page.getByRole('button', { name: 'Apply' }).last().click()
    await expect.poll(() => mock.scenario).toBe('year-end')
    await page.getByLabel('Name (optional)').fill('blue')
    await page.getByRole('button', { name: 'Create world' }).click()
    await page.getByRole('link', { name: 'World: blue' }).waitFor()
    expect(mock.worlds).toContain('blue')
    await page.getByRole('button', { name: 'Switch to world default' }).click()
    await page.getByRole('link', { name: 'World: default' }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save snapshot' }).click()
    const path = await (await download).path()
    await page.getByRole('button', { name: 'Reset world' }).click()
    await expect.poll(() => mock.scenario).toBe('city')
    await page.getByLabel('Restore snapshot').setInputFiles(path)
    await expect.poll(() => mock.scenario).toBe('year-end')
  }, 60_000)
})

describe('the page', () => {
  test('it has no horizontal scrolling in a phone of 360 pixels', async () => {
    await open({ context: { viewport: { width: 360, height: 740 } } })
    for (const view of ['calendar', 'records/events/new', 'requests', 'reference', 'control']) {
      for (const language of ['en', 'de', 'fr', 'es', 'ar']) {
        await page.locator('.top select').nth(1).selectOption(language)
        await page.evaluate((hash) => (location.hash = hash), view)
        await page.waitForTimeout(400) // the view loads its records
        const widths = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          document.documentElement.clientWidth,
        ])
        expect([view, language, widths[0]]).toEqual([view, language, widths[1]])
      }
    }
  }, 120_000)

  test('a phone shows the whole state of the world, and legible paths of requests', async () => {
    const { server } = await open({
      options: { now: '2026-12-31T23:59:00Z', fault: '/tags 503', delay: '1-2' },
      context: { viewport: { width: 360, height: 740 } },
      path: '/#requests',
    })
    await page.getByRole('link', { name: 'Faults: 1' }).waitFor()
    const widths = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ])
    expect(widths[0]).toBe(widths[1])
    await page.request.get(`${server.url}/en/cal/events/v1/events?start_dat=2026-11-01`)
    const path = page.locator('td.path', { hasText: 'start_dat' })
    await path.waitFor({ timeout: 15_000 })
    expect((await path.boundingBox())?.width).toBeGreaterThan(120)
  }, 60_000)

  test('its theme and the language of its records are remembered', async () => {
    await open()
    await page.getByLabel('Record language').selectOption('ar')
    await page.locator('.top select').last().selectOption('dark')
    await page.reload()
    await page.waitForSelector('html[data-state=ready]', { state: 'attached' })
    const root = await page.evaluate(() => {
      const { lang, dataset } = document.documentElement
      return [lang, dataset.theme, document.querySelector<HTMLElement>('.calendar')?.dir]
    })
    expect(root).toEqual(['en', 'dark', 'rtl'])
  }, 60_000)

  test('it asks for the token, and works with it', async () => {
    await open({ options: { token: 'sesame' }, path: '/#control' })
    await page.getByLabel('Token', { exact: true }).fill('sesame')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('heading', { name: 'Clock' }).waitFor()
    await page.getByRole('link', { name: 'API reference' }).click()
    await page.getByRole('combobox', { name: 'API', exact: true }).selectOption('control')
    await page.locator('#link-tag--control').click()
    await page.getByText('Lists all scenarios').first().click()
    const responded = page.waitForResponse(/__calmock\/scenarios$/)
    await page.getByRole('button', { name: 'EXECUTE' }).first().click()
    expect((await responded).status()).toBe(200)
  }, 60_000)

  test.each([
    ['the prefix of a world', {}, '/~blue/'],
    ['its own path', {}, '/__calmock/'],
    ['a base URL', { baseUrl: '/api' }, '/api/'],
    ['a public URL', { publicUrl: 'https://example.com/mock' }, '/'],
  ])(
    'it works below %s',
    async (_, options, path) => {
      await open({ options, path, context: { locale: 'en-US' } }) // the first event of the month has a picture
      await waitForEvents(page)
      await page.locator('.event').first().click()
      const image = page.locator('.poster')
      await expect
        .poll(() => image.evaluate((node) => (node as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0)
    },
    60_000,
  )
})
