import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findViolations } from '../browser/find-violations.ts'
import { useDashboard } from './use-dashboard.ts'

const open = useDashboard()

/** Opens the dashboard of a mock with one show of several weeks, and returns its segments. */
async function openShow() {
  const { page, mock } = await open({ options: { scenario: 'empty', sites: ['en'] } })
  const show = {
    title: 'Threads',
    start_date: '2030-01-09 11:00:00',
    end_date: '2030-01-24 18:00:00',
  }
  const body = new URLSearchParams(show)
  await mock.fetch('http://localhost/en/cal/events/v1/events', { method: 'POST', body })
  await page.reload()
  const segments = page.locator('.event', { hasText: 'Threads' })
  await segments.nth(2).waitFor()
  return { page, segments }
}

test('a show of several weeks has the time of its start in its first week, and no time later', async () => {
  const { page, segments } = await openShow()
  const times = segments.locator('.time')
  expect(await times.first().innerText()).toBe('11:00')
  const areShown = async () =>
    Promise.all((await times.all()).slice(0, 3).map((time) => time.isVisible()))
  expect(await areShown()).toEqual([true, false, false])
  await page.getByLabel('Second language').selectOption('de')
  await page.locator('.panes.two').waitFor()
  expect(await areShown()).toEqual([true, false, false])
})

test('Today scrolls to the day of the clock, in a month and in an agenda', async () => {
  const { page } = await open({ options: { now: '2030-01-27T12:00:00Z', sites: ['en'] } })
  await page.setViewportSize({ width: 1280, height: 500 })
  for (const mode of ['Month', 'Agenda']) {
    await page.getByRole('button', { name: mode, exact: true }).click()
    await page.locator('.event').first().waitFor()
    await page.evaluate(() => scrollTo(0, 0))
    const isSeen = () =>
      page
        .locator('.ec-highlight')
        .first()
        .evaluate((day) => {
          const { top, bottom } = day.getBoundingClientRect()
          return top < innerHeight && bottom > 0
        })
    expect(await isSeen()).toBe(false)
    await page.getByRole('button', { name: 'Today' }).click()
    await expect.poll(isSeen).toBe(true)
  }
})

/** Lists the names of the controls that Tab reaches in the calendar, from its first button on. */
async function listStops(page: Page, count: number): Promise<readonly string[]> {
  const names: string[] = []
  await page.getByRole('button', { name: 'Previous' }).focus()
  for (let stop = 0; stop < count; stop++) {
    const focus = page.locator(':focus')
    names.push((await focus.getAttribute('aria-label')) ?? (await focus.innerText()))
    await page.keyboard.press('Tab')
  }
  return names
}

test('Tab goes from the period to the views, then to the days', async () => {
  const { page } = await open()
  await page.locator('.event').first().waitFor()
  const stops = await listStops(page, 9)
  expect(stops.slice(0, 6)).toEqual(['Previous', 'Today', 'Next', 'Month', 'Week', 'Agenda'])
  expect(stops[7]).toBe('New event')
  expect(stops[8]).toMatch(/^(\w+day \d+ \w+:|\+\d+ more$)/)
})

test('a week has the shows of several days above its hours, the longest on demand', async () => {
  const { page } = await open()
  await page.getByRole('button', { name: 'Week' }).click()
  const hours = page.locator('.ec-time-grid > .ec-main .ec-body .event')
  const band = page.locator('.ec-all-day .event')
  await page.getByRole('button', { name: '+2 more that last for days' }).waitFor()
  expect(await band.count()).toBe(3)
  expect(await hours.allInnerTexts()).not.toContainEqual(expect.stringContaining('Windows at Dusk'))
  await page.getByRole('button', { name: /more that last/ }).press('Enter')
  await expect.poll(() => band.count()).toBe(5)
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Fewer' }).press('Enter')
  await expect.poll(() => band.count()).toBe(3)
})

test('a reload and another view keep the mode and the day of the calendar, which the address names', async () => {
  const { page, server } = await open({ options: { sites: ['en'] } })
  await page.getByRole('button', { name: 'Week' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.poll(() => page.url()).toBe(`${server.url}/?site=en&mode=week#calendar/2030-01-14`)
  await page.reload()
  await expect.poll(() => page.locator('.period').innerText()).toBe('14–20 Jan 2030')
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByRole('link', { name: 'Calendar' }).click()
  await expect.poll(() => page.url()).toBe(`${server.url}/?site=en&mode=week#calendar/2030-01-14`)
  expect(await page.locator('.period').innerText()).toBe('14–20 Jan 2030')
  await page.getByRole('button', { name: 'Today' }).click()
  await expect.poll(() => page.locator('.period').innerText()).toBe('7–13 Jan 2030')
})

test('in an agenda, an event that lasts for days has its start on its first day, and its titles are in a column', async () => {
  const { page, segments } = await openShow()
  await page.getByRole('button', { name: 'Agenda' }).click()
  await page.locator('.ec-list').waitFor()
  await segments.nth(2).waitFor()
  const shown = await segments.evaluateAll((all) =>
    all.map((event) => {
      const time = event.querySelector<HTMLElement>('.time')
      return time?.checkVisibility() ? time.innerText : ''
    }),
  )
  expect(shown.slice(0, 3)).toEqual(['from 11:00', '', ''])
  const titles = await segments.locator('.title').all()
  const lefts = await Promise.all(titles.map(async (title) => (await title.boundingBox())?.x))
  expect(new Set(lefts).size).toBe(1)
})

test('a week begins with the hour of its earliest event', async () => {
  const { page, mock } = await open({ options: { scenario: 'empty', sites: ['en'] } })
  const body = new URLSearchParams({
    title: 'Late',
    start_date: '2030-01-09 21:00:00',
    end_date: '2030-01-09 23:00:00',
  })
  await mock.fetch('http://localhost/en/cal/events/v1/events', { method: 'POST', body })
  await page.reload()
  await page.getByRole('button', { name: 'Week' }).click()
  const event = page.locator('.event', { hasText: 'Late' })
  await event.waitFor()
  const isInView = () =>
    event.evaluate((node) => node.getBoundingClientRect().bottom <= innerHeight + 1)
  await expect.poll(isInView).toBe(true)
})

test.each(['Month', 'Week', 'Agenda'])(
  'a new event has the focus on its title, and is then in view in a frame for a moment: %s',
  async (mode) => {
    const { page } = await open({ context: { viewport: { width: 1280, height: 600 } } })
    await page.getByRole('button', { name: mode }).click()
    await page.locator('.event').first().waitFor()
    await page.getByRole('button', { name: 'New event' }).click()
    const title = page.locator('#field-title:focus')
    await title.fill('Far away')
    await page.locator('#field-start_date').fill('2030-02-20T19:00')
    await page.getByRole('button', { name: 'Create' }).click()
    const event = page.locator('.created', { hasText: 'Far away' })
    await event.waitFor()
    const read = () =>
      event.evaluate((node) => {
        const { top, bottom } = node.getBoundingClientRect()
        return [top > 0 && bottom < innerHeight, getComputedStyle(node).outlineStyle]
      })
    await expect.poll(read).toEqual([true, 'solid'])
    await event.waitFor({ state: 'detached' })
    await page.locator('.event', { hasText: 'Far away' }).waitFor()
  },
)
