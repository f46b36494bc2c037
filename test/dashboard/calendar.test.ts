import { expect, test } from 'vitest'
import { useDashboard } from './use-dashboard.ts'

const open = useDashboard()

test('a show of several weeks has the time of its start in its first week, and no time later', async () => {
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
  const times = segments.locator('.time')
  expect(await times.first().innerText()).toBe('11:00')
  const isShown = (await times.all()).map((time) => time.isVisible())
  expect(await Promise.all(isShown)).toEqual([true, false, false])
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
