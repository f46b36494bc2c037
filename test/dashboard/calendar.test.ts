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
